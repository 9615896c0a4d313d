main() {
  var r, x;
  r = {value: 1, next: null};
  x = r.size;
  x = r.valeu;
  return x;
}
