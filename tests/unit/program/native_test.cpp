// SPDX-License-Identifier: Apache-2.0
#include "program/native/native.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "unit/program/program.h"

namespace catenary::program {
namespace {

using model::StepOutcome;
using test::build_step;

/// A list of two elements, whose order changes with every step; init() alone
/// stores addresses.
constexpr const char* kList = R"c(
struct element { struct element *next; int value; };
static struct element a, b, *head;
int out;
void __cat_init(void) { head = &a; a.next = &b; a.value = 1; b.value = 2; }
void __cat_step(void) {
  struct element *first = head;
  head = first->next;
  head->next = first;
  out = head->value;
  head->value += 10;
}
OUTPUT(0, out, 5)
)c";

std::string out_of(model::Stepper& stepper) {
  return stepper.output(0).to_string();
}

TEST(Native, SteppersUnderstandStatesWithAddressesOfEachOther) {
  test::Wiring wiring;
  wiring.outputs = 1;
  const Built built = build_step(kList, wiring);
  ASSERT_FALSE(built.portable_states);
  const auto one = built.factory->make();
  const auto other = built.factory->make();
  const std::array<std::byte, 8> letter{};
  std::vector<std::byte> state(one->state_bytes());
  one->reset(letter.data());
  ASSERT_EQ(one->step(letter.data()), StepOutcome::running);
  EXPECT_EQ(out_of(*one), "2");
  one->save(state.data());
  other->load(state.data());
  ASSERT_EQ(other->step(letter.data()), StepOutcome::running);
  EXPECT_EQ(out_of(*other), "1");
  // Neither changed anything of the other.
  EXPECT_EQ(out_of(*one), "2");
  ASSERT_EQ(one->step(letter.data()), StepOutcome::running);
  EXPECT_EQ(out_of(*one), "1");
  ASSERT_EQ(one->step(letter.data()), StepOutcome::running);
  EXPECT_EQ(out_of(*one), "12");
  EXPECT_EQ(out_of(*other), "1");
}

TEST(Native, SteppersThatCameLaterBeginUntouched) {
  test::Wiring wiring;
  wiring.outputs = 1;
  const Built built = build_step(kList, wiring);
  const std::array<std::byte, 8> letter{};
  {
    const auto gone = built.factory->make();
    gone->reset(letter.data());
    gone->step(letter.data());
  }
  const auto fresh = built.factory->make();
  fresh->reset(letter.data());
  EXPECT_EQ(out_of(*fresh), "0");
  fresh->step(letter.data());
  EXPECT_EQ(out_of(*fresh), "2");
}

}  // namespace
}  // namespace catenary::program
