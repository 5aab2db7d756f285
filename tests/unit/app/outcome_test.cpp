// SPDX-License-Identifier: Apache-2.0
/// \file
/// How commands of a batch end, and which end is the worst.
#include "app/batch/outcome.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>

namespace catenary::app {
namespace {

using report::BatchEnd;
using report::BatchStatus;

// As app/exit_code.h orders them.
constexpr std::array kWorstFirst = {ExitCode::internal_error,
                                    ExitCode::interrupted,
                                    ExitCode::usage,
                                    ExitCode::tool_error,
                                    ExitCode::findings,
                                    ExitCode::budget_spent,
                                    ExitCode::inconclusive,
                                    ExitCode::success};

TEST(BatchEnds, StandForExitCodes) {
  for (const ExitCode code : kWorstFirst) {
    EXPECT_EQ(code_of(end_of(code)), code);
  }
  EXPECT_EQ(code_of(BatchEnd::crashed), ExitCode::tool_error);
  EXPECT_EQ(code_of(BatchEnd::not_run), ExitCode::budget_spent);
}

TEST(BatchEnds, TheWorstOfAllCounts) {
  EXPECT_EQ(worst_of({}), BatchStatus{});
  for (std::size_t i = 0; i < kWorstFirst.size(); ++i) {
    for (std::size_t k = i; k < kWorstFirst.size(); ++k) {
      const BatchStatus worse{end_of(kWorstFirst[i])};
      const BatchStatus better{end_of(kWorstFirst[k])};
      EXPECT_EQ(worst_of({better, worse}), worse);
      EXPECT_EQ(worst_of({worse, better}), worse);
    }
  }
}

TEST(BatchEnds, HaveNames) {
  for (const auto& [end, name] :
       {std::pair{BatchEnd::defect, "defect"},
        std::pair{BatchEnd::stopped, "stopped"},
        std::pair{BatchEnd::faulty, "faulty"},
        std::pair{BatchEnd::failed, "failed"},
        std::pair{BatchEnd::crashed, "crashed"},
        std::pair{BatchEnd::findings, "findings"},
        std::pair{BatchEnd::limit, "limit"},
        std::pair{BatchEnd::not_run, "not-run"},
        std::pair{BatchEnd::inconclusive, "inconclusive"},
        std::pair{BatchEnd::ok, "ok"}}) {
    EXPECT_EQ(to_string(BatchStatus{end}), name);
  }
  EXPECT_EQ(to_string(BatchStatus{BatchEnd::crashed, 3}), "crashed(3)");
  EXPECT_EQ(to_string(worst_of({{BatchEnd::crashed, 3}, {BatchEnd::ok}})),
            "crashed(3)");
}

}  // namespace
}  // namespace catenary::app
