// A state machine of function pointers: the state is which function is called.
extern int out;
static void idle(int in);
static void armed(int in);
static void fired(int in);
static void (*now)(int) = idle;
static void idle(int in) {
  if (in == 1) now = armed;
  out = 1;
}
static void armed(int in) {
  if (in == 2) now = fired;
  if (in == 0) now = idle;
  out = 2;
}
static void fired(int in) {
  if (in == 1) now = 0;
  out = 3;
}
void init(void) { now = idle; }
void step(int in) {
  if (now == 0) {
    out = 4;
    now = idle;
    return;
  }
  now(in);
}
