static int mode;
static unsigned count;
void step(int x) {
  if (mode == 0) {
    if (x == 1 || x == 2) {
      mode = x;
      count = 0;
    }
  } else {
    count += 1 + (x == 3);
    if (count >= 300000) mode = 0;
  }
}
