// One field can be written only if there is a record.
// status: 1
// stderr: error: `r` is used before it has a value
// error-at: 7:3
main() {
  var r;
  r.x = 1;
  r = {x: 2, y: 3};
  return r.x;
}
