#include <assert.h>
#include <string.h>
signed char in;
int out;
static char text[4] = "a";
struct Counter {
  int n = 0;
  __attribute__((noinline)) void up() { n = (n + 1) % 3; }
  __attribute__((noinline)) void off() { n = 0; }
};
static Counter counter;
static void (Counter::*method)() = &Counter::up;
void step(void) {
  assert(in < 4);
  if (in > 0) method = method == &Counter::up ? &Counter::off : &Counter::up;
  (counter.*method)();
  strcpy(text, in < 2 ? "ab" : "");
  out = counter.n + (strncmp(text, "abc", 2) == 0);
}
