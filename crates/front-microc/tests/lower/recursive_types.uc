main() {
  var p, a, tree;
  p = &p;
  *p = p;
  a = [];
  a = [a, a];
  tree = {value: 1, children: []};
  tree = {children: [tree, tree], value: 2};
  return p == *p;
}
