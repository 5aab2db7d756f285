// SPDX-License-Identifier: Apache-2.0
#include "option/applies.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace catenary::option {
namespace {

enum class Way : std::uint8_t { plain, random };

struct Options {
  std::uint32_t depth = 0;
  std::string file{};
  std::string map{};
  Way way = Way::plain;
};

Table<Options> table() {
  Table<Options> t({"search", "Searches.", "", {}});
  t.row({.name = "depth",
         .value = "N",
         .help = "Depth.",
         .applies = {.kinds = {"programs", "machines"}, .methods = {"random"}}},
        &Options::depth,
        between(0U, 9U));
  t.row({.name = "file", .value = "FILE", .help = "A file."}, &Options::file);
  t.row({.name = "map",
         .value = "MAP",
         .help = "A map.",
         .applies = {.with = "file"}},
        &Options::map);
  t.row({.name = "way",
         .value = "WAY",
         .help = "How.",
         .value_applies = {{"random", {.kinds = {"programs"}}}}},
        &Options::way,
        {{"plain", Way::plain}, {"random", Way::random}});
  return t;
}

std::string why(const Options& options,
                const std::string& kind,
                const std::string& method = "") {
  return find_inapplicable(table(), &options, {kind, "m.c", method})
      .value_or("");
}

TEST(Applies, AcceptsDefaultsEverywhere) {
  EXPECT_EQ(why({}, "requirements"), "");
}

TEST(Applies, AcceptsAnOptionWhereItHasAMeaning) {
  EXPECT_EQ(why({.depth = 2}, "machines", "random"), "");
}

TEST(Applies, RefusesAnOptionForAnotherKindOfModel) {
  EXPECT_EQ(why({.depth = 2}, "requirements", "random"),
            "--depth is not supported for requirements ('m.c'); expected "
            "programs or machines");
}

TEST(Applies, RefusesAnOptionForAnotherMethod) {
  EXPECT_EQ(why({.depth = 2}, "programs", "plain"),
            "--depth requires --method random");
}

TEST(Applies, RefusesAnOptionWithoutTheOneItIsFor) {
  EXPECT_EQ(why({.map = "a"}, "programs"), "--map requires --file");
  EXPECT_EQ(why({.file = "f", .map = "a"}, "programs"), "");
}

TEST(Applies, RefusesASingleValue) {
  EXPECT_EQ(why({.way = Way::random}, "machines"),
            "--way random is not supported for machines ('m.c'); expected "
            "programs");
}

TEST(Applies, IsDescribedInTheHelp) {
  EXPECT_EQ(describe_applies({}), "");
  EXPECT_EQ(describe_applies({.kinds = {"a", "b"}, .methods = {"c", "d"}}),
            "Only for a and b with --method c or d.");
  EXPECT_EQ(describe_applies({.with = "file"}), "Only with --file.");
}

}  // namespace
}  // namespace catenary::option
