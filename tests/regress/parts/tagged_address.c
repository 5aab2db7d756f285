static int a, b;
unsigned long tagged;
int in, out;
void init(void) { tagged = (unsigned long)&a | 1; }
void step(void) {
  if (in < 3) tagged = (unsigned long)(in == 1 ? &a : &b) | 1;
  *(int*)(tagged & ~1ul) = in;
  out = a;
}
