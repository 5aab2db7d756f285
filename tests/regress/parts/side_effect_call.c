static int n;
int bump(void) { return ++n; }
int out, in;
void step(void) {
  out = in;
  if (n == 2) goto error_two;
  n = 0;
  return;
error_two:
  out = 9;
}
