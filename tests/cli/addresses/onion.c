// A union that holds a pointer in one mode and a counter in the other.
extern int out;
static int cell[2];
static union {
  int *pointer;
  unsigned long count;
} u;
static int counts;
void init(void) {
  u.pointer = &cell[0];
  counts = 0;
}
void step(int in) {
  out = 0;
  if (in == 2) {
    counts = !counts;
    if (counts) {
      u.count = 0;
    } else {
      u.pointer = &cell[1];
    }
  } else if (counts) {
    if (in == 1 && u.count < 3) ++u.count;
    out = u.count == 3 ? 2 : 1;
  } else {
    *u.pointer ^= in;
    out = u.pointer == cell ? 3 : 4;
  }
  if (cell[0] && cell[1] && !counts) out = 5;
}
