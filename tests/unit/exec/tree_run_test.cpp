// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every verdict of a test-case tree, and that a system that dies gets none.
#include "exec/tree/tree_run.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "unit/exec/timed_example.h"

namespace catenary::exec {
namespace {

using namespace timed_example;
using suite::TestResult;
using suite::VerdictCode;
using Kind = suite::TimedObservation::Kind;

void expect(const TestResult& r,
            Verdict verdict,
            VerdictCode code,
            std::int64_t step) {
  EXPECT_EQ(r.verdict, verdict) << r.reason;
  EXPECT_EQ(r.code, code) << r.reason;
  EXPECT_EQ(r.step, step) << r.reason;
}

TEST(TreeRun, TheRightCoffeeInTimePasses) {
  Player sut = machine(5);
  const TestResult r = run_one(sut);
  expect(r, Verdict::pass, VerdictCode::tree_pass, 2);
  EXPECT_EQ(r.reason, "");
  EXPECT_EQ(r.goals, std::vector<std::string>{"q0.brew"});
  ASSERT_EQ(r.events.size(), 2U);
  EXPECT_EQ(r.events[0].kind, Kind::sent);
  EXPECT_EQ(r.events[0].at, 2);
  EXPECT_EQ(r.events[0].channel, "Coin");
  EXPECT_EQ(r.events[0].values[0], logic::Value::integer(1));
  EXPECT_EQ(r.events[1].kind, Kind::received);
  EXPECT_EQ(r.events[1].at, 7);
}

TEST(TreeRun, AWrongValueFails) {
  Player sut = machine(1, 3);
  const TestResult r = run_one(sut);
  expect(r, Verdict::fail, VerdictCode::fail_out, 1);
  EXPECT_EQ(r.reason,
            "Coffee(3) after 1 in state ec1, after 1 step of the purpose (R9): "
            "no such output is specified; allowed: Coffee(2) after [0, 5] or "
            "Light after [0, 3] (goals q0.brew; requirements R-1)");
  ASSERT_EQ(r.violations.size(), 1U);
  EXPECT_EQ(r.violations[0].signal, "Coffee");
  EXPECT_EQ(r.violations[0].step, 2U);
  EXPECT_EQ(r.requirements, std::vector<std::string>{"R-1"});
}

TEST(TreeRun, WhatWasExcludedBeforeIsNotCalledAllowed) {
  suite::Suite s = coffee();
  set_guard(s, 7, "(and (<= d~2 3.0) (> Coin@1 3))");
  set_guard(s, 8, "(not (and (<= d~2 3.0) (> Coin@1 3)))");
  suite::canonicalise(s);
  Player sut = machine(1, 3);
  const TestResult r = run_one(sut, s);
  ASSERT_EQ(r.violations.size(), 1U);
  EXPECT_EQ(r.violations[0].allowed, "Coffee(2) after [0, 5]");
}

TEST(TreeRun, ALateOutputFailsBeforeTheTimeOut) {
  Player sut = machine(mpq_class(51, 10));
  expect(run_one(sut), Verdict::fail, VerdictCode::fail_out, 1);
}

TEST(TreeRun, SilenceWhereSomethingHadToComeFails) {
  Player sut;
  const TestResult r = run_one(sut);
  expect(r, Verdict::fail, VerdictCode::fail_dur, 1);
  ASSERT_EQ(r.events.size(), 2U);
  EXPECT_EQ(r.events[1].kind, Kind::silence);
  EXPECT_EQ(r.events[1].at, 10);  // 2 and the time-out of 8
}

TEST(TreeRun, AnOutputAtTheTimeOutIsHandledBeforeSilence) {
  Player sut = machine(8);
  expect(run_one(sut), Verdict::fail, VerdictCode::fail_out, 1);
  Player later = machine(mpq_class(81, 10));
  expect(run_one(later), Verdict::fail, VerdictCode::fail_dur, 1);
}

TEST(TreeRun, AnotherSpecifiedOutputIsInconclusive) {
  Player sut = machine(3, 0, kLight);
  expect(run_one(sut), Verdict::inconclusive, VerdictCode::inc_out, 1);
  Player late = machine(4, 0, kLight);
  expect(run_one(late), Verdict::fail, VerdictCode::fail_out, 1);
}

TEST(TreeRun, InputsOfOthers) {
  Player specified = machine(3, 1, kAuth);
  expect(run_one(specified),
         Verdict::inconclusive,
         VerdictCode::inc_uc_in_spec,
         1);
  Player unknown = machine(3, 9, kAuth);
  expect(run_one(unknown),
         Verdict::inconclusive,
         VerdictCode::inc_uc_in_unspec,
         1);
  Player late = machine(6, 1, kAuth);
  expect(run_one(late), Verdict::fail, VerdictCode::fail_dur, 1);
}

TEST(TreeRun, AnOutputAtTheInstantOfAStimulationComesFirst) {
  Player sut = machine(1);
  sut.say(2, kLight);
  const TestResult r = run_one(sut);
  expect(r, Verdict::fail, VerdictCode::fail_out, 0);
  EXPECT_TRUE(sut.sent.empty());
}

TEST(TreeRun, AStimulationThatNoSolutionHasIsNotSent) {
  suite::Suite s = coffee();
  set_guard(s, 0, "(and (< d~1 1.0) (> d~1 1.0))");
  suite::canonicalise(s);
  Player sut = machine(1);
  const TestResult r = run_one(sut, s);
  expect(r, Verdict::inconclusive, VerdictCode::inc_dur, 0);
  EXPECT_NE(r.reason.find("no stimulation can follow"), std::string::npos);
  EXPECT_TRUE(sut.sent.empty());
}

TEST(TreeRun, ABrokenTreeIsAnErrorAndNoVerdict) {
  suite::Suite none = coffee();
  set_guard(none, 6, "false");
  suite::canonicalise(none);
  Player sut = machine(1, 3);
  const TestResult r = run_one(sut, none);
  expect(r, Verdict::error, VerdictCode::broken_test, 1);
  EXPECT_NE(r.reason.find("no guard holds for Coffee(3)"), std::string::npos);

  suite::Suite both = coffee();
  set_guard(both, 6, "true");
  suite::canonicalise(both);
  Player right = machine(1);
  const TestResult two = run_one(right, both);
  expect(two, Verdict::error, VerdictCode::broken_test, 1);
  EXPECT_NE(two.reason.find("R4 of state ec1 and R9 of state ec1"),
            std::string::npos)
      << two.reason;

  suite::Suite bad = coffee();
  bad.tests[0].tree.transitions[1].delay = "nothing";
  suite::canonicalise(bad);
  Player any = machine(1);
  const TestResult unknown = run_one(any, bad);
  expect(unknown, Verdict::error, VerdictCode::broken_test, -1);
  EXPECT_NE(unknown.reason.find("no variable is called nothing"),
            std::string::npos);
  EXPECT_EQ(any.opened, 0);
}

TEST(TreeRun, SystemsThatDieAreErrors) {
  const auto end = [](SutOutcome outcome) {
    Player sut = machine(3);
    TimedReply reply;
    reply.outcome = outcome;
    reply.reason = "why";
    sut.dies = {mpq_class(3), reply};
    return run_one(sut);
  };
  expect(end(SutOutcome::crashed), Verdict::error, VerdictCode::sut_crashed, 1);
  expect(end(SutOutcome::exited), Verdict::error, VerdictCode::sut_exited, 1);
  expect(end(SutOutcome::ended), Verdict::error, VerdictCode::sut_exited, 1);
  expect(end(SutOutcome::hung), Verdict::error, VerdictCode::sut_hung, 1);
  expect(end(SutOutcome::refused), Verdict::error, VerdictCode::sut_refused, 1);
  expect(end(SutOutcome::protocol),
         Verdict::error,
         VerdictCode::adapter_protocol,
         1);
  expect(end(SutOutcome::interrupted),
         Verdict::inconclusive,
         VerdictCode::interrupted,
         1);
  Player sut;
  sut.on_open = {SutOutcome::refused, "no such file", {}};
  expect(run_one(sut), Verdict::error, VerdictCode::adapter_load, -1);
  Player mute;
  mute.on_reset = {SutOutcome::hung, "no answer", {}};
  expect(run_one(mute), Verdict::error, VerdictCode::sut_hung, 0);
}

TEST(TreeRun, ADeadSystemIsStartedAgain) {
  suite::Suite s = coffee();
  suite::Test again = s.tests[0];
  again.note = "again";
  s.tests.push_back(again);
  suite::canonicalise(s);
  Player sut;
  TimedReply reply;
  reply.outcome = SutOutcome::crashed;
  sut.dies = {mpq_class(0), reply};
  const suite::RunResults results = run_all(s, sut);
  ASSERT_EQ(results.tests.size(), 2U);
  EXPECT_EQ(sut.opened, 2);
  EXPECT_EQ(suite::exit_code(results), 3);
}

TEST(TreeRun, ASystemThatNeverSaysHelloIsWaitedForOnce) {
  suite::Suite s = coffee();
  suite::Test again = s.tests[0];
  again.note = "again";
  s.tests.push_back(again);
  suite::canonicalise(s);
  for (const SutOutcome outcome : {SutOutcome::hung, SutOutcome::exited}) {
    Player sut;
    sut.on_open = {outcome, "why", {}};
    const suite::RunResults results = run_all(s, sut);
    ASSERT_EQ(results.tests.size(), 2U);
    for (const suite::TestResult& r : results.tests) {
      expect(r, Verdict::error, VerdictCode::adapter_load, -1);
      EXPECT_EQ(r.reason, "the SUT could not be started: why");
    }
    EXPECT_EQ(sut.opened, outcome == SutOutcome::hung ? 1 : 2);
  }
}

TEST(TreeRun, AnInputThatOnlyTheTesterSendsIsNonsense) {
  Player sut;
  sut.say(1, kCoin, {logic::Value::integer(1)});
  expect(run_one(sut), Verdict::error, VerdictCode::adapter_protocol, 0);
}

TEST(TreeRun, OtherTestsAreNotExecutable) {
  suite::Suite s = coffee();
  s.tests[0].kind = suite::TestKind::linear;
  suite::canonicalise(s);
  Player sut;
  expect(
      run_one(sut, s), Verdict::inconclusive, VerdictCode::not_executable, -1);
}

/// Says the same to every question.
class Oracle final : public ConstraintSolver {
 public:
  explicit Oracle(Solvable answer) : answer_(answer) {}
  int asked = 0;
  Solvable solve(logic::TermManager&,
                 logic::Term,
                 std::span<const logic::Term>,
                 logic::Assignment&,
                 std::string& why) override {
    ++asked;
    why = "too hard";
    return answer_;
  }
  Solvable optimise(logic::TermManager&,
                    logic::Term,
                    std::span<const logic::Term>,
                    logic::Term,
                    Direction,
                    logic::Assignment&,
                    std::string& why) override {
    ++asked;
    why = "too hard";
    return answer_;
  }

