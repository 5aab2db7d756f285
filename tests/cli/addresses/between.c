// Objects that point to each other; who points to whom changes.
extern int out;
struct node {
  struct node *other;
  int marked;
};
static struct node a, b, c;
void init(void) {
  a.other = &b;
  b.other = &c;
  c.other = &a;
}
void step(int in) {
  if (in == 0) {
    struct node *old = a.other;
    a.other = b.other;
    b.other = old;
  }
  if (in == 1) c.other = c.other->other;
  if (in == 2) a.other->marked = !a.other->marked;
  out = b.other == &b ? 1 : b.other == &c ? 2 : 3;
  if (c.other == &c && b.marked) out = 4;
  if (c.marked && a.marked) out = 5;
}
