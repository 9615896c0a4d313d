fac(n) {
    var f;

    if (n == 0) {
        f = 1;
    } else {
        f = n * fac(n - 1);
    }

    return f;
}


main() {
    var a,b;
    b = input;
    a = fac(b);
    output(a);
    return 1 / (a - 2);
}
