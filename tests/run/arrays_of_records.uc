// Records in arrays are copied in and out.
// output: 1 2 3 4 9 3 30 3 5 6
// returns: 0
main() {
  var points, p, q;
  points = [{x: 1, y: 2}, {y: 4, x: 3}];
  output points[0].x;
  output points[0].y;
  output points[1].x;
  output points[1].y;
  p = points[1];
  p.x = 9;
  output p.x;
  output points[1].x;
  points[0] = points[1];
  points[0].x = 30;
  output points[0].x;
  output points[1].x;
  q = &points;
  (*q)[1].y = 5;
  output points[1].y;
  (*q)[1] = {x: 6, y: 7};
  output points[1].x;
  return 0;
}
