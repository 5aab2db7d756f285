// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "option/table.h"

namespace catenary::option {
namespace {

struct Options {
  std::uint32_t depth = 3;
  std::uint32_t jobs = 1;
  std::vector<std::string> names;
  std::string config;
};

Table<Options> table() {
  Table<Options> t({"sample", "Sample.", "", {}});
  t.row({.name = "depth", .help = "Depth."}, &Options::depth, between(0U, 9U));
  t.row({.name = "jobs", .help = "Threads.", .never_matters = true},
        &Options::jobs,
        between(0U, 9U));
  t.row({.name = "names", .help = "Names."}, &Options::names);
  t.row({.name = "config", .help = "File.", .line_only = true},
        &Options::config);
  return t;
}

std::string fingerprint(const Options& options) {
  return table().fingerprint(&options);
}

TEST(FingerprintTest, IsTheSameForOptionsThatAskForTheSame) {
  EXPECT_EQ(fingerprint({}), fingerprint({3, 8, {}, "file.toml"}));
}

TEST(FingerprintTest, DiffersWhereAnOptionDoes) {
  EXPECT_NE(fingerprint({}), fingerprint({4, 1, {}, ""}));
  EXPECT_NE(fingerprint({}), fingerprint({3, 1, {""}, ""}));
  EXPECT_NE(fingerprint({3, 1, {"a", "b"}, ""}),
            fingerprint({3, 1, {"a\n 1:b"}, ""}));
}

}  // namespace
}  // namespace catenary::option
