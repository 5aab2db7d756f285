// A pointer that walks through an array, to one past its end and back.
extern int out;
static const int values[4] = {3, 1, 4, 2};
static const int *at = values;
void init(void) { at = values; }
void step(int in) {
  if (in == 1 && at != values + 4) ++at;
  if (in == 2 && at != values) --at;
  out = at == values + 4 ? 6 : *at;
  if (at - values == 3 && in == 2) out = 5;
}
