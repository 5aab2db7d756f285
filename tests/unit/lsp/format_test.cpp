// SPDX-License-Identifier: Apache-2.0
#include "lsp/format.h"

#include <gtest/gtest.h>

namespace catenary::lsp {
namespace {

TEST(LspFormat, TakesBlanksFromEndsOfLines) {
  EXPECT_EQ(tidied("a  \nb\t\r\n\n  c", false, {}), "a\nb\r\n\n  c\n");
  EXPECT_EQ(tidied("", false, {}), "");
}

TEST(LspFormat, IndentsByBraces) {
  EXPECT_EQ(tidied("a {\nb;\n      c {\nd;\n}\n}\n", true, {}),
            "a {\n  b;\n  c {\n    d;\n  }\n}\n");
  EXPECT_EQ(tidied("a {\nb;\n}\n", true, {4, true}), "a {\n\tb;\n}\n");
}

TEST(LspFormat, KeepsWhatContinues) {
  // Within brackets, behind an operator, labels and sections.
  for (const char* text : {"a {\n  f( b;\n       c );\n}\n",
                           "a {\n  b = c +\n      d;\n}\n",
                           "a {\nlabel:\n}\n",
                           "a {\n@public:\n}\n"}) {
    EXPECT_EQ(tidied(text, true, {}), text);
  }
}

TEST(LspFormat, KeepsLiteralsOfSeveralLines) {
  for (const char* text : {"a {\n  /* {  \n x */\n}\n",
                           "a {\n  ```  \n{ x;  \n ```\n}\n",
                           "a {\n  R\"x(  \n{  \n)x\"\n}\n"}) {
    EXPECT_EQ(tidied(text, true, {}), text);
  }
  EXPECT_EQ(tidied("a = '''  \nb  \n'''  \n", false, {}),
            "a = '''  \nb  \n'''\n");
}

}  // namespace
}  // namespace catenary::lsp
