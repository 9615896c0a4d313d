// A binary search tree: the numbers come out in order, without repetition.
// input: 50 30 70 20 40 60 80 30 -5 0
// output: -5 20 30 40 50 60 70 80 4
// returns: 0
insert(tree, value) {
  if (tree == null) {
    tree = alloc {value: value, left: null, right: null};
  } else if (value < (*tree).value) {
    (*tree).left = insert((*tree).left, value);
  } else if (value > (*tree).value) {
    (*tree).right = insert((*tree).right, value);
  }
  return tree;
}
show(tree) {
  var depth, other;
  depth = 0;
  if (tree != null) {
    depth = show((*tree).left);
    output (*tree).value;
    other = show((*tree).right);
    if (other > depth) depth = other;
    depth = depth + 1;
  }
  return depth;
}
main() {
  var tree, n;
  tree = null;
  n = input;
  while (n != 0) {
    tree = insert(tree, n);
    n = input;
  }
  output show(tree);
  return 0;
}
