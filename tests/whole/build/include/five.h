#define FIVE 5
