/* VMS: a virtual machine with three opcodes runs an input program.
   [compact, table 1]. Target: reachable. Entry: virtual_machine_small */
extern void reach_error(void);

enum opcode { HALT, ADD, COUNT };

void virtual_machine_small(const int *program)
{
    int accumulator = 0;
    int counter = 0;
    int at = 0;

    while (program[at] != HALT) {
        if (program[at] == ADD)
            ++accumulator;
        else if (program[at] == COUNT)
            ++counter;
        else
            return;
        ++at;
    }
    if (accumulator == 12 && counter > 1)
        reach_error();
}
