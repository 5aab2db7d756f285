// SPDX-License-Identifier: Apache-2.0
#include "base/printable.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

namespace catenary::base {
namespace {

TEST(Printable, EscapesWhatSteersATerminal) {
  EXPECT_EQ(printable("\x1b]0;title\x07"), "\\x1b]0;title\\x07");
  EXPECT_EQ(printable("a\n\tb\x7f"), "a\\x0a\\x09b\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\u009b31m");
  EXPECT_EQ(printable("\xe2\x80\xae"
                      "evil\xe2\x81\xa6"),
            "\\u202eevil\\u2066");
  EXPECT_EQ(printable("\xe2\x80\xa8"), "\\u2028");
  EXPECT_EQ(printable(std::string_view("\0\xff\xc3", 3)), "\\x00\\xff\\xc3");
}

TEST(Printable, LeavesTextAlone) {
  const std::string text = "größe ≤ 3 😀 'x' \\n";
  EXPECT_EQ(printable(text), text);
  EXPECT_EQ(printable_lines("a\n\tb"), "a\n\tb");
  EXPECT_EQ(printable_lines("a\rb"), "a\\x0db");
  EXPECT_EQ(printable(""), "");
}

TEST(Printable, TwiceIsTheSameAsOnce) {
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  EXPECT_EQ(printable(printable(all)), printable(all));
  EXPECT_EQ(printable_lines(printable_lines(all)), printable_lines(all));
}

TEST(Printable, CommentsStayOne) {
  EXPECT_EQ(printable_comment("a */ int b; /* c"), "a * / int b; / * c");
  EXPECT_EQ(printable_comment("*/*/*"), "* / * / *");
  EXPECT_EQ(printable_comment("/*/"), "/ * /");
  EXPECT_EQ(printable_comment("a\n*/"), "a\\x0a* /");
}

TEST(Printable, DiagnosticsAreEscaped) {
  const Diagnostic d{Severity::error,
                     {"no\x1b[31m\nfile", 0, 0},
                     "unknown key '\xe2\x80\xaekey'",
                     "code",
                     {}};
  EXPECT_EQ(d.render(),
            "no\\x1b[31m\\x0afile: error: unknown key '\\u202ekey' [code]\n");
}

}  // namespace
}  // namespace catenary::base
