/* A loop that ends by an error, and one that no run comes to. Entry: unreached. */
int unreached(unsigned n)
{
    int squares[10];

    for (unsigned i = 0; i <= n; ++i)
        squares[i] = i * i;
    if (n > 20)
        while (n > 0)
            --n;
    return squares[0];
}
