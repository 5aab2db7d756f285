// SPDX-License-Identifier: Apache-2.0
/// \file
/// Suites on a compiled system under test: a faithful one passes, and every
/// way to die, hang or lie gets the verdict it deserves.
#include "exec/adapter/native.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include "exec/adapter/isolated.h"
#include "exec/runner.h"
#include "unit/suite/example.h"

namespace catenary::exec {
namespace {

using suite::Verdict;
using suite::VerdictCode;

/// Compiles sut.c once; skips the test where there is no C compiler.
class Native : public testing::Test {
 protected:
  static std::string compile(const std::string& name,
                             const std::string& flags) {
    const std::string library =
        testing::TempDir() + name + "_" + std::to_string(::getpid()) + ".so";
    const std::string source = CATENARY_SOURCE_DIR "/tests/unit/exec/sut.c";
    const std::string command = "cc -O0 -w -shared -fPIC " + flags +
                                " -I" CATENARY_SOURCE_DIR "/include -o " +
                                library + " " + source;
    return std::system(command.c_str()) == 0 ? library : "";
  }

  static void SetUpTestSuite() { library_ = compile("sut", ""); }
  static void TearDownTestSuite() { std::filesystem::remove(library_); }
  void SetUp() override { ASSERT_FALSE(library_.empty()) << "no C compiler"; }

  static std::unique_ptr<Adapter> adapter(const std::string& arguments,
                                          const base::Budget& budget,
                                          const std::string& library) {
    IsolationLimits limits;
    limits.memory_bytes = std::uint64_t{256} << 20;
    return isolate(
        [=] { return make_native(library, arguments); }, limits, budget);
  }

  /// Runs the example suite, without its derived signal, on the SUT.
  static suite::RunResults run(const std::string& arguments,
                               RunOptions options = {},
                               suite::Suite suite = suite::example::cruise()) {
    const base::Budget budget;
    const auto sut = adapter(arguments, budget, library_);
    suite::RunListener nobody;
    return run_suite(suite, *sut, options, nobody, budget);
  }

  static suite::TestResult run_one(const std::string& arguments) {
    RunOptions options;
    // Where the time is to run out, soon; else never, however busy the machine.
    const bool waits = arguments == "hang" || arguments == "stop";
    options.step_time = std::chrono::milliseconds(waits ? 300 : 30000);
    const suite::RunResults results = run(arguments, options);
    EXPECT_EQ(results.tests.size(), 1U);
    return results.tests.at(0);
  }

