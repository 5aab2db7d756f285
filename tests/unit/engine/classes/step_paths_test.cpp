// SPDX-License-Identifier: Apache-2.0
/// \file
/// Paths of single steps, and the budget within which new ones are found.
#include "engine/classes/step_paths.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstring>
#include <thread>
#include <vector>

#include "base/error.h"
#include "unit/engine/c_program.h"

namespace catenary::engine::classes {
namespace {

TEST(StepPaths, HaveTheBudgetOfTheirOwner) {
  const model::StepSystem system = test::program(R"c(
int a;
static int n;
void step(void) {
  CATENARY_INPUT(a);
  if (a > 100) {
    for (int i = 0; i < 4000; ++i) n = n * 3 ^ i;
  }
  CATENARY_GOAL("any", n == 1);
}
)c");
  const std::vector<std::byte> state(system.factory->make()->state_bytes());
  const auto letter = [&system](int value) {
    Bytes out(system.letter_bytes());
    std::memcpy(out.data(), &value, sizeof value);
    return out;
  };
  base::Budget budget;
  StepPaths paths(system, budget);
  const StepPath* small = &paths.find(state.data(), letter(1));
  budget.set_time(std::chrono::milliseconds(1));
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  // A known path costs no time, a new one does.
  EXPECT_EQ(&paths.find(state.data(), letter(2)), small);
  EXPECT_THROW((void)paths.find(state.data(), letter(1000)),
               base::StoppedError);
  // A search may give the next one a share of its own.
  budget = base::Budget();
  EXPECT_NE(&paths.find(state.data(), letter(1000)), small);
}

}  // namespace
}  // namespace catenary::engine::classes
