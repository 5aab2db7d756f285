// Pointers to constants and to characters of strings.
extern int out;
static const char *const names[2] = {"ab", "cde"};
static const char *at;
static const char *const *name;
void init(void) {
  name = names;
  at = *name;
}
void step(int in) {
  if (in == 1 && *at != 0) ++at;
  if (in == 2) {
    name = name == names ? names + 1 : names;
    at = *name;
  }
  switch (*at) {
    case 'a': out = 1; break;
    case 'b': out = 2; break;
    case 'd': out = 3; break;
    case 'e': out = 4; break;
    case 0: out = name == names ? 5 : 6; break;
    default: out = 7;
  }
}
