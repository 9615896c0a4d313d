
main() {
    var arr, res, a, ptr;
    arr = [1, 0, 2, 2];
    ptr = null;
    res = 1 / arr[1]; //~ division-by-zero() reachable
    res = a + a; //~ unreachable
    res = arr[4]; //~ unreachable
    res = *ptr; //~ unreachable
    return 0; //~ unreachable
}
// [nested, listing 2.2], lines as there. A run ends at its first error, so three of the four
// errors that the thesis names are not reached.
// check: unsafe
// check --check uninit,bounds,null: safe
