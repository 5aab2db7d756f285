// SPDX-License-Identifier: Apache-2.0
#include "engine/concolic/native.h"

#include <gtest/gtest.h>

#include <string>

#include "base/work_clock.h"
#include "unit/engine/c_program.h"

namespace catenary::engine::concolic {
namespace {

/// The work of going on from a run of ten steps with so many inputs.
base::WorkClock::duration price_of_resuming(int inputs) {
  std::string text =
      "int in[" + std::to_string(inputs) + "];\nvoid step(void) {\n";
  for (int k = 0; k < inputs; ++k) {
    text += "CATENARY_INPUT(in[" + std::to_string(k) + "]);\n";
  }
  const model::StepSystem system =
      test::program(text + "if (in[0] > 3) in[0] = 0;\n}\n");
  reach::Board board(system, {});
  const ConcolicOptions options;
  Native native(system, options, {}, board);
  native.start(classes::Bytes(system.initial_letter_bytes()));
  for (int k = 0; k < 10; ++k) {
    native.step(classes::Bytes(system.letter_bytes()));
  }
  const Run run = native.run();
  const auto before = base::WorkClock::now();
  native.resume(run);
  return base::WorkClock::now() - before;
}

TEST(Native, CopiesOfInputsCostByTheirSize) {
  EXPECT_GT(price_of_resuming(60), price_of_resuming(1) * 2);
  EXPECT_EQ(price_of_resuming(60), price_of_resuming(60));
}

}  // namespace
}  // namespace catenary::engine::concolic
