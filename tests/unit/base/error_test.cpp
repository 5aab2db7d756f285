// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "base/budget.h"
#include "base/check.h"

namespace catenary::base {
namespace {

TEST(Diagnostic, ShowsTheLineAndACaret) {
  const std::string path = ::testing::TempDir() + "catenary_diagnostic.c";
  std::ofstream(path) << "int x;\n\tint y = z;\n";
  const Diagnostic d{Severity::error,
                     {path, 2, 10},
                     "z is unknown",
                     "name",
                     {{Severity::note, {}, "did you mean x?", "", {}}}};
  EXPECT_EQ(d.render(),
            path +
                ":2:10: error: z is unknown [name]\n"
                "  \tint y = z;\n"
                "  \t        ^\n"
                "note: did you mean x?\n");
}

TEST(Diagnostic, DoesWithoutTheFile) {
  const Diagnostic d{Severity::warning, {"none.c", 4, 0}, "odd", "", {}};
  EXPECT_EQ(d.render(), "none.c:4: warning: odd\n");
}

TEST(InputError, SaysItsFirstDiagnostic) {
  EXPECT_STREQ(InputError({"f", 1, 2}, "bad").what(), "f:1:2: bad");
  EXPECT_STREQ(InputError({}, "bad").what(), "bad");
}

TEST(Check, NamesPlaceConditionAndText) {
  try {
    CATENARY_CHECK(1 > 2, "arithmetic");
    FAIL() << "no exception";
  } catch (const InternalError& e) {
    const std::string text = e.what();
    EXPECT_NE(text.find("1 > 2: arithmetic"), std::string::npos) << text;
    EXPECT_NE(text.find("error_test.cpp:"), std::string::npos) << text;
  }
}

TEST(Budget, StopsForTimeAndInterrupt) {
  Budget budget;
  EXPECT_EQ(budget.poll(), StopReason::none);
  EXPECT_FALSE(budget.has_deadline());
  budget.set_time(std::chrono::milliseconds(1));
  while (budget.poll() == StopReason::none) {
  }
  EXPECT_EQ(budget.poll(), StopReason::time);
  Budget copy = budget;
  copy.interrupt();
  EXPECT_EQ(budget.poll(), StopReason::interrupt);
}

}  // namespace
}  // namespace catenary::base
