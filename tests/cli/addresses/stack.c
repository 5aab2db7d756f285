// The address of a local variable is kept, but only within a step used.
extern int out;
static int *where, last;
static void add(void) { *where += last; }
void init(void) { where = 0; }
void step(int in) {
  int local = in;
  where = &local;
  add();
  out = local;
  last = in;
}
