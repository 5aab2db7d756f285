struct { int pre : 2; int x : 3; } field;
int other;
static int before, sw;
void step(void) {
  before = (before + (other < 1)) % 4;
  switch (field.x) {
    case 0: sw = 1; break;
    default: if (field.x != 3) sw = 2;
  }
}
