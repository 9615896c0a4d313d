/* WinDriver: packets of an input stream are copied to rows that the stream
   itself names; then a row that should still be empty is looked at.
   [apc, appendix A]. Target: reachable. Entry: win_driver */
extern void reach_error(void);

#define ROW 1024

void win_driver(int rows[][ROW], const int *stream, int max_packets, int packet_size)
{
    int packets;

    if (packet_size > ROW)
        return;
    for (int row = 0; row < max_packets; ++row)
        for (int k = 0; k < packet_size; ++k)
            rows[row][k] = 0;

    packets = stream[0];
    if (packets > max_packets || packets < 0)
        return;
    for (int i = 0; i < packets; ++i) {
        int base = i * (packet_size + 1) + 1;
        int id = stream[base];

        if (id >= max_packets || id < 0)
            return;
        for (int k = 0; k < packet_size; ++k)
            rows[id][k] = stream[base + k + 1];
    }
    if (packets < max_packets && rows[packets][0] != 0 && packet_size > 20)
        reach_error();
}
