// SPDX-License-Identifier: Apache-2.0
#include "option/text.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>

#include "base/error.h"
#include "option/suggest.h"

namespace catenary::option {
namespace {

using std::chrono::milliseconds;

template <typename T>
T parsed(std::string_view text) {
  T out{};
  parse_text(text, out);
  return out;
}

TEST(Text, ReadsDurations) {
  EXPECT_EQ(parsed<milliseconds>("0"), milliseconds(0));
  EXPECT_EQ(parsed<milliseconds>("250ms"), milliseconds(250));
  EXPECT_EQ(parsed<milliseconds>("30s"), milliseconds(30000));
  EXPECT_EQ(parsed<milliseconds>("5m"), milliseconds(300000));
  EXPECT_EQ(parsed<milliseconds>("1h2m3s4ms"), milliseconds(3723004));
  EXPECT_EQ(parsed<milliseconds>("1.5s"), milliseconds(1500));
  for (const char* bad :
       {"", "30", "-1s", "s", "5 m", "5x", "5mm", "1e3s", "30s ", "nans"}) {
    EXPECT_THROW(parsed<milliseconds>(bad), base::InputError) << bad;
  }
  EXPECT_THROW(parsed<milliseconds>("9999999999h"), base::InputError);
}

TEST(Text, ReadsTimesThatMayBeOff) {
  EXPECT_EQ(parsed<TimeOrOff>("off").time, milliseconds(0));
  EXPECT_EQ(parsed<TimeOrOff>("2s").time, milliseconds(2000));
  EXPECT_THROW(parsed<TimeOrOff>("on"), base::InputError);
  EXPECT_EQ(print_text(TimeOrOff{}), "off");
  EXPECT_EQ(print_text(TimeOrOff{milliseconds(500)}), "500ms");
}

TEST(Text, ReadsSizes) {
  EXPECT_EQ(parsed<Bytes>("0").count, 0U);
  EXPECT_EQ(parsed<Bytes>("1000").count, 1000U);
  EXPECT_EQ(parsed<Bytes>("512M").count, std::uint64_t{512} << 20);
  EXPECT_EQ(parsed<Bytes>("1.5G").count, std::uint64_t{3} << 29);
  EXPECT_EQ(parsed<Bytes>("4GiB").count, std::uint64_t{4} << 30);
  for (const char* bad : {"", "M", "-1M", "5X", "5MX", "99999999T", "1 G"}) {
    EXPECT_THROW(parsed<Bytes>(bad), base::InputError) << bad;
  }
}

TEST(Text, ReadsNumbers) {
  EXPECT_EQ(parsed<std::uint32_t>("4294967295"), 4294967295U);
  EXPECT_EQ(parsed<std::uint64_t>("18446744073709551615"), ~std::uint64_t{0});
  EXPECT_EQ(parsed<double>("2.5"), 2.5);
  for (const char* bad : {"", "-1", "+1", "1.0", "0x10", "1 ", "a"}) {
    EXPECT_THROW(parsed<std::uint32_t>(bad), base::InputError) << bad;
  }
  EXPECT_THROW(parsed<std::uint32_t>("4294967296"), base::InputError);
  EXPECT_THROW(parsed<double>("inf"), base::InputError);
  EXPECT_THROW(parsed<bool>("yes"), base::InputError);
}

TEST(Text, SaysWhatItExpectedAndFound) {
  try {
    parsed<milliseconds>("5 minutes");
    FAIL() << "no exception";
  } catch (const base::InputError& e) {
    EXPECT_STREQ(e.what(),
                 "expected a duration such as 250ms, 30s or 5m, "
                 "found '5 minutes'");
  }
}

TEST(Text, ReadsWhatItPrints) {
  EXPECT_TRUE(rc::check("durations", [] {
    const milliseconds d(*rc::gen::inRange<std::int64_t>(0, 1'000'000'000));
    RC_ASSERT(parsed<milliseconds>(print_text(d)) == d);
  }));
  EXPECT_TRUE(rc::check("sizes", [] {
    const Bytes b{*rc::gen::inRange<std::uint64_t>(0, 1ULL << 50)
                  << *rc::gen::inRange(0, 10)};
    RC_ASSERT(parsed<Bytes>(print_text(b)) == b);
  }));
  EXPECT_TRUE(rc::check("numbers", [](double x, std::uint64_t n) {
    RC_ASSERT(parsed<double>(print_text(x)) == x);
    RC_ASSERT(parsed<std::uint64_t>(print_text(n)) == n);
  }));
  EXPECT_EQ(print_text(milliseconds(90000)), "1m30s");
  EXPECT_EQ(print_text(Bytes{std::uint64_t{1} << 31}), "2G");
}

TEST(Suggest, CountsEdits) {
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("ab", "ba"), 1U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
}

TEST(Suggest, NamesTheNearestOnlyWhenItIsNear) {
  const std::vector<std::string> names{"max-steps", "timeout", "jobs"};
  EXPECT_EQ(nearest("max-step", names), "max-steps");
  EXPECT_EQ(nearest("tiemout", names), "timeout");
  EXPECT_EQ(nearest("zzz", names), "");
  EXPECT_EQ(did_you_mean("job", names, "--"), "; did you mean '--jobs'?");
  EXPECT_EQ(did_you_mean("nothing-like-it", names), "");
}

TEST(Suggest, NamesSomeWhereNoneIsNear) {
  const std::vector<std::string> few{"a1", "b2", "c3"};
  EXPECT_EQ(did_you_mean_or_list("b", few), "; did you mean 'b2'?");
  EXPECT_EQ(did_you_mean_or_list("zzz", few), "; there are: a1, b2, c3");
  const std::vector<std::string> many{"a", "b", "c", "d", "e", "f", "g"};
  EXPECT_EQ(did_you_mean_or_list("zzz", many),
            "; there are: a, b, c, d, e, and 2 more");
  EXPECT_EQ(did_you_mean_or_list("zzz", {}), "; there are none");
}

}  // namespace
}  // namespace catenary::option
