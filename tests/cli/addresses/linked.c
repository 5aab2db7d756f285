// A list whose elements come from a pool and go back to it.
extern int out;
struct element {
  struct element *next;
  int value;
};
static struct element pool[3];
static struct element *unused, *head;
void init(void) {
  pool[0].next = &pool[1];
  pool[1].next = &pool[2];
  unused = pool;
}
void step(int in) {
  out = 0;
  if (in == 0 && head != 0) {
    struct element *gone = head;
    head = gone->next;
    gone->next = unused;
    unused = gone;
    out = 1;
  } else if (in != 0 && unused != 0) {
    struct element *fresh = unused;
    unused = fresh->next;
    fresh->next = head;
    fresh->value = in;
    head = fresh;
    out = 2;
  } else if (in != 0) {
    out = 3;
  }
  if (unused == &pool[2] && head == &pool[0] && head->value == 2) out = 4;
  if (head == &pool[2] && head->next == &pool[0]) out = 5;
}
