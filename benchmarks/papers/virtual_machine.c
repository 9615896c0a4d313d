/* VM: a virtual machine with six opcodes, one of which jumps back to the start,
   runs an input program. [compact, table 1]
   Target: reachable. Entry: virtual_machine */
extern void reach_error(void);

enum opcode { HALT, ADD, SUBTRACT, CLEAR, COUNT, REPEAT };

void virtual_machine(const int *program)
{
    int accumulator = 0;
    int counter = 0;
    int at = 0;

    while (program[at] != HALT) {
        int opcode = program[at];

        ++at;
        if (opcode == ADD) {
            ++accumulator;
        } else if (opcode == SUBTRACT) {
            --accumulator;
        } else if (opcode == CLEAR) {
            accumulator = 0;
        } else if (opcode == COUNT) {
            ++counter;
        } else if (opcode == REPEAT) {
            if (counter > 0) {
                --counter;
                at = 0;
            }
        } else {
            return;
        }
    }
    if (accumulator == 25)
        reach_error();
}
