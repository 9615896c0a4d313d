// A Brainfuck interpreter. Its input is a Brainfuck program, then `!`, then
// the input of that program:
//
//   kyklos run examples/brainfuck.uc --ascii --input-file examples/hello.bf
//
// Both the program and the tape are doubly linked lists. A bracket's `partner`
// is the other bracket of its pair.

// Whether c is one of  + , - . < > [ ]
isCommand(c) {
  return (c >= 43 && c <= 46) || ((c == 60 || c == 62) || (c == 91 || c == 93));
}

// Reads the program; the node before its first command is returned.
readProgram() {
  var first, last, node, open, c;
  first = alloc {command: 0, next: null, partner: null};
  last = first;
  open = null;
  c = input;
  while (c != 33) {
    if (isCommand(c)) {
      node = alloc {command: c, next: null, partner: null};
      (*last).next = node;
      last = node;
      if (c == 91) {
        open = alloc {bracket: node, outer: open};
      }
      if (c == 93) {
        if (open == null) {
          error "a ] without its [";
        }
        (*node).partner = (*open).bracket;
        (*(*open).bracket).partner = node;
        open = (*open).outer;
      }
    }
    c = input;
  }
  if (open != null) {
    error "a [ without its ]";
  }
  return first;
}

newCell(left) {
  return alloc {value: 0, left: left, right: null};
}

moveRight(cell) {
  if ((*cell).right == null) {
    (*cell).right = newCell(cell);
  }
  return (*cell).right;
}

moveLeft(cell) {
  var before;
  if ((*cell).left == null) {
    before = newCell(null);
    (*before).right = cell;
    (*cell).left = before;
  }
  return (*cell).left;
}

main() {
  var node, cell, c;
  node = (*readProgram()).next;
  cell = newCell(null);
  while (node != null) {
    c = (*node).command;
    if (c == 43) (*cell).value = ((*cell).value + 1) % 256;
    if (c == 45) (*cell).value = ((*cell).value + 255) % 256;
    if (c == 44) (*cell).value = input;
    if (c == 46) output (*cell).value;
    if (c == 60) cell = moveLeft(cell);
    if (c == 62) cell = moveRight(cell);
    if (c == 91 && (*cell).value == 0) node = (*node).partner;
    if (c == 93 && (*cell).value != 0) node = (*node).partner;
    node = (*node).next;
  }
  return 0;
}
