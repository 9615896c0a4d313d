/* decode_packets: the decoding part of WinDriver, with lengths that the stream
   itself names: packets are copied one behind the other into a buffer, if they fit
   in. [compact, table 1]. Target: reachable. Entry: decode_packets */
extern void reach_error(void);

#define PACKETS 1024
#define BUFFER 4096

void decode_packets(int buffer[BUFFER], const int *stream)
{
    int packets = stream[0];
    int at = 1;
    int used = 0;

    if (packets < 0 || packets > PACKETS)
        return;
    for (int i = 0; i < packets; ++i) {
        int length = stream[at];

        if (length < 0 || length > BUFFER - used)
            return;
        for (int k = 0; k < length; ++k)
            buffer[used + k] = stream[at + k + 1];
        at += length + 1;
        used += length;
    }
    if (packets > 3 && used > 12)
        reach_error();
}
