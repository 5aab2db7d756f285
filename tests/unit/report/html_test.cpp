// SPDX-License-Identifier: Apache-2.0
#include "report/html/html.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/rng.h"
#include "report/html/columns.h"
#include "report/html/data.h"

namespace catenary::report {
namespace {

constexpr const char* kHostile = "</script><script>alert(1)</script><!-- & \"'";

/// The text between two marks.
std::string between(const std::string& text,
                    const std::string& from,
                    const std::string& to) {
  const std::size_t begin = text.find(from);
  EXPECT_NE(begin, std::string::npos) << from;
  const std::size_t end = text.find(to, begin + from.size());
  EXPECT_NE(end, std::string::npos) << to;
  return text.substr(begin + from.size(), end - begin - from.size());
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1)) {
    ++n;
  }
  return n;
}

/// A suite with one test in which every name is `name`.
suite::Suite named_suite(const std::string& name) {
  suite::Suite s;
  s.tool = name;
  s.model = {name, name, name, name};
  s.options[name] = name;
  suite::Signal signal;
  signal.name = name;
  signal.unit = name;
  s.signature.inputs = {signal};
  s.signature.outputs = {signal};
  suite::SuiteGoal goal;
  goal.id = name;
  goal.text = name;
  goal.kind = name;
  goal.reason = name;
  goal.requirements = {name};
  goal.where = {name, 1, 1};
  goal.status = suite::GoalStatus::covered;
  s.goals = {goal};
  suite::Step step;
  step.inputs = {{0, logic::Value::integer(1)}};
  step.expect = {{0, logic::Value::integer(2)}};
  step.goals = {name};
  suite::Test test;
  test.name = name;
  test.note = name;
  test.goals = {name};
  test.steps = {step, step};
  s.tests = {test};
  suite::Finding finding;
  finding.code = name;
  finding.message = name;
  s.findings = {finding};
  suite::canonicalise(s);
  return s;
}

nlohmann::json data_of(const std::string& page) {
  return nlohmann::json::parse(between(
      page, "<script type=\"application/json\" id=\"data\">", "</script>"));
}

/// What page/base/values.js does.
std::vector<std::uint32_t> read_column(const std::string& text,
                                       std::size_t length) {
  const std::string digits =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-";
  std::vector<std::uint32_t> out;
  std::size_t at = 0;
  const auto number = [&] {
    std::uint32_t value = 0;
    for (std::uint32_t shift = 0;; shift += 5) {
      const auto digit = static_cast<std::uint32_t>(digits.find(text.at(at++)));
      value |= (digit & 31U) << shift;
      if (digit < 32) return value;
    }
  };
  while (at < text.size()) {
    if (text[at] == '*') {
      ++at;
      const std::uint32_t more = number();
      out.insert(out.end(), more, out.back());
    } else {
      out.push_back(number());
    }
  }
  out.resize(length);
  return out;
}

