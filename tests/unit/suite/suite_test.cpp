// SPDX-License-Identifier: Apache-2.0
/// \file
/// Suites: written, read and written again gives the same bytes; faulty
/// documents are refused with the place of the fault.
#include "suite/suite.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <string>
#include <utility>

#include "suite/prefixes.h"
#include "suite/read.h"
#include "suite/write.h"
#include "unit/suite/example.h"

namespace catenary::suite {
namespace {

using logic::Value;

std::string message_of(const std::string& text) {
  try {
    (void)read_suite(text, "s.json");
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "accepted";
}

/// `text` with the first `from` replaced; the test fails where there is none.
std::string with(std::string text,
                 const std::string& from,
                 const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

TEST(Suite, WrittenAndReadIsTheSame) {
  for (const Suite& suite : {example::cruise(), example::zoo(), Suite{}}) {
    const std::string text = write_suite(suite);
    const Suite back = read_suite(text, "s.json");
    EXPECT_EQ(back, suite);
    EXPECT_EQ(write_suite(back), text);
  }
}

TEST(Suite, ValuesAreWrittenAsTheFormatSays) {
  const std::string text = write_suite(example::zoo());
  for (const char* part : {
           "\"wide\": \"18446744073709551615\"",
           "\"big\": \"-9007199254740993\"",
           "\"q\": \"-22/7\"",
           "\"dt\": \"1/3\"",
           "\"d\": \"NaN\"",
           "\"s.mode\": \"OFF\"",
           "{\"interval\": [0.1, 1e+30], \"open\": \"hi\"}",
           "{\"set\": [\"#x005\", \"#xfff\"]}",
       }) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(Suite, CommonPrefixesAreStoredOnce) {
  const Suite suite = example::zoo();
  const PrefixTable table = share_prefixes(suite);
  // Tests 0 and 2 share two steps, test 1 the first of them.
  ASSERT_EQ(table.prefixes.size(), 2U);
  EXPECT_EQ(table.after, (std::vector<std::int64_t>{1, 0, 1, -1}));
  EXPECT_EQ(table.prefixes[1].after, 0);
  EXPECT_EQ(table.prefixes[0].last, 1U);
  EXPECT_EQ(table.prefixes[1].last, 2U);
}

TEST(Suite, IdFollowsTheContent) {
  Suite suite = example::cruise();
  const std::string id = suite.tests[0].id;
  EXPECT_EQ(id.size(), 64U);
  suite.tests[0].steps[0].inputs[0].value = Value::integer(3);
  EXPECT_NE(content_id(suite.tests[0], suite.signature), id);
  suite.tests[0] = example::cruise().tests[0];
  canonicalise(suite);
  EXPECT_EQ(suite.tests[0].id, id);
}

TEST(Suite, RequirementsOfATestAreThoseOfItsGoals) {
  EXPECT_EQ(example::cruise().tests[0].requirements,
            (std::vector<std::string>{"CC-1", "CC-2", "CC-3"}));
}

TEST(Suite, FaultsAreNamedWithTheirPlace) {
  const std::string good = write_suite(example::cruise());
  ASSERT_EQ(message_of(good), "accepted");
  const auto check = [&](const std::string& from,
                         const std::string& to,
                         const std::string& message) {
    const std::string found = message_of(with(good, from, to));
    EXPECT_NE(found.find(message), std::string::npos) << found;
    EXPECT_EQ(found.substr(0, 7), "s.json:") << found;
  };
  check("catenary-suite-1",
        "catenary-suite-9",
        "s.json:2:13: version \"catenary-suite-9\" of this format is not "
        "known; this build reads \"catenary-suite-1\"");
  check("catenary-suite-1", "other", "expected the schema");
  check("\"seed\"", "\"sead\"", "lacks the key \"seed\"");
  check("\"seed\": 1", "\"seed\": -1", "expected an integer from 0");
  check("\"type\": \"int32\"",
        "\"type\": \"int33\"",
        "is not a type of a signal");
  check("\"i.signal\": 4", "\"i.signal\": 4.5", "type int32 of signal");
  check("\"i.signal\": 4", "\"i.signal\": 2147483648", "type int32");
  check("\"i.signal\": 4", "\"i.sgnal\": 4", "no input is called \"i.sgnal\"");
  check("\"s.mode\": \"OFF\"", "\"s.mode\": \"OF\"", "one of OFF, ON, DIS");
  check("\"s.mode\": \"OFF\"", "\"s.mode\": {\"set\": []}", "a value at least");
  check("\"s.speed\": 1",
        "\"s.speed\": {\"interval\": [2, 1]}",
        "the lowest is above the highest");
  check("\"goals\": [\"p1\"]", "\"goals\": [\"p9\"]", "no goal is called");
  check("\"status\": \"covered\"",
        "\"status\": \"done\"",
        "is not a valid status");
  check("\"kind\": \"chain\"", "\"kind\": \"rope\"", "is not a valid kind");
  check("\"i.signal\": 4", "\"i.signal\": 3", "the id does not belong to this");
  check("\"findings\": []", "\"findings\": [], \"x\": 1", "has no key \"x\"");
  check("\"derived\": true", "\"derived\": 1", "expected true or false");
}

TEST(Suite, DigitsAreDecimalWhateverTheyBeginWith) {
  const Signal q = example::signal("q", "real");
  const Signal i = example::signal("i", "int");
  EXPECT_EQ(value_from_json(Json::string("010"), i, "f"), Value::integer(10));
  EXPECT_EQ(value_from_json(Json::string("-09/012"), q, "f"),
            Value::real(mpq_class(-3, 4)));
  EXPECT_THROW((void)value_from_json(Json::string("0x1"), i, "f"),
               base::InputError);
  EXPECT_THROW((void)value_from_json(Json::string("1/0"), q, "f"),
               base::InputError);
  EXPECT_THROW((void)value_from_json(Json::string("-"), q, "f"),
               base::InputError);
}

TEST(Suite, AnIdThatIsLeftOutIsComputed) {
  const Suite suite = example::cruise();
  const std::string text =
      with(write_suite(suite), "\"id\": \"" + suite.tests[0].id + "\",", "");
  EXPECT_EQ(read_suite(text, "s.json"), suite);
}

TEST(Suite, PrefixesCannotMakeASmallFileHuge) {
  // Entry n holds entry n - 1 and one step; each test holds all of them.
  const std::string step = "\"steps\": [{\"inputs\": {}, \"expect\": {}}]}";
  std::string prefixes = "{" + step;
  for (int i = 0; i < 3000; ++i) {
    prefixes += ",\n{\"after\": " + std::to_string(i) + ", " + step;
  }
  std::string tests;
  for (int i = 0; i < 2000; ++i) {
    tests += "{\"kind\": \"linear\", \"goals\": [], \"note\": \"" +
             std::to_string(i) + "\", \"after\": 3000, " + step + ",\n";
  }
  const std::string text =
      with(write_suite(example::cruise()),
           "\"tests\": [",
           "\"prefixes\": [" + prefixes + "],\"tests\": [" + tests);
  EXPECT_NE(message_of(text).find("more than"), std::string::npos);
}

TEST(Suite, TruncatedOrMutatedDocumentsAreRefusedNotFatal) {
  const std::string good = write_suite(example::zoo());
  for (std::size_t n = 0; n + 2 < good.size(); n += 7) {
    EXPECT_NE(message_of(good.substr(0, n)), "accepted");
  }
  EXPECT_TRUE(rc::check("mutations", [&] {
    std::string text = good;
    for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
      text[*rc::gen::inRange<std::size_t>(0, text.size())] =
          *rc::gen::arbitrary<char>();
    }
    RC_ASSERT(!message_of(text).empty());
  }));
}

TEST(Suite, BooleansMayHaveARange) {
  Suite suite;
  Signal signal = example::signal("b", "bool");
  for (const auto& [lo, hi] : {std::pair(false, true), std::pair(true, true)}) {
    signal.lo = Value::boolean(lo);
    signal.hi = Value::boolean(hi);
    suite.signature.inputs = {signal};
    const std::string text = write_suite(suite);
    EXPECT_EQ(message_of(text), "accepted");
    EXPECT_EQ(read_suite(text, "s.json"), suite);
  }
  EXPECT_NE(
      message_of(with(write_suite(suite), "[true, true]", "[true, false]"))
          .find("the lowest is above the highest"),
      std::string::npos);
}

TEST(Signal, InputsThatDoNotMatterStayInRange) {
  Signal signal = example::signal("x", "int32");
  EXPECT_EQ(default_value(signal), Value::integer(0));
  signal.lo = Value::integer(3);
  signal.hi = Value::integer(5);
  EXPECT_EQ(default_value(signal), Value::integer(3));
  signal.lo = Value::integer(-5);
  signal.hi = Value::integer(-2);
  EXPECT_EQ(default_value(signal), Value::integer(-2));
  signal = example::signal("b", "bool");
  EXPECT_EQ(default_value(signal), Value::boolean(false));
  signal.lo = signal.hi = Value::boolean(true);
  EXPECT_EQ(default_value(signal), Value::boolean(true));
  signal = example::signal("f", "float32");
  signal.lo = Value::float32(0.5F);
  EXPECT_EQ(default_value(signal), Value::float32(0.5F));
}

Value random_value(const Signal& signal) {
  const auto small = *rc::gen::inRange(-128, 128);
  if (signal.type == "bool") return Value::boolean(small > 0);
  if (signal.type == "float32") {
    return Value::float32(static_cast<float>(small) / 3);
  }
  if (signal.type == "float64") return Value::float64(std::sqrt(small));
  if (signal.type == "real") return Value::real(mpq_class(small, 7));
  if (signal.type == "int") {
    return Value::integer(mpz_class(small) << *rc::gen::inRange(0, 80));
  }
  if (signal.type == "enum") {
    return Value::enumerator(signal.enumeration,
                             static_cast<std::uint32_t>(small + 128) % 3);
  }
  if (signal.type == "bv7") return Value::bitvec(7, small + 128);
  return Value::integer(signal.type == "uint8" ? small + 128 : small);
}

Expectation random_expectation(const Signal& signal) {
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      return random_value(signal);
    case 1: {
      OneOf set;
      for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
        set.values.push_back(random_value(signal));
      }
      return set;
    }
    case 2: {
      Interval interval;
      const bool ordered = signal.type != "bool" && signal.type != "enum" &&
                           signal.type != "bv7";
      if (!ordered) return random_value(signal);
      if (*rc::gen::arbitrary<bool>()) interval.lo = random_value(signal);
      interval.lo_open = *rc::gen::arbitrary<bool>();
      interval.hi_open = *rc::gen::arbitrary<bool>();
      if (interval.lo && interval.lo->to_string() == "NaN") {
        interval.lo.reset();
      }
      return interval;
    }
    default: {
      Signature signature;
      signature.outputs = {signal};
      // Not all are what a term would be written as.
      const char* spellings[] = {"(= X X@pre)",
                                 "(not (= X@2 X@13))",
                                 "(let ((x X)) (= x  X@pre))",
                                 "(exists ((X Int)) (< 3 X 5))"};
      std::string text = spellings[*rc::gen::inRange(0, 4)];
      for (std::size_t at; (at = text.find('X')) != std::string::npos;) {
        text.replace(at, 1, signal.name);
      }
      return example::formula(signature, text);
    }
  }
}

Suite random_suite() {
  Suite suite;
  suite.tool = to_utf8(*rc::gen::arbitrary<std::string>());
  suite.seed = *rc::gen::arbitrary<std::uint64_t>();
  const char* types[] = {"bool",
                         "int8",
                         "uint8",
                         "int",
                         "real",
                         "float32",
                         "float64",
                         "bv7",
                         "enum"};
  const auto signals = [&](const std::string& prefix) {
    std::vector<Signal> out;
    for (int i = *rc::gen::inRange(0, 5); i > 0; --i) {
      out.push_back(example::signal(prefix + std::to_string(i),
                                    types[*rc::gen::inRange(0, 9)]));
      if (out.back().type == "enum") out.back().enumeration = example::modes();
    }
    return out;
  };
  suite.signature.inputs = signals("i");
  suite.signature.outputs = signals("o");
  for (int g = 0; g < 3; ++g) {
    SuiteGoal goal;
    goal.id = "g" + std::to_string(g);
    goal.reason = to_utf8(*rc::gen::arbitrary<std::string>());
    suite.goals.push_back(goal);
  }
  std::vector<Step> pool(3);
  for (Step& step : pool) {
    for (std::uint32_t i = 0; i < suite.signature.inputs.size(); ++i) {
      if (*rc::gen::inRange(0, 4) == 0) continue;
      step.inputs.push_back({i, random_value(suite.signature.inputs[i])});
    }
    for (std::uint32_t i = 0; i < suite.signature.outputs.size(); ++i) {
      step.expect.push_back(
          {i, random_expectation(suite.signature.outputs[i])});
    }
    step.dt = mpq_class(*rc::gen::inRange(0, 9), 4);
    if (*rc::gen::arbitrary<bool>()) step.at_ns = *rc::gen::inRange(0, 9);
    step.dt.canonicalize();
  }
  std::vector<Test> tests;
  for (int t = *rc::gen::inRange(0, 8); t > 0; --t) {
    Test test;
    test.note = std::to_string(t);
    for (int s = *rc::gen::inRange(0, 6); s > 0; --s) {
      test.steps.push_back(pool[*rc::gen::inRange<std::size_t>(0, 3)]);
    }
    tests.push_back(test);
  }
  suite.tests = tests;
  canonicalise(suite);
  return suite;
}

TEST(Suite, RandomSuitesRoundTrip) {
  EXPECT_TRUE(rc::check("written = read = written", [] {
    const Suite suite = random_suite();
    const std::string text = write_suite(suite);
    const Suite back = read_suite(text, "s.json");
    RC_ASSERT(back == suite);
    RC_ASSERT(write_suite(back) == text);
  }));
}

TEST(Suite, RandomPrefixTablesAreMaximal) {
  EXPECT_TRUE(rc::check("prefixes", [] {
    const Suite suite = random_suite();
    const PrefixTable table = share_prefixes(suite);
    for (std::size_t a = 0; a < suite.tests.size(); ++a) {
      std::size_t longest = 0;
      for (std::size_t b = 0; b < suite.tests.size(); ++b) {
        const auto& x = suite.tests[a].steps;
        const auto& y = suite.tests[b].steps;
        std::size_t n = 0;
        while (n < x.size() && n < y.size() && x[n] == y[n]) ++n;
        if (a != b) longest = std::max(longest, n);
      }
      const std::int64_t entry = table.after[a];
      const std::size_t found =
          entry < 0 ? 0 : table.prefixes[static_cast<std::size_t>(entry)].last;
      RC_ASSERT(found == longest);
    }
  }));
}

/// One test of `steps` steps with `outputs` outputs; of three steps two are the
/// same, and every hundredth hits the goal.
Suite long_suite(std::size_t steps, std::uint32_t outputs) {
  Suite suite = example::cruise();
  suite.certificates.clear();
  suite.findings.clear();
  suite.signature.outputs.clear();
  for (std::uint32_t i = 0; i < outputs; ++i) {
    suite.signature.outputs.push_back(
        example::signal("output_signal_number_" + std::to_string(i), "int32"));
  }
  Test test;
  test.kind = TestKind::chain;
  test.goals = {suite.goals.front().id};
  for (std::size_t k = 0; k < steps; ++k) {
    Step step;
    step.inputs = {{0, Value::integer(static_cast<long>(1 + k / 3 % 5))}};
    for (std::uint32_t i = 0; i < outputs; ++i) {
      if (i % 5 == 4) continue;  // not expected
      step.expect.push_back({i, Value::integer(static_cast<long>(k / 3 + i))});
    }
    if (k % 100 == 50) step.goals = test.goals;
    test.steps.push_back(std::move(step));
  }
  suite.tests = {test};
  canonicalise(suite);
  return suite;
}

TEST(Suite, LongTestsAreWrittenByPosition) {
  const Suite suite = long_suite(3000, 41);
  const std::string text = write_suite(suite);
  EXPECT_EQ(read_suite(text, "s.json"), suite);
  EXPECT_EQ(write_suite(read_suite(text, "s.json")), text);
  EXPECT_NE(text.find("\"repeat\": 3"), std::string::npos);
  // Names would take 40 bytes a value.
  EXPECT_LT(text.size() / 3000, 100U);
  EXPECT_EQ(write_suite(long_suite(999, 3)).find("\"repeat\""),
            std::string::npos);
}

TEST(Suite, RefusesWhatCannotBeRepeated) {
  const std::string text = write_suite(long_suite(1200, 6));
  EXPECT_NE(message_of(with(text, "\"repeat\": 3", "\"repeat\": 1"))
                .find("only a step without goals"),
            std::string::npos);
  EXPECT_NE(message_of(with(text, "\"repeat\": 3", "\"repeat\": 4000001"))
                .find("s.json"),
            std::string::npos);
  EXPECT_NE(message_of(with(text, "\"expect\": [0, ", "\"expect\": ["))
                .find("expected 6 values"),
            std::string::npos);
}

TEST(Suite, NothingIsCoveredWithoutATest) {
  Suite suite = example::cruise();
  ASSERT_EQ(suite.goals.at(0).status, GoalStatus::covered);
  const Suite before = suite;
  revoke_untested_coverage(suite);
  EXPECT_EQ(suite, before);
  suite.tests.clear();
  revoke_untested_coverage(suite);
  EXPECT_EQ(suite.goals.at(0).status, GoalStatus::undecided);
  EXPECT_EQ(suite.goals.at(0).trust, Trust::claimed);
  EXPECT_EQ(suite.goals.at(0).reason,
            "a run was found (" + before.goals.at(0).reason +
                "), but no test of the suite covers the goal");
  EXPECT_EQ(suite.goals.at(1).status == GoalStatus::covered, false);
}

}  // namespace
}  // namespace catenary::suite
