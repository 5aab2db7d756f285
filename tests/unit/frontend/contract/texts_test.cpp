// SPDX-License-Identifier: Apache-2.0
#include "frontend/contract/fret/texts.h"

#include <gtest/gtest.h>

#include "base/temporary_directory.h"
#include "base/text_file.h"
#include "sample.h"

namespace catenary::frontend::contract::test {
namespace {

std::string shown(const std::vector<RequirementText>& all) {
  std::string out;
  for (const RequirementText& r : all) {
    out += std::to_string(r.where.line) + " " + r.id + "=" + r.text + "|";
  }
  return out;
}

std::string csv(const std::string& text) {
  try {
    return shown(read_csv_texts(text, "t.csv"));
  } catch (const base::InputError& e) {
    return test::shown(e.diagnostics()[0]);
  }
}

TEST(Csv, IsRead) {
  EXPECT_EQ(csv("a,first\r\nb,\"say \"\"no\"\", twice\"\r\n"),
            "1 a=first|2 b=say \"no\", twice|");
  EXPECT_EQ(csv("\xEF\xBB\xBFText;State;ID\nfirst;open;a\n\n\"two\nlines\";;b"),
            "2 a=first|4 b=two\nlines|");
  EXPECT_EQ(csv(""), "");
}

TEST(Csv, OfAnotherFormIsRefused) {
  EXPECT_EQ(csv("a,\"x"), "1:3: this field has no end: expected '\"' [csv]\n");
  EXPECT_EQ(csv("a,\"x\"y"),
            "1:6: a quote inside of a field: expected '\"\"' there, or the end "
            "of the field [csv]\n");
  EXPECT_EQ(csv("a,b\nc"),
            "2:1: this row has 1 fields: expected an id and a text [csv]\n");
  EXPECT_EQ(csv("a,b\n,c"), "2:1: this row has no id: expected one [csv]\n");
  EXPECT_EQ(csv("a,b\na,c"),
            "2:1: a second text of the id 'a': expected one for each "
            "[req-duplicate]\n");
}

constexpr const char* kReqif = R"(<?xml version="1.0" encoding="UTF-8"?>
<REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd">
<CORE-CONTENT><REQ-IF-CONTENT>
<SPEC-TYPES><SPEC-OBJECT-TYPE IDENTIFIER="t"><SPEC-ATTRIBUTES>
<ATTRIBUTE-DEFINITION-STRING IDENTIFIER="_id" LONG-NAME="ReqIF.ForeignID"/>
<ATTRIBUTE-DEFINITION-XHTML IDENTIFIER="_tx" LONG-NAME="ReqIF.Text"/>
</SPEC-ATTRIBUTES></SPEC-OBJECT-TYPE></SPEC-TYPES>
<SPEC-OBJECTS>
<SPEC-OBJECT IDENTIFIER="o1"><VALUES>
<ATTRIBUTE-VALUE-STRING THE-VALUE="REQ-1"><DEFINITION>
<ATTRIBUTE-DEFINITION-STRING-REF>_id</ATTRIBUTE-DEFINITION-STRING-REF>
</DEFINITION></ATTRIBUTE-VALUE-STRING>
<ATTRIBUTE-VALUE-XHTML><DEFINITION>
<ATTRIBUTE-DEFINITION-XHTML-REF>_tx</ATTRIBUTE-DEFINITION-XHTML-REF>
</DEFINITION><THE-VALUE><x:div xmlns:x="http://www.w3.org/1999/xhtml">
 A <x:b>bold</x:b> &amp; short<x:br/>text.</x:div></THE-VALUE>
</ATTRIBUTE-VALUE-XHTML></VALUES></SPEC-OBJECT>
<SPEC-OBJECT IDENTIFIER="o2"/>
</SPEC-OBJECTS></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>
)";

TEST(Reqif, IsRead) {
  EXPECT_EQ(shown(read_reqif_texts(kReqif, "t.reqif")),
            "9 REQ-1=A bold & short text.|");
}

TEST(Reqif, OfAnotherFormIsRefused) {
  const std::string whole = kReqif;
  for (std::size_t n = 0; n + 2 < whole.size(); n += 7) {
    EXPECT_THROW((void)read_reqif_texts(whole.substr(0, n), "t.reqif"),
                 base::InputError)
        << n;
  }
  EXPECT_THROW((void)read_reqif_texts("<html/>", "t"), base::InputError);
}

TEST(Texts, AreGivenToRequirements) {
  const base::TemporaryDirectory directory;
  const std::string path = directory.file("t.csv");
  base::write_file(path,
                   "id,text\nR1,one\nD 2,two\nR9,nine\nR3,three\n",
                   base::Overwrite::no);
  FileSyntax file = read(
      "interface a\noutput o : bool\nview v\nreq R1 step: o'\n"
      "req R2 from \"D 2\" step: o'\nreq R3 \"other\" step: o'",
      "m.req");
  const auto warnings = attach_texts(file, path);
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_EQ(warnings[0].message, "no requirement has the id 'R9'");
  EXPECT_EQ(warnings[1].message,
            "the text replaces another one of requirement 'R3'");
  const model::Interface a = understand(file, "m.req");
  EXPECT_EQ(a.requirements[0].text, "one");
  EXPECT_EQ(a.requirements[1].text, "two");
  EXPECT_EQ(a.requirements[2].text, "three");
}

}  // namespace
}  // namespace catenary::frontend::contract::test
