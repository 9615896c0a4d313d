fac(n) {
    var f;

    if (n == 0) {
        f = 1; //~ open reachable
    } else {
        f = n * fac(n - 1); //~ open reachable
    }

    return f;
}


main() {
    var a,b;
    b = input;
    a = fac(b);
    output(a);
    return 1 / (a - 2); //~ division-by-zero(2)
}
// [nested, listing 5.4]. The recursion has no bound: `fac` of a negative number does not end.
// check --max-depth 6: unsafe, incomplete
