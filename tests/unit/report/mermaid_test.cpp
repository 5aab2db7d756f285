// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "report/export/drawing/diagram.h"
#include "report/export/drawing/mermaid_text.h"
#include "unit/suite/example.h"

namespace catenary::report {
namespace {

TEST(MermaidText, KeepsPlainTextAndEscapesTheRest) {
  EXPECT_EQ(mermaid_text("speed = -3 (slow)"), "speed = -3 (slow)");
  EXPECT_EQ(mermaid_text("a;b#c\"d"), "a#59;b#35;c#34;d");
  EXPECT_EQ(mermaid_text("a: b <c> %%{x}"),
            "a#58; b #60;c#62; #37;#37;#123;x#125;");
  EXPECT_EQ(mermaid_text("Tür"), "Tür");
}

TEST(MermaidText, IsNeverAnArrowOrAKeyword) {
  EXPECT_EQ(mermaid_text("a-->b"), "a-#45;#62;b");
  EXPECT_EQ(mermaid_text("end"), "#101;nd");
  EXPECT_EQ(mermaid_text("End"), "#69;nd");
  EXPECT_EQ(mermaid_text("ending"), "ending");
}

TEST(MermaidFile, HasABlockForEachOfSeveralDiagrams) {
  EXPECT_EQ(write_mermaid_file({{"one", "flowchart TB\n"}}), "flowchart TB\n");
  EXPECT_EQ(write_mermaid_file({{"one", "A\n"}, {"two", "B\n"}}),
            "## one\n\n```mermaid\nA\n```\n\n## two\n\n```mermaid\nB\n```\n");
}

TEST(Mermaid, DrawsStepsAsASequence) {
  suite::Suite s = suite::example::cruise();
  s.tests.resize(1);
  const std::string drawn = write_mermaid(s);
  EXPECT_TRUE(
      drawn.starts_with("sequenceDiagram\n  participant Tester\n"
                        "  participant SUT\n  Tester->>SUT: reset"));
  EXPECT_NE(drawn.find("  Note over Tester,SUT: step 1\n"
                       "  Tester->>SUT: i.signal = gas (4)\n"),
            std::string::npos);
}

}  // namespace
}  // namespace catenary::report
