// SPDX-License-Identifier: Apache-2.0
#include "base/problems.h"

#include <gtest/gtest.h>

namespace catenary::base {
namespace {

std::string thrown(const Problems& problems) {
  std::string out;
  try {
    problems.throw_errors();
  } catch (const InputError& e) {
    for (const Diagnostic& d : e.diagnostics()) {
      out += std::to_string(d.where.line) + ":" +
             std::to_string(d.where.column) + " " + d.message + " " + d.code +
             "\n";
    }
  }
  return out;
}

TEST(Problems, ReportsAllInTheOrderOfTheText) {
  Problems p("f", "lang");
  EXPECT_EQ(thrown(p), "");
  p.error({3, 1}, "later", "lang-b");
  p.again({2, 9}, "twice", "lang-a", {1, 1});
  p.warning({1, 1}, "odd", "lang-w");
  EXPECT_EQ(thrown(p), "2:9 twice lang-a\n3:1 later lang-b\n");
  ASSERT_EQ(p.warnings().size(), 1U);
  EXPECT_EQ(p.warnings()[0].message, "odd");
}

TEST(Problems, KeepsTheFirstErrorOfAPlace) {
  Problems p("f", "lang");
  p.error({1, 1}, "first", "lang-a");
  p.again({1, 1}, "its consequence", "lang-b", {1, 2});
  EXPECT_EQ(thrown(p), "1:1 first lang-a\n");
}

TEST(Problems, StopsWhenThereAreManyAndSaysSo) {
  Problems p("f", "lang");
  for (std::uint32_t i = 1; i <= 60; ++i) p.error({i, 1}, "x", "lang-a");
  EXPECT_TRUE(p.full());
  const std::string all = thrown(p);
  EXPECT_NE(all.find("50:1 x"), std::string::npos);
  EXPECT_EQ(all.find("51:1 x"), std::string::npos);
  EXPECT_NE(all.find("lang-many"), std::string::npos);
}

}  // namespace
}  // namespace catenary::base
