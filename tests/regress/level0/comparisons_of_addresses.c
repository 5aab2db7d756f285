// SPDX-License-Identifier: Apache-2.0
// WHY:    what C says of addresses is the same in every run and is decided: order and distance within an object, its end, equality, tags, exclusive or, indices made of pointers.
// RUN:    generate --cover branch
// EXIT:   0
// JSON:   summary.undecided == 0
// JSON:   goals[id=comparisons_of_addresses.c:32:9:true].status == covered
// JSON:   goals[id=comparisons_of_addresses.c:34:9:true].status == covered
// JSON:   goals[id=comparisons_of_addresses.c:36:9:true].status == covered
// JSON:   goals[id=comparisons_of_addresses.c:38:9:true].status == covered
// JSON:   goals[id=comparisons_of_addresses.c:41:9:true].status == covered
// JSON:   goals[id=comparisons_of_addresses.c:43:9:false].status == unreachable
// JSON:   goals[id=comparisons_of_addresses.c:44:9:true].status == covered
// JSON:   goals[id=comparisons_of_addresses.c:46:9:true].status == covered
// JSON:   goals[id=comparisons_of_addresses.c:49:9:true].status == covered
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

struct node {
  struct node *next;
  int value;
};
static struct node n1 = {0}, n2 = {0}, n3 = {0}, *list = &n1;
static unsigned char buffer[4], *write_to = buffer;
static unsigned char area[16];
static unsigned used;
static uintptr_t link, tagged;

int main(void) {
  while (1) {
    unsigned char c = __VERIFIER_nondet_uchar();
    *write_to++ = c;
    if (write_to >= buffer + 4) write_to = buffer;
    // Within an object.
    if (write_to - buffer == 3) used |= 1u << (write_to - buffer);
    // An index is no address, nor what is made of it.
    if (used == 8) n1.value = 0;
    // Objects are told apart.
    if (list == &n3) list = 0;
    list = !list ? &n1 : list == &n1 ? &n2 : &n3;
    link = (uintptr_t)&n1 ^ (uintptr_t)list;
    if ((struct node *)(link ^ (uintptr_t)&n1) == &n2) n2.value = c;
    tagged = (uintptr_t)&n1 | (c & 1);
    if ((tagged & ~(uintptr_t)7) == (uintptr_t)&n1) n3.value = c;
    if (tagged & 1) n1.value = n2.value + n3.value;
    // Room behind the begin of what is left, and the next aligned place.
    if (write_to + (c & 7) > buffer + 4) n3.value = 0;
    unsigned char *p = (unsigned char *)(((uintptr_t)area + 7) & ~(uintptr_t)7);
    p[c & 3] = c & 1;
    if ((int)(&p[1] - area) == 1 && area[3]) n2.value = 0;
  }
}
