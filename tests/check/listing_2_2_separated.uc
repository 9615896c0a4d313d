// [nested, listing 2.2], with an input that leads to each of the four errors.
// check: unsafe
main() {
    var arr, res, a, ptr, n;
    n = input;
    arr = [1, 0, 2, 2];
    ptr = null;
    if (n == 6) res = 1 / arr[1]; //~ division-by-zero(6)
    if (n == 7) res = a + a; //~ uninitialized(7)
    if (n == 8) res = arr[4]; //~ out-of-bounds(8)
    if (n == 9) res = *ptr; //~ null-dereference(9)
    return 0; //~ reachable
}
