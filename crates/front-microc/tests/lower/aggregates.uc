make() {
  return {b: [1, 2], a: 3};
}

main(i) {
  var matrix, records, pointers, r;
  matrix = [[1, 2], [3, 4]];
  matrix[i][1] = matrix[1][i];
  r = make();
  r = {a: r.b[0], b: [i]};
  records = [r, make()];
  records[i].b[0] = records[1].a;
  pointers = [&i, alloc 5, null];
  *pointers[i] = *pointers[1];
  i = make().b[i] + [5, 6][i] + {f: i}.f;
  return i;
}
