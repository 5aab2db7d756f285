// SPDX-License-Identifier: Apache-2.0
#include "program/native/native.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
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

/// Catches up with the time, as drivers do. What a period adds to the sum has
/// no formula that the compiler knows.
constexpr const char* kCatchUp = R"c(
unsigned now, last, sum;
static void pass(void) { last += 10; sum = sum * 31 + last; sum ^= sum >> 7; }
void __cat_init(void) { while (last < 100000) pass(); last = 0; sum = 0; }
void __cat_step(void) {
  __cat_hit(0);
  while (now - last >= 10) pass();
}
INPUT(0, now, 6)
OUTPUT(0, last, 6)
)c";

/// A program that catches up, and what it is told.
class CatchUp : public testing::Test {
 protected:
  CatchUp() {
    test::Wiring wiring;
    wiring.inputs = wiring.outputs = wiring.goals = 1;
    built_ = build_step(kCatchUp, wiring);
    stepper_ = built_.factory->make();
    const std::array<std::byte, 8> letter{};
    // Also of an initialisation, which is never given up.
    EXPECT_EQ(stepper_->reset(letter.data()), StepOutcome::running);
    (void)stepper_->take_loop_price();
  }
  StepOutcome step(std::uint32_t now) {
    std::array<std::byte, 8> letter{};
    std::memcpy(letter.data(), &now, sizeof now);
    return stepper_->step(letter.data());
  }

  Built built_;
  std::unique_ptr<model::Stepper> stepper_;
};

TEST_F(CatchUp, StepsAreGivenUpAfterTheAllowedIterations) {
  stepper_->limit_loops(1000);
  EXPECT_EQ(step(9'999), StepOutcome::running);
  EXPECT_EQ(out_of(*stepper_), "9990");
  EXPECT_EQ(stepper_->hits()[0], 1U);
  std::vector<std::byte> before(stepper_->state_bytes());
  stepper_->save(before.data());
  EXPECT_EQ(step(4'000'000'000), StepOutcome::discarded);
  EXPECT_EQ(stepper_->hits()[0], 0U);
  EXPECT_EQ(stepper_->event().text, "more iterations of loops than allowed");
  // As after any step that was refused.
  stepper_->load(before.data());
  EXPECT_EQ(out_of(*stepper_), "9990");
  EXPECT_EQ(step(10'003), StepOutcome::running);
  EXPECT_EQ(out_of(*stepper_), "10000");
}

TEST_F(CatchUp, InitialisationsAreNotGivenUp) {
  stepper_->limit_loops(1);
  const std::array<std::byte, 8> letter{};
  EXPECT_EQ(stepper_->reset(letter.data()), StepOutcome::running);
  EXPECT_EQ(step(5), StepOutcome::running);
  EXPECT_EQ(step(100), StepOutcome::discarded);
}

TEST_F(CatchUp, LongLoopsHaveAPriceThatIsTakenOnce) {
  EXPECT_EQ(step(5'000), StepOutcome::running);
  EXPECT_EQ(stepper_->take_loop_price().count(), 0) << "500 iterations";
  EXPECT_EQ(step(1'005'000), StepOutcome::running);
  EXPECT_EQ(stepper_->take_loop_price().count(), 2 * 100'000);
  EXPECT_EQ(stepper_->take_loop_price().count(), 0);
}

}  // namespace
}  // namespace catenary::program
