signed char in;
struct Mode {
  int n = 0;
  __attribute__((noinline)) void up() { n = (n + 1) % 3; }
  __attribute__((noinline)) void off() { n = 0; }
};
static Mode mode;
static void (Mode::*method)() = &Mode::up;
struct Base {
  long n = 0;
  __attribute__((noinline)) virtual void go(int v) {
    if (v > 1) n = (n + 1) % 2;
  }
};
struct Child : Base {
  int z = 0;
  void go(int v) override { z = (z + v) & 3; }
};
static Base base;
static Child child;
static Base* all[] = {&base, &child};
void step(void) {
  if (in < 3) method = method == &Mode::up ? &Mode::off : &Mode::up;
  (mode.*method)();
  for (Base* b : all) b->go(in);
}
