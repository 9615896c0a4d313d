foo() {
    var x,y,z;
    x = 2;
    x = 4;
    y = &x;
    z = &x;
    return -1;
}


main() {
    var y;
    y = 1;
    return foo(); //~ reachable
}
// [nested, listing 5.2].
// check: safe
