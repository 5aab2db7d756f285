// SPDX-License-Identifier: Apache-2.0
#include "report/export/findings/markdown.h"

#include <gtest/gtest.h>

namespace catenary::report {
namespace {

TEST(MarkdownText, IsNeverMarkup) {
  EXPECT_EQ(markdown_text("a|b *c* [d](e) `f`"),
            "a\\|b \\*c\\* \\[d\\](e) \\`f\\`");
  EXPECT_EQ(markdown_text("<b>&"), "&lt;b&gt;&amp;");
  EXPECT_EQ(markdown_text("@you #12"), "@&#8203;you \\#&#8203;12");
  EXPECT_EQ(markdown_text("http://e.org www.e.org"),
            "http\\://e.org www\\.e.org");
}

}  // namespace
}  // namespace catenary::report
