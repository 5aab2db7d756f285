// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every report and export of two fixed suites, compared byte for byte with
/// the files in approved/. With CATENARY_APPROVE=1 in the environment the
/// files are rewritten instead: look at the difference before committing it.
#include <gtest/gtest.h>

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
#include "report/export/harness.h"
#include "report/export/junit.h"
#include "report/export/smtlib.h"
#include "report/export/xlia_tree.h"
#include "suite/write.h"
#include "unit/report/checked.h"
#include "unit/suite/example.h"

namespace catenary::report {
namespace {

void approve(const std::string& name, const std::string& text) {
  const std::filesystem::path path =
      std::filesystem::path(CATENARY_APPROVED_DIR) / name;
  if (std::getenv("CATENARY_APPROVE") != nullptr) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  ASSERT_TRUE(std::filesystem::exists(path)) << path << " is not approved";
  EXPECT_EQ(text, suite::read_text(path.string())) << path;
}

suite::Suite named_cruise() {
  suite::Suite suite = suite::example::cruise();
  suite::name_tests(suite);
  return suite;
}

suite::RunResults results() {
  const suite::Suite suite = suite::example::zoo();
  suite::RunResults out;
  out.tool = suite.tool;
  out.suite_path = "zoo.json";
  out.suite_sha256 = std::string(64, 'b');
  out.model = suite.model;
  out.sut = "native:libzoo.so";
  out.sandbox = "process, rlimits";
  out.outputs = suite.signature.outputs;
  for (const suite::Test& test : suite.tests) {
    out.tests.emplace_back().id = test.id;
  }
  suite::TestResult& pass = out.tests[0];
  pass.verdict = suite::Verdict::pass;
  pass.code = suite::VerdictCode::ok;
  pass.step = 3;
  pass.checked = 9;
  pass.seconds = 0.125;
  suite::TestResult& fail = out.tests[1];
  fail.verdict = suite::Verdict::fail;
  fail.code = suite::VerdictCode::expectation_violated;
  fail.step = 2;
  fail.goals = {"p2"};
  fail.requirements = {"CC-2", "CC-3"};
  fail.checked = 4;
  fail.reason =
      "step 2: s.speed is 9, expected 1 (goals p2; requirements CC-2, CC-3)";
  fail.violations = {{2, "s.speed", "9", "1", {"p2"}, {"CC-2", "CC-3"}}};
  suite::TestResult& error = out.tests[2];
  error.verdict = suite::Verdict::error;
  error.code = suite::VerdictCode::sut_crashed;
  error.step = 1;
  error.reason = "the SUT crashed in step 1: SIGSEGV (Segmentation fault)";
  error.output = "about to \x1b[31mcrash\n";
  suite::TestResult& open = out.tests[3];
  open.verdict = suite::Verdict::inconclusive;
  open.code = suite::VerdictCode::not_executable;
  open.reason = "a test-case tree needs a SUT that exchanges timed messages";
  return out;
}

const suite::GenerateSummary kSummary{
    "chain", {3, 3, "exhaustive search"}, 0, 0.5};

TEST(Approve, Suite) {
  approve("cruise.suite.json", suite::write_suite(suite::example::cruise()));
  approve("zoo.suite.json", suite::write_suite(suite::example::zoo()));
}

TEST(Approve, Documents) {
  approve("cruise.generate.json",
          generate_document(named_cruise(), kSummary, "s.json").pretty());
  approve("cruise.check.json", check_document(example::checked()).pretty());
  approve("zoo.run.json", run_document(results()).pretty());
  approve("zoo.results.json", suite::write_results(results()));
  approve(
      "zoo.trace.json",
      trace_document("r.json", trace_failures(suite::example::zoo(), results()))
          .pretty());
}

TEST(Approve, Console) {
  std::ostringstream generated;
  print_generate(generated, suite::example::cruise(), kSummary, {});
  approve("cruise.generate.txt", generated.str());
  std::ostringstream run;
  ConsoleRun listener(run, {});
  const suite::Suite suite = suite::example::zoo();
  const suite::RunResults ran = results();
  listener.run_begins(suite, ran.sut);
  for (std::size_t i = 0; i < suite.tests.size(); ++i) {
    listener.test_ends(suite.tests[i], ran.tests[i]);
  }
  listener.run_ends(suite, ran);
  approve("zoo.run.txt", run.str());
  std::ostringstream found;
  print_findings(found, suite.findings, {});
  approve("zoo.findings.txt", found.str());
  std::ostringstream checked;
  print_check(checked, example::checked(), {});
  approve("cruise.check.txt", checked.str());
  std::ostringstream traced;
  print_trace(traced, trace_failures(suite, ran), {});
  approve("zoo.trace.txt", traced.str());
}

TEST(Approve, Exports) {
  const suite::Suite cruise = suite::example::cruise();
  const suite::Suite zoo = suite::example::zoo();
  approve("zoo.junit.xml", write_junit(zoo, results()));
  approve("zoo.csv", write_csv(zoo));
  approve("zoo.dot", write_dot(zoo));
  approve("zoo.puml", write_plantuml(zoo));
  approve("zoo.xlia", write_xlia(zoo));
  approve("zoo.smt2", write_smtlib(zoo));
  const std::vector<HarnessFile> files = write_harness(cruise);
  for (const HarnessFile& file : files) {
    if (file.path != "catenary/adapter.h") {
      approve("cruise.harness/" + file.path + ".txt", file.content);
    }
  }
}

}  // namespace
}  // namespace catenary::report
