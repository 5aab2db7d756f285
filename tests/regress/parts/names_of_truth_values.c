#include <stdbool.h>

bool lit, lamp;
float level;

void step(void) {
  lamp = lit;
  if (level > 1.0f) lamp = true;
}
