// Comments are blanks, wherever they stand.
// output: 1 2 5 3 4
// returns: 0
/* main() { return 1; } */
main(/* no parameters */) { // a comment to the end of the line /* not opened
  var a, /* between */ b; /* two */ /* of them */
  a = 1; // output 7;
  output a; /* /* comments do not nest */
  output 6 /* 2 */ / /**/ 3;
  output 10 // * 100
    / 2;
  b = /***/ 3 /* over
    several
    lines */;
  output b;
  /* " */ output 4; /* " // */
  return /* the end */ 0;
} // the end of `main`
/**/