 private:
  Solvable answer_;
};

/// Whether the coffee is right depends on what is hidden.
suite::Suite hidden() {
  suite::Suite s = coffee();
  set_guard(s,
            5,
            "(exists ((h Int)) (and (<= 0 (* h h h)) (= Coffee@2 (* 2 h)) "
            "(= h Coin@1)))");
  set_guard(s,
            6,
            "(not (exists ((h Int)) (and (<= 0 (* h h h)) (= Coffee@2 (* 2 h)) "
            "(= h Coin@1))))");
  suite::canonicalise(s);
  return s;
}

TEST(TreeRun, UndecidedGuardsAreInconclusive) {
  Player sut = machine(1);
  Oracle unknown(Solvable::unknown);
  const TestResult r = run_one(sut, hidden(), {}, &unknown);
  expect(r, Verdict::inconclusive, VerdictCode::unresolved, 1);
  EXPECT_NE(r.reason.find("too hard"), std::string::npos) << r.reason;
  EXPECT_GT(unknown.asked, 0);
  Player without = machine(1);
  expect(run_one(without, hidden()),
         Verdict::inconclusive,
         VerdictCode::unresolved,
         1);
}

TEST(TreeRun, ASolverThatSaysYesToContradictionsMeansABrokenTree) {
  Player sut = machine(1);
  Oracle yes(Solvable::yes);
  expect(run_one(sut, hidden(), {}, &yes),
         Verdict::error,
         VerdictCode::broken_test,
         1);
}

TEST(TreeRun, TheSolverIsNotAskedAboutPlainGuards) {
  Player sut = machine(1);
  Oracle oracle(Solvable::unknown);
  expect(run_one(sut, coffee(), {}, &oracle),
         Verdict::pass,
         VerdictCode::tree_pass,
         2);
  EXPECT_EQ(oracle.asked, 0);
}

TEST(TreeRun, RepetitionsThatDisagreeAreFlaky) {
  Player sut;
  int runs = 0;
  sut.on_input = [&runs](Player& p,
                         std::uint32_t,
                         const std::vector<logic::Value>& v) {
    p.say(p.now + 1,
          kCoffee,
          {logic::Value::integer(v.at(0).as_int64() * (++runs == 2 ? 7 : 2))});
  };
  TimedRunOptions options;
  options.run.repeat = 3;
  const TestResult r = run_one(sut, coffee(), options);
  expect(r, Verdict::fail, VerdictCode::fail_out, 1);
  EXPECT_TRUE(r.flaky);
}

TEST(TreeRun, ASpentBudgetStopsTheRun) {
  base::Budget budget;
  budget.interrupt();
  Player sut = machine(1);
  suite::RunListener listener;
  const suite::RunResults results =
      run_timed_suite(coffee(), sut, {}, nullptr, listener, budget);
  EXPECT_FALSE(results.complete);
  EXPECT_TRUE(results.tests.empty());
}

/// A system in real time, seen by a tester who wakes up late.
class LateTester : public Player {
 public:
  mpq_class late;
  [[nodiscard]] bool is_real_time() const override { return true; }
  TimedReply wait(const mpq_class& until) override {
    TimedReply reply = Player::wait(until);
    if (!reply.message) now += late;
    reply.now = now;
    return reply;
  }
};

/// Answers a coin after each of these times, run after run.
LateTester late_tester(const mpq_class& late, std::vector<mpq_class> delays) {
  LateTester out;
  out.late = late;
  auto next = std::make_shared<std::size_t>(0);
  out.on_input =
      [delays = std::move(delays), next](
          Player& p, std::uint32_t, const std::vector<logic::Value>& values) {
        const mpq_class delay = delays.at((*next)++);
        p.say(p.now + delay,
              kCoffee,
              {logic::Value::integer(values.at(0).as_int64() * 2)});
      };
  return out;
}

TEST(RealTime, AFailureWithinTheJitterIsConfirmedByASecondRun) {
  LateTester sut = late_tester(mpq_class(1, 10), {mpq_class(51, 10), 6});
  const suite::TestResult r = run_one(sut);
  EXPECT_EQ(r.verdict, Verdict::fail);
  EXPECT_EQ(r.code, suite::VerdictCode::fail_out);
  EXPECT_NE(r.reason.find("second run"), std::string::npos) << r.reason;
  EXPECT_EQ(sut.sent.size(), 2U);
}

TEST(RealTime, AFailureWithinTheJitterThatIsNotConfirmedIsInconclusive) {
  LateTester sut = late_tester(mpq_class(1, 10), {mpq_class(51, 10), 4});
  const suite::TestResult r = run_one(sut);
  EXPECT_EQ(r.verdict, Verdict::inconclusive);
  EXPECT_EQ(r.code, suite::VerdictCode::unresolved);
  EXPECT_NE(r.reason.find("within the measured jitter"), std::string::npos)
      << r.reason;
  EXPECT_TRUE(r.violations.empty());
}

TEST(RealTime, AFailureBeyondTheJitterIsOneAtOnce) {
  LateTester sut = late_tester(mpq_class(1, 100), {6, 4});
  EXPECT_EQ(run_one(sut).verdict, Verdict::fail);
  EXPECT_EQ(sut.sent.size(), 1U);
}

}  // namespace
}  // namespace catenary::exec
