
main() {
    var arr, res, a, ptr;
    arr = [1, 0, 2, 2];
    ptr = null;
    res = 1 / arr[1];
    res = a + a;
    res = arr[4];
    res = *ptr;
    return 0;
}
