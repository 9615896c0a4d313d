main(n) {
  {}
  while (n > 0) {}
  if (n) {} else { {} }
  if (n == 1) {} else output 1;
  while (n) while (n > 1) n = n - 1;
  {{ {} }}
  return n;
}