  static std::string library_;
};
std::string Native::library_;

/// The example suite with the types that tests of requirements have.
suite::Suite unbounded() {
  suite::Suite suite = suite::example::cruise();
  suite.signature.inputs[0].type = "int";
  suite.signature.outputs[1].type = "int";
  return suite;
}

TEST_F(Native, UnboundedIntegersAreThoseOfTheMachine) {
  const suite::TestResult result = run("", {}, unbounded()).tests.at(0);
  EXPECT_EQ(result.verdict, Verdict::pass) << result.reason;
  EXPECT_EQ(result.checked, 6U);
}

TEST_F(Native, AnIntegerTooLargeForTheLibraryIsRefused) {
  suite::Suite suite = unbounded();
  suite.tests[0].steps[0].inputs = {{0, logic::Value::integer(1LL << 40)}};
  const suite::TestResult result = run("", {}, suite).tests.at(0);
  EXPECT_EQ(result.verdict, Verdict::error);
  EXPECT_EQ(result.code, VerdictCode::sut_refused);
  EXPECT_NE(result.reason.find("which does not include 1099511627776"),
            std::string::npos)
      << result.reason;
}

TEST_F(Native, AFaithfulSystemPasses) {
  const suite::TestResult result = run_one("");
  EXPECT_EQ(result.verdict, Verdict::pass) << result.reason;
  EXPECT_EQ(result.checked, 6U);
  EXPECT_EQ(result.skipped, std::vector<std::string>{"p2.holds"});
  EXPECT_EQ(result.observed.size(), 3U);
  EXPECT_EQ(result.observed[2][1], logic::Value::integer(1));
  EXPECT_NE(result.output.find("step 3 on stdout"), std::string::npos);
  EXPECT_NE(result.output.find("step 3 on stderr"), std::string::npos);
}

TEST_F(Native, NamesOfALibraryAreItsOwn) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "AddressSanitizer wants the names of all libraries shared";
#endif
  const std::string own = compile("own", "-DOWN_STEP");
  const base::Budget budget;
  const auto sut = adapter("", budget, own);
  suite::RunListener nobody;
  const suite::RunResults results =
      run_suite(suite::example::cruise(), *sut, {}, nobody, budget);
  EXPECT_EQ(results.tests.at(0).verdict, Verdict::pass)
      << results.tests.at(0).reason;
  std::filesystem::remove(own);
}

TEST_F(Native, AWrongOutputFailsAndNamesTheGoal) {
  const suite::TestResult result = run_one("wrong@3");
  EXPECT_EQ(result.verdict, Verdict::fail);
  EXPECT_EQ(result.code, VerdictCode::expectation_violated);
  EXPECT_EQ(result.step, 3);
  EXPECT_EQ(result.goals, std::vector<std::string>{"p2"});
  EXPECT_EQ(result.requirements, (std::vector<std::string>{"CC-2", "CC-3"}));
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_EQ(result.violations[0].observed, "7");
  EXPECT_EQ(result.reason,
            "step 3: s.speed is 7, expected 1 (goals p2; requirements CC-2, "
            "CC-3)");
}

TEST_F(Native, KeepGoingFindsAllViolations) {
  suite::Suite suite = suite::example::cruise();
  for (suite::Step& step : suite.tests[0].steps) {
    step.expect[1].expectation = logic::Value::integer(100);
  }
  suite::canonicalise(suite);
  EXPECT_EQ(run("", {}, suite).tests[0].violations.size(), 1U);
  RunOptions options;
  options.keep_going = true;
  EXPECT_EQ(run("", options, suite).tests[0].violations.size(), 3U);
}

struct Fault {
  const char* name;
  Verdict verdict;
  VerdictCode code;
  const char* reason;
};

class NativeFault : public Native, public testing::WithParamInterface<Fault> {};

TEST_P(NativeFault, HasItsVerdict) {
  const Fault& fault = GetParam();
  const suite::TestResult result = run_one(fault.name);
  EXPECT_EQ(result.verdict, fault.verdict) << result.reason;
  EXPECT_EQ(result.code, fault.code) << result.reason;
  EXPECT_NE(result.reason.find(fault.reason), std::string::npos)
      << result.reason;
}

INSTANTIATE_TEST_SUITE_P(
    All,
    NativeFault,
    testing::Values(
        Fault{"crash",
              Verdict::error,
              VerdictCode::sut_crashed,
              "crashed in step 2: SIGSEGV"},
        Fault{"kill", Verdict::error, VerdictCode::sut_crashed, "SIGKILL"},
        Fault{"abort", Verdict::error, VerdictCode::sut_crashed, "SIGABRT"},
        Fault{"divide", Verdict::error, VerdictCode::sut_crashed, "SIGFPE"},
        Fault{"exit",
              Verdict::error,
              VerdictCode::sut_exited,
              "called exit() in step 2: exit status 0"},
        Fault{"overflow",
              Verdict::error,
              VerdictCode::sut_crashed,
              "stack overflow"},
        Fault{"hang",
              Verdict::error,
              VerdictCode::sut_hung,
              "hung in step 2: no answer within 300 ms"},
        Fault{"stop", Verdict::error, VerdictCode::sut_hung, "no answer"},
        Fault{"memory", Verdict::error, VerdictCode::sut_crashed, "SIGABRT"},
        Fault{"orphan", Verdict::error, VerdictCode::sut_crashed, "SIGABRT"},
        Fault{"close", Verdict::error, VerdictCode::sut_exited, "step 2"},
        Fault{"disturb",
              Verdict::error,
              VerdictCode::adapter_protocol,
              "no message"},
        Fault{"refuse",
              Verdict::error,
              VerdictCode::sut_refused,
              "signal 5 is for Sundays"},
        Fault{"code",
              Verdict::error,
              VerdictCode::adapter_protocol,
              "returned 42"},
        Fault{"mistyped",
              Verdict::error,
              VerdictCode::adapter_protocol,
              "not of type int32"},
        Fault{"range",
              Verdict::error,
              VerdictCode::adapter_protocol,
              "not of type enum"},
        Fault{"end",
              Verdict::fail,
              VerdictCode::sut_ended,
              "ended at step 2 of 3"},
        Fault{"end@3", Verdict::pass, VerdictCode::ok, ""},
        Fault{"silent",
              Verdict::inconclusive,
              VerdictCode::output_missing,
              "s.speed"},
        Fault{"refuse-open",
              Verdict::error,
              VerdictCode::adapter_load,
              "could not be started"}),
    [](const auto& fault) {
      std::string name = fault.param.name;
      for (char& c : name) {
        if (c == '-' || c == '@') c = '_';
      }
      return name;
    });

TEST_F(Native, TheNextTestRunsAfterACrash) {
  suite::Suite suite = suite::example::cruise();
  suite::Test second = suite.tests[0];
  second.steps.resize(1);
  second.kind = suite::TestKind::linear;
  suite.tests.push_back(second);
  suite::canonicalise(suite);
  const suite::RunResults results = run("crash@2", {}, suite);
  ASSERT_EQ(results.tests.size(), 2U);
  EXPECT_EQ(results.tests[0].verdict, Verdict::error);
  EXPECT_EQ(results.tests[1].verdict, Verdict::pass);
  EXPECT_EQ(suite::exit_code(results), 3);
}

TEST_F(Native, RepetitionFindsFlakyTests) {
  RunOptions options;
  options.repeat = 3;
  const suite::RunResults results = run("flaky", options);
  EXPECT_TRUE(results.tests[0].flaky);
  EXPECT_EQ(results.tests[0].verdict, Verdict::fail);
  EXPECT_FALSE(run("", options).tests[0].flaky);
  EXPECT_FALSE(run("wrong", options).tests[0].flaky);
}

TEST_F(Native, NothingCheckedIsNoPass) {
  suite::Suite suite = suite::example::cruise();
  for (suite::Step& step : suite.tests[0].steps) {
    step.expect.erase(step.expect.begin(), step.expect.begin() + 2);
  }
  suite::canonicalise(suite);
  const suite::RunResults results = run("", {}, suite);
  EXPECT_EQ(results.tests[0].verdict, Verdict::inconclusive);
  EXPECT_EQ(results.tests[0].code, VerdictCode::nothing_checked);
  EXPECT_EQ(suite::exit_code(results), 5);
}

TEST_F(Native, ATestOfNoStepPassesWhereTheSystemBegins) {
  suite::Suite suite = suite::example::cruise();
  suite.tests.resize(1);
  suite.tests[0].steps.clear();
  suite.tests[0].goals.clear();
  suite::canonicalise(suite);
  const suite::RunResults results = run("", {}, suite);
  EXPECT_EQ(results.tests[0].verdict, Verdict::pass);
}

TEST_F(Native, AMissingOutputIsInconclusiveUnlessAnotherFails) {
  suite::Suite suite = suite::example::cruise();
  suite.signature.outputs[1].name = "s.other";
  suite::canonicalise(suite);
  EXPECT_EQ(run("", {}, suite).tests[0].code, VerdictCode::output_missing);
  suite.tests[0].steps[2].expect[0].expectation =
      logic::Value::enumerator(suite::example::modes(), 0);
  suite::canonicalise(suite);
  EXPECT_EQ(run("", {}, suite).tests[0].verdict, Verdict::fail);
}

TEST_F(Native, AMissingInputIsInconclusive) {
  suite::Suite suite = suite::example::cruise();
  suite.signature.inputs[0].name = "other";
  suite::canonicalise(suite);
  EXPECT_EQ(run("", {}, suite).tests[0].code, VerdictCode::input_missing);
}

TEST_F(Native, AnotherTypeIsRefusedAtTheStart) {
  suite::Suite suite = suite::example::cruise();
  suite.signature.inputs[0].type = "int16";
  suite::canonicalise(suite);
  const suite::TestResult result = run("", {}, suite).tests[0];
  EXPECT_EQ(result.code, VerdictCode::adapter_load);
  EXPECT_NE(result.reason.find("i.signal is of type int16"), std::string::npos);
}

TEST_F(Native, OtherVersionsAndMissingLibrariesAreRefused) {
  const std::string old = compile("old", "-DABI_VERSION=0");
  const base::Budget budget;
  SutInfo info;
  const suite::Suite suite = suite::example::cruise();
  SutReply reply = adapter("", budget, old)->open(suite.signature, info);
  EXPECT_EQ(reply.outcome, SutOutcome::protocol);
  EXPECT_NE(reply.reason.find("has version 0"), std::string::npos);
  std::filesystem::remove(old);
  reply = adapter("", budget, old)->open(suite.signature, info);
  EXPECT_EQ(reply.outcome, SutOutcome::refused);
}

TEST_F(Native, AnInterruptEndsTheWait) {
  base::Budget budget;
  const auto sut = adapter("hang", budget, library_);
  suite::RunListener nobody;
  RunOptions options;
  options.step_time = std::chrono::milliseconds(60000);
  std::thread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    budget.interrupt();
  });
  const suite::RunResults results =
      run_suite(suite::example::cruise(), *sut, options, nobody, budget);
  user.join();
  EXPECT_FALSE(results.complete);
  EXPECT_EQ(results.tests[0].code, VerdictCode::interrupted);
  EXPECT_EQ(suite::exit_code(results), 4);
}

TEST_F(Native, TheTimeOfATestIsLimitedToo) {
  RunOptions options;
  options.test_time = std::chrono::milliseconds(200);
  options.step_time = std::chrono::milliseconds(0);
  EXPECT_EQ(run("hang", options).tests[0].code, VerdictCode::sut_hung);
}

TEST_F(Native, OurStdoutStaysClean) {
  testing::internal::CaptureStdout();
  (void)run_one("");
  (void)run_one("exit");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST_F(Native, SelectionByBeginningOfTheId) {
  const suite::Suite suite = suite::example::cruise();
  RunOptions options;
  options.tests = {suite.tests[0].id.substr(0, 8)};
  EXPECT_EQ(run("", options).tests.size(), 1U);
  options.tests = {"xyz"};
  EXPECT_THROW((void)run("", options), base::InputError);
}

}  // namespace
}  // namespace catenary::exec
