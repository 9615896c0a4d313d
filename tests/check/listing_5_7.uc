main() {
var x, y, i;
x = input;
i = input;
y = x;
if (i == 0) {
    i = 1; //~ reachable
}
i = 1 / i;
if (x < y) {
    x = 1 / 0; //~ unreachable
}
return 0; //~ reachable
}
// [nested, listing 5.7].
// check: safe
