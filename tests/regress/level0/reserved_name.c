// SPDX-License-Identifier: Apache-2.0
// WHY:    a name that Catenary adds to programs is taken; whoever uses it is
//         told, at its place.
// RUN:    generate
// EXIT:   2
// ERROR:  reserved_name.c:9: error: the name '__cat_collect' is Catenary's own
int in, x;

void __cat_collect(void) {
  x = 77;
}

void step(void) {
  if (in == 2) __cat_collect();
}
