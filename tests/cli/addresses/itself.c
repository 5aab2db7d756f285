// An object that points into itself: a cursor into its own buffer, and what
// the step writes it writes through a pointer that only init() stored.
extern int out;
struct queue {
  struct queue *self;
  unsigned char *put;
  unsigned char buffer[3];
};
static struct queue q;
void init(void) {
  q.self = &q;
  q.put = q.buffer;
}
void step(int in) {
  struct queue *p = q.self;
  if (in != 0) {
    *p->put++ = (unsigned char)in;
    if (p->put == p->buffer + 3) p->put = p->buffer;
  }
  out = p->put == p->buffer + 2 ? 1 : 2;
  if (p->buffer[0] + p->buffer[1] + p->buffer[2] == 6) out = 3;
  if (p->self != &q) out = 4;  // never
}
