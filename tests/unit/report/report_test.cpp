// SPDX-License-Identifier: Apache-2.0
/// \file
/// Documents against their schemas, JUnit read back by an independent XML
/// parser, tables read back, diagrams drawn by Graphviz.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "report/console/check_report.h"
#include "report/console/console.h"
#include "report/console/trace.h"
#include "report/documents.h"
#include "report/export/csv.h"
#include "report/export/drawing/diagram.h"
#include "report/export/junit.h"
#include "suite/write.h"
#include "unit/report/checked.h"
#include "unit/suite/example.h"
#include "unit/suite/schema.h"

namespace catenary::report {
namespace {

using suite::Verdict;
using suite::VerdictCode;

suite::RunResults results_of(const suite::Suite& suite) {
  suite::RunResults out;
  out.suite_path = "s.json";
  out.sut = "native:x.so";
  out.sandbox = "process";
  out.outputs = suite.signature.outputs;
  const auto add = [&](Verdict v, VerdictCode code, const std::string& why) {
    suite::TestResult& test = out.tests.emplace_back();
    test.id = suite.tests[0].id;
    test.verdict = v;
    test.code = code;
    test.reason = why;
    test.seconds = 0.5;
  };
  add(Verdict::pass, VerdictCode::ok, "");
  add(Verdict::fail, VerdictCode::expectation_violated, "p2 <&> \"wrong\"");
  add(Verdict::inconclusive, VerdictCode::nothing_checked, "nothing");
  add(Verdict::error, VerdictCode::sut_crashed, "SIGSEGV");
  out.tests[1].step = 2;
  out.tests[1].goals = {"p2"};
  out.tests[1].requirements = {"CC-2"};
  out.tests[1].observed = {
      {logic::Value::enumerator(suite::example::modes(), 0),
       logic::Value::integer(1),
       std::nullopt},
      {std::nullopt, logic::Value::integer(9), std::nullopt}};
  out.tests[3].output = std::string("bad\x01\xff]]>\xEF\xBF\xBF\n\0", 14);
  return out;
}

TEST(Documents, FitTheirSchemas) {
  if (!schema::has_validator()) GTEST_SKIP() << "no python3-jsonschema";
  suite::Suite suite = suite::example::zoo();
  suite::name_tests(suite);
  suite::GenerateSummary summary{"chain", {3, 3, "search"}, 1, 0.25};
  EXPECT_EQ(
      schema::validate("generate",
                       generate_document(suite, summary, "s.json").pretty()),
      "");
  summary.stats =
      suite::GenerateStats{7, 35, true, 19, 18, 69, 184, 0.5, 0.25, 0.125};
  EXPECT_EQ(
      schema::validate("generate",
                       generate_document(suite, summary, "s.json").pretty()),
      "");
  EXPECT_EQ(
      schema::validate("generate", generate_document({}, {}, "").pretty()), "");
  const suite::RunResults results = results_of(suite);
  EXPECT_EQ(schema::validate("run", run_document(results).pretty()), "");
  CheckReport checked = example::checked();
  EXPECT_EQ(schema::validate("check", check_document(checked).pretty()), "");
  checked.suite.findings = suite.findings;
  checked.search.stop.clear();
  EXPECT_EQ(schema::validate("check", check_document(checked).pretty()), "");
  EXPECT_EQ(schema::validate("check", check_document({}).pretty()), "");
  EXPECT_EQ(
      schema::validate(
          "trace",
          trace_document("r.json", trace_failures(suite, results)).pretty()),
      "");
}

TEST(Documents, CountWhatIsThere) {
  const SuiteCounts counts = count(suite::example::cruise());
  EXPECT_EQ(counts.goals, 3U);
  EXPECT_EQ(counts.covered, 2U);
  EXPECT_EQ(counts.unreachable, 1U);
  EXPECT_EQ(counts.total_steps, 3U);
}

TEST(Documents, TraceExplainsFailuresOnly) {
  const suite::Suite suite = suite::example::cruise();
  const auto tests = trace_failures(suite, results_of(suite));
  ASSERT_EQ(tests.size(), 4U);
  EXPECT_TRUE(tests[0].diagnoses.empty());
  ASSERT_EQ(tests[1].diagnoses.size(), 1U);
  const Diagnosis& d = tests[1].diagnoses[0];
  EXPECT_EQ(d.requirements, (std::vector<std::string>{"CC-2", "CC-3"}));
  EXPECT_EQ(d.contracts, std::vector<std::string>{"p2"});
  EXPECT_EQ(d.execution.compact(),
            "[{\"inputs\":{\"i.signal\":4},\"outputs\":{\"s.mode\":\"OFF\","
            "\"s.speed\":1}},{\"inputs\":{\"i.signal\":4},\"outputs\":{"
            "\"s.speed\":9}}]");
}

/// Counts of elements in an XML text by Python's parser; "" where it is not
/// well-formed.
std::string count_elements(const std::string& xml) {
  const std::string path =
      testing::TempDir() + "junit_" + std::to_string(::getpid()) + ".xml";
  std::ofstream(path, std::ios::binary) << xml;
  const std::string command =
      "python3 -c 'import sys, xml.etree.ElementTree as t\n"
      "r = t.parse(sys.argv[1]).getroot()\n"
      "n = lambda x: len(list(r.iter(x)))\n"
      "print(n(\"testcase\"), n(\"failure\"), n(\"error\"), n(\"skipped\"),"
      " r.get(\"failures\"), r.get(\"errors\"), r.get(\"skipped\"))\n"
      "' " +
      path + " 2>/dev/null";
  FILE* pipe = ::popen(command.c_str(), "r");
  char block[256] = "";
  if (pipe == nullptr || std::fgets(block, sizeof block, pipe) == nullptr) {
    block[0] = '\0';
  }
  if (pipe != nullptr) ::pclose(pipe);
  std::filesystem::remove(path);
  return block;
}

TEST(Junit, CountsAreThoseOfTheVerdicts) {
  const suite::Suite suite = suite::example::cruise();
  const suite::RunResults results = results_of(suite);
  EXPECT_EQ(count_elements(write_junit(suite, results)), "4 1 1 1 1 1 1\n");
  EXPECT_EQ(count_elements(write_junit(suite, results, {.strict = true})),
            "4 1 2 0 1 2 0\n");
}

TEST(Junit, IsLegalWhateverStringsHold) {
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  suite::Suite suite = suite::example::cruise();
  suite.model.name = all;
  suite::RunResults results = results_of(suite);
  for (suite::TestResult& test : results.tests) {
    test.reason = all;
    test.output = all;
  }
  results.sut = all;
  EXPECT_EQ(count_elements(write_junit(suite, results)), "4 1 1 1 1 1 1\n");
  EXPECT_TRUE(rc::check("no illegal character", [](const std::string& s) {
    for (const char c : xml_escape(s)) {
      RC_ASSERT(static_cast<unsigned char>(c) >= 0x20);
      RC_ASSERT(c != '<' && c != '"');
    }
  }));
}

TEST(Csv, WrittenAndReadHoldsTheSameTests) {
  const suite::Suite suite = suite::example::cruise();
  const std::string text = write_csv(suite);
  const suite::Suite back = read_csv(text, "s.csv");
  ASSERT_EQ(back.tests.size(), 1U);
  EXPECT_EQ(back.tests[0].steps, suite.tests[0].steps);
  EXPECT_EQ(back.tests[0].goals, suite.tests[0].goals);
  EXPECT_EQ(write_csv(back), text);
}

TEST(Csv, EverythingThatFitsATableSurvives) {
  suite::Suite suite = suite::example::zoo();
  for (suite::Test& test : suite.tests) {
    for (suite::Step& step : test.steps) step.events.clear();
  }
  suite.goals[0].id = "a;b|c:100%, \"q\"";
  suite.tests[0].steps[0].goals = {suite.goals[0].id, "p2"};
  suite::canonicalise(suite);
  const std::string text = write_csv(suite);
  const suite::Suite back = read_csv(text, "s.csv");
  ASSERT_EQ(back.tests.size(), 3U);  // without the tree
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(back.tests[i].steps, suite.tests[i].steps);
    EXPECT_EQ(back.tests[i].initial, suite.tests[i].initial);
  }
  EXPECT_EQ(write_csv(back), text);
}

std::string csv_message(const std::string& text) {
  try {
    (void)read_csv(text, "s.csv");
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Csv, FaultsAreNamedWithTheirLine) {
  const std::string head = "test,kind,step,dt,goals,in:x\n,,,,,int8\n";
  EXPECT_EQ(csv_message(head + "1,linear,0,,,\n1,,1,1,,5\n"), "accepted");
  EXPECT_EQ(csv_message(""),
            "s.csv:1: expected a row of names and a row of types");
  EXPECT_EQ(csv_message("a,b\n,\n"),
            "s.csv:2: expected as many types as names");
  EXPECT_EQ(csv_message(head + "1,linear,0,,,\n1,,1,1,,500\n"),
            "s.csv:4: expected a value of type int8 of signal x");
  EXPECT_EQ(csv_message(head + "1,linear,0,,,\n1,,2,1,,5\n"),
            "s.csv:4: the steps of a test are not in order");
  EXPECT_EQ(csv_message(head + "1,linear,0,,\n"), "s.csv:3: expected 6 cells");
  EXPECT_EQ(csv_message(head + "1,linear,0,,,\"5\n"),
            "s.csv:3: the file ends within a quoted cell");
  EXPECT_EQ(csv_message(head + "1,tree,0,,,\n"),
            "s.csv:3: expected the kind linear or chain");
  EXPECT_TRUE(rc::check("any text", [&](const std::string& s) {
    RC_ASSERT(!csv_message(head + s).empty());
  }));
}

TEST(Diagrams, GraphvizReadsTheGraph) {
  if (std::system("command -v dot >/dev/null") != 0) GTEST_SKIP() << "no dot";
  const std::string path =
      testing::TempDir() + "suite_" + std::to_string(::getpid()) + ".dot";
  suite::Suite suite = suite::example::zoo();
  suite.signature.inputs[0].name = "quote\"back\\slash";
  std::ofstream(path) << write_dot(suite);
  EXPECT_EQ(std::system(("dot -Tsvg -o /dev/null " + path).c_str()), 0);
  std::filesystem::remove(path);
}

TEST(Diagrams, PlantumlHasADiagramForEachTest) {
  const std::string text = write_plantuml(suite::example::zoo());
  std::size_t diagrams = 0;
  for (std::size_t at = 0; (at = text.find("@startuml", at)) != text.npos;
       ++at) {
    ++diagrams;
  }
  EXPECT_EQ(diagrams, 4U);
  if (std::system("command -v plantuml >/dev/null") != 0) return;
  const std::string path =
      testing::TempDir() + "suite_" + std::to_string(::getpid()) + ".puml";
  std::ofstream(path) << text;
  EXPECT_NE(
      std::system(("plantuml -syntax < " + path + " | grep -q ERROR").c_str()),
      0);
  std::filesystem::remove(path);
}

TEST(Console, ColoursOnlyWhereAskedFor) {
  const suite::Suite suite = suite::example::cruise();
  std::ostringstream plain;
  print_generate(plain, suite, {}, {});
  EXPECT_EQ(plain.str().find('\x1b'), std::string::npos);
  std::ostringstream coloured;
  print_generate(coloured, suite, {}, {true, 60});
  EXPECT_NE(coloured.str().find("\x1b[32mcovered"), std::string::npos);
  // A pipe is no terminal.
  EXPECT_FALSE(console_style(-1).colour);
}

TEST(Console, NothingTheSutPrintsReachesTheTerminalRaw) {
  EXPECT_EQ(printable("a\x1b[2J\n\xff"), "a\\x1b[2J\\x0a\xEF\xBF\xBD");
}

}  // namespace
}  // namespace catenary::report
