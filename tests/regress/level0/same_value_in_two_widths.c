// WHY:    an input that is used in two widths defeats its classes; that must
//         cost precision, never the tool.
// RUN:    check
// EXIT:   0
static signed char x;
static unsigned char s0;
int y;
void step(void) { s0 = y ? x : s0; }
