// SPDX-License-Identifier: Apache-2.0
/// \file
/// The systems of examples/sut against test cases for the models of examples/:
/// the right ones pass, each faulty one gets its verdict; in virtual and in
/// real time.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "engine/symbolic/testing/test_case.h"
#include "exec/adapter/line/line_sut.h"
#include "exec/adapter/trace.h"
#include "exec/timed/constraint_solver.h"
#include "exec/tree/tree_run.h"
#include "frontend/xlia/xlia.h"
#include "suite/read.h"
#include "suite/write.h"

namespace catenary::exec::timed {
namespace {

using exec::Policy;
using exec::TimeMode;
using suite::TestResult;
using suite::VerdictCode;
namespace symbolic = engine::symbolic;

const std::string kExamples = CATENARY_SOURCE_DIR "/examples/";

suite::Suite suite_for(const std::string& model,
                       const std::vector<std::string>& path,
                       const std::set<std::string>& uncontrollable,
                       long time_out) {
  const model::TimedAutomaton automaton =
      frontend::xlia::load(kExamples + model + "/" + model + ".xlia");
  symbolic::TestCaseOptions options;
  options.time_out = time_out;
  for (const std::string& name : uncontrollable) {
    options.uncontrollable.insert(automaton.find_channel(name).value());
  }
  symbolic::Path transitions;
  for (const std::string& name : path) {
    transitions.push_back(automaton.find_transition(name).value());
  }
  symbolic::Execution execution(automaton);
  const symbolic::TestCaseResult made =
      symbolic::make_test_case(execution, transitions, options, base::Budget());
  EXPECT_EQ(made.refusal, symbolic::Refusal::none);
  suite::Suite out;
  out.model = {model, "xlia", model + ".xlia", automaton.sha256};
  out.signature =
      symbolic::signature_of(automaton, options.uncontrollable, "s");
  suite::Test test;
  test.kind = suite::TestKind::tree;
  test.tree = made.tree;
  out.tests = {test};
  suite::canonicalise(out);
  // As it would be read from a file.
  return suite::read_suite(suite::write_suite(out), "suite");
}

suite::Suite atm() {
  return suite_for(
      "atm_bank", {"ask", "debit", "grant", "pay", "log"}, {"Auth"}, 20);
}
suite::Suite coffee_machine() {
  return suite_for(
      "coffee_machine", {"coin", "choose", "serve", "change"}, {}, 12);
}
suite::Suite alarm() {
  return suite_for("alarm_two_clocks",
                   {"arm", "armed", "motion", "too_late", "silence", "stop"},
                   {"Motion"},
                   40);
}

TestResult run(const suite::Suite& suite,
               std::vector<std::string> command,
               TimeMode mode,
               Policy policy) {
  exec::LineAddress address;
  address.command = std::move(command);
  exec::LineSutOptions lines;
  lines.answer_time = std::chrono::milliseconds(10000);
  const base::Budget budget;
  const auto sut =
      exec::make_timed_lines(address, mode, mpq_class(1, 20), lines, budget);
  const auto solver =
      make_constraint_solver(std::chrono::milliseconds(10000), budget);
  exec::TimedRunOptions options;
  options.policy = policy;
  options.run.step_time = std::chrono::milliseconds(10000);
  suite::RunListener listener;
  const suite::RunResults results = exec::run_timed_suite(
      suite, *sut, options, solver.get(), listener, budget);
  // What was recorded gives the same verdict off line.
  const TestResult& live = results.tests.at(0);
  const auto log = exec::make_trace(exec::write_log(live), "log");
  if (live.verdict != suite::Verdict::error) {
    const TestResult again =
        exec::run_timed_suite(
            suite, *log, options, solver.get(), listener, budget)
            .tests.at(0);
    EXPECT_EQ(again.code, live.code) << again.reason << "\n" << live.reason;
    EXPECT_EQ(again.reason, live.reason);
  }
  return live;
}

std::vector<std::string> python(const std::string& file,
                                const std::string& fault = "") {
  std::vector<std::string> out{"python3", kExamples + "sut/" + file};
  if (!fault.empty()) out.insert(out.end(), {"--fault", fault});
  return out;
}

VerdictCode verdict(const suite::Suite& suite,
                    const std::vector<std::string>& command,
                    TimeMode mode = TimeMode::virtual_time,
                    Policy policy = Policy::minimal) {
  const TestResult r = run(suite, command, mode, policy);
  if (std::getenv("CATENARY_SHOW") != nullptr) {
    std::printf("%s: %s\n", command.back().c_str(), r.reason.c_str());
  }
  return r.code;
}

TEST(TimedExamples, TheTellerMachine) {
  const suite::Suite s = atm();
  for (const Policy policy :
       {Policy::minimal, Policy::latest, Policy::boundary, Policy::random}) {
    const VerdictCode code =
        verdict(s, python("atm_bank.py"), TimeMode::virtual_time, policy);
    // What the bank does not grant is another purpose.
    EXPECT_TRUE(code == VerdictCode::tree_pass ||
                code == VerdictCode::inc_uc_in_spec)
        << to_string(code);
  }
  EXPECT_EQ(verdict(s, python("atm_bank.py")), VerdictCode::tree_pass);
  EXPECT_EQ(verdict(s, python("atm_bank.py", "value")), VerdictCode::fail_out);
  EXPECT_EQ(verdict(s, python("atm_bank.py", "late")), VerdictCode::fail_dur);
  EXPECT_EQ(verdict(s, python("atm_bank.py", "mute")), VerdictCode::fail_dur);
  EXPECT_EQ(verdict(s, python("atm_bank.py", "extra")), VerdictCode::fail_out);
  EXPECT_EQ(verdict(s, python("atm_bank.py", "dies")), VerdictCode::sut_exited);
  EXPECT_EQ(verdict(s, python("atm_bank.py", "crashes")),
            VerdictCode::sut_crashed);
  EXPECT_EQ(verdict(s, python("atm_bank.py", "nonsense")),
            VerdictCode::adapter_protocol);
}

TEST(TimedExamples, TheCoffeeMachine) {
  const suite::Suite s = coffee_machine();
  EXPECT_EQ(verdict(s, python("coffee_machine.py")), VerdictCode::tree_pass);
  EXPECT_EQ(verdict(s, python("coffee_machine.py", "value")),
            VerdictCode::fail_out);
  EXPECT_EQ(verdict(s, python("coffee_machine.py", "late")),
            VerdictCode::fail_dur);
  EXPECT_EQ(verdict(s, python("coffee_machine.py", "extra")),
            VerdictCode::fail_out);
}

TEST(TimedExamples, TheAlarm) {
  const suite::Suite s = alarm();
  EXPECT_EQ(verdict(s, python("alarm_two_clocks.py")), VerdictCode::tree_pass);
  EXPECT_EQ(verdict(s, python("alarm_two_clocks.py", "late")),
            VerdictCode::fail_dur);
  EXPECT_EQ(verdict(s, python("alarm_two_clocks.py", "mute")),
            VerdictCode::fail_dur);
  EXPECT_EQ(verdict(s, python("alarm_two_clocks.py", "extra")),
            VerdictCode::fail_out);
}

TEST(TimedExamples, InRealTime) {
  const suite::Suite s = coffee_machine();
  EXPECT_EQ(verdict(s, python("coffee_machine.py"), TimeMode::real_time),
            VerdictCode::tree_pass);
  EXPECT_EQ(
      verdict(s, python("coffee_machine.py", "value"), TimeMode::real_time),
      VerdictCode::fail_out);
  EXPECT_EQ(
      verdict(s, python("coffee_machine.py", "mute"), TimeMode::real_time),
      VerdictCode::fail_dur);
  EXPECT_EQ(
      verdict(s, python("coffee_machine.py", "dies"), TimeMode::real_time),
      VerdictCode::sut_exited);
}

TEST(TimedExamples, InC) {
  const std::filesystem::path program =
      std::filesystem::temp_directory_path() /
      ("catenary_coffee_" + std::to_string(::getpid()));
  const std::string compile = "cc -std=c11 -Wall -Wextra -Werror -O1 -o " +
                              program.string() + " " + kExamples +
                              "sut/coffee_machine.c";
  ASSERT_EQ(std::system(compile.c_str()), 0);
  const suite::Suite s = coffee_machine();
  const auto with = [&](const char* fault) {
    return *fault == 0
               ? std::vector<std::string>{program.string()}
               : std::vector<std::string>{program.string(), "--fault", fault};
  };
  EXPECT_EQ(verdict(s, with("")), VerdictCode::tree_pass);
  EXPECT_EQ(verdict(s, with("value")), VerdictCode::fail_out);
  EXPECT_EQ(verdict(s, with("late")), VerdictCode::fail_dur);
  EXPECT_EQ(verdict(s, with("mute")), VerdictCode::fail_dur);
  EXPECT_EQ(verdict(s, with("extra")), VerdictCode::fail_out);
  EXPECT_EQ(verdict(s, with("dies")), VerdictCode::sut_exited);
  EXPECT_EQ(verdict(s, with("crashes")), VerdictCode::sut_crashed);
  EXPECT_EQ(verdict(s, with("nonsense")), VerdictCode::adapter_protocol);
  EXPECT_EQ(verdict(s, with(""), TimeMode::real_time), VerdictCode::tree_pass);
  EXPECT_EQ(verdict(s, with("value"), TimeMode::real_time),
            VerdictCode::fail_out);
  std::filesystem::remove(program);
}

}  // namespace
}  // namespace catenary::exec::timed
