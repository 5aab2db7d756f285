// SPDX-License-Identifier: Apache-2.0
#include "base/text/xml.h"

#include <gtest/gtest.h>

namespace catenary::base {
namespace {

std::string fault(const std::string& text) {
  try {
    (void)parse_xml(text, "f.xml");
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(Xml, IsRead) {
  const XmlElement e = parse_xml(
      "<?xml version='1.0'?><!-- c -->\n<n:a xmlns:n='u' k=\"1 &lt; 2\" "
      "n:l='&#x41;&#66;'>one<b/>two<![CDATA[<&]]><c>three</c >four</n:a>\n",
      "f.xml");
  EXPECT_EQ(e.name, "a");
  EXPECT_EQ(e.attribute("k"), "1 < 2");
  EXPECT_EQ(e.attribute("l"), "AB");
  EXPECT_EQ(e.attributes.size(), 2U);
  EXPECT_EQ(e.text, "one");
  ASSERT_EQ(e.children.size(), 2U);
  EXPECT_EQ(e.children[0].tail, "two<&");
  EXPECT_EQ(e.child("c")->text, "three");
  EXPECT_EQ(e.child("d"), nullptr);
  EXPECT_EQ(e.where.line, 2U);
  EXPECT_EQ(e.plain_text(), "onetwo<&threefour");
}

TEST(Xml, GivesPlainText) {
  EXPECT_EQ(
      parse_xml("<div> a\n <p>b</p>c<br/>d<b>e</b></div>", "f").plain_text(),
      "a b c de");
}

TEST(Xml, OfAnotherFormIsRefused) {
  for (const char* text : {"",
                           "a",
                           "<a>",
                           "<a></b>",
                           "<a/><b/>",
                           "<a/>x",
                           "<a k/>",
                           "<a k=v/>",
                           "<a k='<'/>",
                           "<a>&x;</a>",
                           "<a>&#0;</a>",
                           "<a>&#xD800;</a>",
                           "<a><!-- </a>",
                           "<a",
                           "</a>",
                           "<a>&",
                           "<a k='",
                           "<1/>x",
                           "<!DOCTYPE a [<!ENTITY x 'y'>]><a/>"}) {
    EXPECT_NE(fault(text), "") << text;
  }
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "<a>";
  EXPECT_NE(fault(deep).find("200 deep"), std::string::npos);
}

TEST(Xml, SaysWhere) {
  try {
    (void)parse_xml("<a>\n <b>\n</a>", "f.xml");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_EQ(e.diagnostics()[0].where.to_string(), "f.xml:3:1");
    EXPECT_EQ(e.diagnostics()[0].message, "expected '</b>'");
  }
}

}  // namespace
}  // namespace catenary::base
