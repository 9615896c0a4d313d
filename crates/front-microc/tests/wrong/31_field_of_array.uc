main() {
  var a;
  a = [{f: 1}];
  return a.f;
}
