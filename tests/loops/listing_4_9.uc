// [nested] listing 4.9: one path, followed as often as i is below n.
main() {
    var a, i, n;
    a = 0;
    i = input;
    n = input;
    while (i < n) {
        a = a + 2;
        i = i + 1;
    }
    assert a != 15;
    return 0;
}
