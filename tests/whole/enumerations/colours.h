enum colour { RED, GREEN };
typedef enum { LEFT, RIGHT } side;
struct palette { enum colour first; };
extern enum colour current;
extern struct palette palette;
extern side turned;
enum colour *next(enum colour from);