TEST(HtmlPage, KnownDigestsAreThoseOfTheSpecification) {
  EXPECT_EQ(csp_hash(""),
            "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
  // The example of the specification of content security policies.
  EXPECT_EQ(csp_hash("alert('Hello, world.');"),
            "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
}

TEST(HtmlPage, PolicyAllowsExactlyItsScriptAndStyle) {
  const suite::Suite suite = named_suite("door");
  const std::string page = write_html({.suite = suite, .suite_path = "s.json"});
  const std::string policy =
      between(page, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
  const std::string style = between(page, "<style>", "</style>");
  const std::string script = between(page, "<script>", "</script>");
  EXPECT_EQ(policy,
            "default-src 'none'; script-src " + csp_hash(script) +
                "; style-src " + csp_hash(style) +
                "; base-uri 'none'; form-action 'none'");
  // Modules share one scope, in which imports and exports mean nothing.
  EXPECT_EQ(script.find("\nimport "), std::string::npos);
  EXPECT_EQ(script.find("\nexport "), std::string::npos);
  EXPECT_EQ(page.find("{{script}}"), std::string::npos);
}

TEST(HtmlPage, LoadsNothing) {
  const suite::Suite suite = named_suite("door");
  const std::string page = write_html({.suite = suite, .suite_path = "s.json"});
  // The only address is the name of a vocabulary, which is not loaded.
  EXPECT_EQ(count_of(page, "http"), 1U + count_of(page, "http-equiv"));
  for (const char* text : {"src=",
                           "@import",

                           "fetch(",
                           "innerHTML",
                           "eval(",
                           "document.write"}) {
    EXPECT_EQ(page.find(text), std::string::npos) << text;
  }
  // Patterns and heads of arrows, which are in the page.
  EXPECT_EQ(count_of(page, "url("), count_of(page, "url(#"));
}

TEST(HtmlPage, NamesNeverBecomeMarkup) {
  const suite::Suite suite = named_suite(kHostile);
  const std::string page = write_html({.suite = suite,
                                       .suite_path = kHostile,
                                       .sources = {{kHostile, kHostile}},
                                       .model_note = kHostile});
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_EQ(page.find("<!-- &"), std::string::npos);
  EXPECT_EQ(count_of(page, "<script"), 2U);
  EXPECT_EQ(count_of(page, "</script"), 2U);
  const nlohmann::json data = data_of(page);
  EXPECT_EQ(data["goals"][0]["id"], kHostile);
  EXPECT_EQ(data["inputs"][0]["unit"], kHostile);
  EXPECT_EQ(data["sources"][0]["text"], kHostile);
}

TEST(HtmlPage, PlacesOfTheTemplateInNamesStayText) {
  const suite::Suite suite = named_suite("{{script}}{{data}}");
  const std::string page = write_html({.suite = suite, .suite_path = "s.json"});
  EXPECT_EQ(data_of(page)["model"]["name"], "{{script}}{{data}}");
  EXPECT_EQ(count_of(page, "<script"), 2U);
}

TEST(HtmlPage, BytesThatAreNoTextDoNotBreakTheDocument) {
  const suite::Suite suite = named_suite(std::string("a\xff\x00z", 4));
  const std::string page = write_html({.suite = suite, .suite_path = "s.json"});
  EXPECT_EQ(data_of(page)["goals"].size(), 1U);
}

TEST(HtmlPage, IsTheSameEachTime) {
  const suite::Suite suite = named_suite("door");
  const PageContent content{.suite = suite, .suite_path = "s.json"};
  EXPECT_EQ(write_html(content), write_html(content));
}

TEST(HtmlPage, TestsHaveTheirValues) {
  const suite::Suite suite = named_suite("door");
  const nlohmann::json data =
      data_of(write_html({.suite = suite, .suite_path = "s.json"}));
  const nlohmann::json& test = data["tests"][0];
  const auto number = read_column(test["i"][0], test["n"]).at(1);
  EXPECT_EQ(data["inputs"][0]["dict"][number], 1);
  EXPECT_EQ(data["outputs"][0]["dict"][read_column(test["o"][0], 2).at(1)], 2);
  EXPECT_EQ(data["names"][test["goals"][0].get<std::size_t>()], "door");
  EXPECT_TRUE(data["results"].is_null());
}

TEST(HtmlPage, RequirementsOfTheModelComeFirstAndWithTheirWords) {
  const suite::Suite suite = named_suite("door");
  PageContent content{.suite = suite, .suite_path = "s.json"};
  content.requirements = {{"D-2", "It shuts.", {"door.req", 3, 7}}};
  const nlohmann::json data = data_of(write_html(content));
  EXPECT_EQ(data["requirements"], (nlohmann::json{"D-2", "door"}));
  EXPECT_EQ(
      data["requirementTexts"],
      (nlohmann::json{{{"text", "It shuts."}, {"where", {"door.req", 3, 7}}}}));
  EXPECT_EQ(data["goals"][0]["req"], nlohmann::json{1});
}

TEST(HtmlPage, ManyTestsAreSmall) {
  suite::Suite suite = named_suite("door");
  suite::Test test = suite.tests[0];
  suite.tests.clear();
  base::Rng random(1);
  test.steps[0].goals.clear();
  test.steps.assign(100, test.steps[0]);
  for (int i = 0; i < 500; ++i) {
    test.id = std::to_string(i);
    for (suite::Step& step : test.steps) {
      step.inputs[0].value =
          logic::Value::integer(static_cast<long>(random.below(20)));
      step.expect[0].expectation =
          logic::Value::integer(static_cast<long>(random.below(1000)));
    }
    suite.tests.push_back(test);
  }
  const std::size_t empty =
      write_html({.suite = named_suite("door"), .suite_path = "s"}).size();
  const std::size_t full =
      write_html({.suite = suite, .suite_path = "s"}).size();
  // 100,000 values: one character for those of 20, two for those of 1000.
  EXPECT_LT(full - empty, 400'000U);
}

TEST(HtmlColumns, ReadBackAsWritten) {
  base::Rng random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::uint32_t> numbers(random.below(60));
    std::uint32_t last = 0;
    for (std::uint32_t& n : numbers) {
      if (random.below(3) == 0) {
        last =
            static_cast<std::uint32_t>(random.below(1ULL << random.below(32)));
      }
      n = last;
    }
    EXPECT_EQ(read_column(write_column(numbers), numbers.size()), numbers);
  }
  EXPECT_EQ(write_column(std::vector<std::uint32_t>(1000, 5)), "5*dV");
  EXPECT_EQ(write_column({0, 0, 0}), "");
}

TEST(HtmlColumns, FrequentValuesComeFirst) {
  ValueDictionary d;
  for (const int v : {3, 8, 8, 5, 8, 5}) d.count(logic::Value::integer(v));
  suite::Interval interval;
  interval.hi = logic::Value::integer(4);
  interval.hi_open = true;
  d.count(interval);
  d.close();
  EXPECT_EQ(d.to_json().compact(), "[null,8,5,3,{\"i\":[null,4,false,true]}]");
  EXPECT_EQ(d.number_of(logic::Value::integer(5)), 2U);
  EXPECT_EQ(d.number_of(interval), 4U);
}

}  // namespace
}  // namespace catenary::report
