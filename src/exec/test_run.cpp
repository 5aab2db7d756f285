// SPDX-License-Identifier: Apache-2.0
/// \file
/// One run of a linear or adaptive test: opens and resets the SUT, executes the
/// steps, checks expectations, and draws the conclusion. The verdict is the
/// first reason in conclude() that applies, from the most to the least severe.
#include "exec/test_run.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "exec/bindings.h"
#include "exec/describe.h"
#include "exec/violation.h"
#include "suite/adaptive.h"

namespace catenary::exec {
namespace {

using logic::Value;
using suite::TestResult;
using suite::Verdict;
using suite::VerdictCode;
using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

/// How long a repeated or late answer may take to be noticed.
constexpr Milliseconds kSettlingTime{200};
/// The same after the last step of a test in which everything was as expected.
constexpr Milliseconds kLastSettlingTime{10};

SutReply open_sut(RunContext& context) {
  return context.adapter.open(context.suite.signature, context.info);
}

class TestRun {
 public:
  TestRun(RunContext& context, const suite::Test& test)
      : context_(context),
        suite_(context.suite),
        test_(test),
        started_(Clock::now()),
        bindings_(suite_.signature) {
    result_.id = test.id;
  }

  TestResult run() {
    if (!executable() || !start()) return finish();
    const bool adaptive = suite::is_adaptive(test_);
    std::uint32_t number = 0;
    for (std::optional<std::uint32_t> at = next_step({}); at;
         at = next_step(at)) {
      const suite::Step& step = test_.steps[*at];
      if (number > 0 && ended_) {
        if (result_.violations.empty()) over_too_soon(number);
        return finish();
      }
      if (adaptive) result_.path.push_back(*at);
      if (!do_step(step, ++number)) return finish();
      if (!result_.violations.empty() && !context_.options.keep_going) {
        return finish();
      }
    }
    // The last answer may have been the repetition of an earlier one.
    if (number > 0) (void)answers_in_time(number, kLastSettlingTime);
    return finish();
  }

 private:
  using Values = std::vector<Value>;

  /// Decides the verdict before the end of the test.
  void set(Verdict verdict, VerdictCode code, std::string reason) {
    result_.verdict = verdict;
    result_.code = code;
    result_.reason = std::move(reason);
    decided_ = true;
  }

  /// The time limit of the next call; at least 1 ms, since 0 means none.
  [[nodiscard]] Milliseconds time_left() const {
    const RunOptions& options = context_.options;
    if (options.test_time.count() == 0) return options.step_time;
    const auto used =
        std::chrono::duration_cast<Milliseconds>(Clock::now() - started_);
    const Milliseconds left =
        std::max(options.test_time - used, Milliseconds(1));
    return options.step_time.count() == 0 ? left
                                          : std::min(left, options.step_time);
  }

  /// The step after `at`, or the first one; nothing if the test ends. In an
  /// adaptive test the first branch that applies is taken.
  std::optional<std::uint32_t> next_step(std::optional<std::uint32_t> at) {
    if (!at) {
      if (test_.steps.empty()) return std::nullopt;
      return 0;
    }
    if (!suite::is_adaptive(test_)) {
      if (*at + 1 < test_.steps.size()) return *at + 1;
      return std::nullopt;
    }
    for (const suite::AdaptiveBranch& branch : test_.steps[*at].next) {
      switch (applies(branch)) {
        case Judgement::holds:
          return branch.to;
        case Judgement::unresolved:
          return std::nullopt;
        case Judgement::violated:
          break;
      }
    }
    return std::nullopt;
  }

  /// Whether a branch applies; unresolved also if the SUT does not provide an
  /// output that the branch mentions.
  Judgement applies(const suite::AdaptiveBranch& branch) {
    for (const suite::ExpectedOutput& when : branch.when) {
      const std::optional<Value>& observed = outputs_[when.signal];
      const std::string& name = suite_.signature.outputs[when.signal].name;
      if (!observed) {
        if (missing_.empty()) missing_ = name;
        return Judgement::unresolved;
      }
      std::string why;
      const Judgement judged =
          judge(when.expectation, *observed, bindings_.all(), why);
      if (judged == Judgement::unresolved && unresolved_.empty()) {
        unresolved_ = "step " + std::to_string(result_.step) +
                      ": how to go on depends on " + name + ": " + why;
      }
      if (judged != Judgement::holds) return judged;
    }
    return Judgement::holds;
  }

  /// The SUT ended in the middle of the test.
  void over_too_soon(std::uint32_t number) {
    set(Verdict::fail,
        VerdictCode::sut_ended,
        "the SUT ended at step " + std::to_string(number) + " of " +
            std::to_string(suite::length_of(test_)));
    name_goals();
  }

  /// Tests with messages need another runner.
  bool executable() {
    if (suite::is_automaton(test_)) {
      set(Verdict::inconclusive,
          VerdictCode::not_executable,
          "a test-case tree needs a SUT that exchanges timed messages");
      return false;
    }
    for (const suite::Step& step : test_.steps) {
      if (step.events.empty()) continue;
      set(Verdict::inconclusive,
          VerdictCode::not_executable,
          "messages on channels need a SUT that exchanges timed messages");
      return false;
    }
    return true;
  }

  /// Opens the SUT if necessary, and resets it.
  bool start() {
    const SutReply opened =
        context_.sut.start([&] { return open_sut(context_); });
    if (opened.outcome == SutOutcome::interrupted) {
      set(Verdict::inconclusive, VerdictCode::interrupted, opened.reason);
      return false;
    }
    if (opened.outcome != SutOutcome::ok) {
      set(Verdict::error,
          VerdictCode::adapter_load,
          "the SUT could not be started: " + opened.reason);
      return false;
    }
    const std::string missing = missing_input();
    if (!missing.empty()) {
      set(Verdict::inconclusive,
          VerdictCode::input_missing,
          "the SUT has no input \"" + missing + "\"");
      return false;
    }
    result_.step = 0;
    oracle_ = context_.options.oracle;
    if (oracle_ != nullptr) oracle_->restart();
    const SutReply reply = context_.adapter.reset(
        suite::values_of(test_.initial, suite_.signature.initial), time_left());
    if (reply.outcome == SutOutcome::ended && test_.steps.empty()) return true;
    if (reply.outcome == SutOutcome::ok) return true;
    died(reply, "the reset");
    return false;
  }

  /// An input that the test sets and the SUT does not have; else empty.
  [[nodiscard]] std::string missing_input() const {
    for (const suite::Assignment& a : test_.initial) {
      if (!context_.info.initial[a.signal]) {
        return suite_.signature.initial[a.signal].name;
      }
    }
    for (const suite::Step& step : test_.steps) {
      for (const suite::Assignment& a : step.inputs) {
        if (!context_.info.inputs[a.signal]) {
          return suite_.signature.inputs[a.signal].name;
        }
      }
    }
    return {};
  }

  /// Executes a step. False if the SUT gave no outputs; the verdict is decided
  /// then.
  bool do_step(const suite::Step& step, std::uint32_t number) {
    result_.step = number;
    step_ = &step;
    const Values inputs =
        suite::values_of(step.inputs, suite_.signature.inputs);
    SutReply reply = context_.adapter.step(step.dt, inputs, time_left());
    ended_ = reply.outcome == SutOutcome::ended;
    if (reply.outcome != SutOutcome::ok && !ended_) {
      died(reply, "step " + std::to_string(number));
      name_goals();
      return false;
    }
    if (context_.keep_values) bindings_.step(inputs, reply.outputs);
    if (context_.options.expectations) {
      for (const suite::ExpectedOutput& expected : step.expect) {
        check(expected, reply.outputs[expected.signal], step, number);
      }
    }
    ask_oracle(inputs, reply.outputs, number);
    // A violation may be the effect of a late or repeated answer.
    if (!result_.violations.empty() &&
        !answers_in_time(number, kSettlingTime)) {
      return false;
    }
    if (context_.options.record_observed) {
      result_.observed.push_back(reply.outputs);
    }
    outputs_ = std::move(reply.outputs);
    return true;
  }

  /// False if the SUT says more than it was asked for: its answer may belong to
  /// another step, so that nothing is known about this one. Checked once a
  /// test.
  bool answers_in_time(std::uint32_t number, Milliseconds time) {
    if (ended_ || std::exchange(settled_, true)) return true;
    const SutReply reply = context_.adapter.settle(time);
    if (reply.outcome == SutOutcome::ok) return true;
    result_.violations.clear();
    died(reply, "step " + std::to_string(number));
    name_goals();
    return false;
  }

  /// Checks one expectation.
  void check(const suite::ExpectedOutput& expected,
             const std::optional<Value>& observed,
             const suite::Step& step,
             std::uint32_t number) {
    const suite::Signal& signal = suite_.signature.outputs[expected.signal];
    if (!observed) {
      // Derived signals need not be provided.
      if (!signal.derived && missing_.empty()) missing_ = signal.name;
      add_new(result_.skipped, {signal.name});
      return;
    }
    std::string why;
    switch (judge(expected.expectation, *observed, bindings_.all(), why)) {
      case Judgement::holds:
        ++result_.checked;
        break;
      case Judgement::unresolved:
        if (unresolved_.empty()) {
          unresolved_ = "step " + std::to_string(number) + ": " + signal.name +
                        ": " + why;
        }
        break;
      case Judgement::violated:
        ++result_.checked;
        result_.violations.push_back(
            violation_of(suite_, expected, *observed, step, number));
        break;
    }
  }

  /// Asks the oracle about the step, until it has said something other than
  /// `allowed`. Outputs that are missing because the SUT is over are not a
  /// violation.
  void ask_oracle(const Values& inputs,
                  const std::vector<std::optional<Value>>& outputs,
                  std::uint32_t number) {
    if (oracle_ == nullptr) return;
    const bool none = std::none_of(
        outputs.begin(), outputs.end(), [](const auto& o) { return !!o; });
    if (ended_ && none) return;
    StepVerdict verdict = oracle_->step(inputs, outputs);
    if (verdict.kind == StepVerdict::Kind::allowed) {
      ++result_.checked;
      return;
    }
    oracle_ = nullptr;
    const std::string at = "step " + std::to_string(number) + ": ";
    switch (verdict.kind) {
      case StepVerdict::Kind::forbidden:
        ++result_.checked;
        verdict.violation.step = number;
        result_.violations.push_back(std::move(verdict.violation));
        break;
      case StepVerdict::Kind::nothing_asked:
        nothing_asked_ = at + verdict.why;
        break;
      default:
        if (unresolved_.empty()) unresolved_ = at + verdict.why;
        break;
    }
  }

  /// Makes the goals of the step the subject of the verdict.
  void name_goals() {
    result_.goals = step_->goals;
    result_.requirements = requirements_of(suite_, result_.goals);
    if (!result_.goals.empty()) {
      result_.reason += ", where " + join(result_.goals) + " should be hit";
    }
  }

  void died(const SutReply& reply, const std::string& during) {
    const auto [code, what] = meaning_of(reply.outcome);
    if (reply.outcome == SutOutcome::interrupted) {
      set(Verdict::inconclusive, VerdictCode::interrupted, reply.reason);
    } else if (reply.outcome == SutOutcome::mismatch) {
      set(Verdict::inconclusive,
          VerdictCode::log_mismatch,
          "the log does not fit " + during + ": " + reply.reason);
    } else {
      set(code == VerdictCode::sut_ended ? Verdict::fail : Verdict::error,
          code,
          std::string(what) + " in " + during +
              (reply.reason.empty() ? "" : ": " + reply.reason));
    }
    context_.sut.ended(reply.outcome);
  }

  /// The result, with what the SUT printed.
  TestResult finish() {
    if (!decided_) conclude();
    result_.output = context_.adapter.take_output();
    result_.seconds =
        std::chrono::duration<double>(Clock::now() - started_).count();
    return std::move(result_);
  }

  /// The verdict of a test that came to its end.
  void conclude() {
    if (!result_.violations.empty()) {
      set(Verdict::fail,
          VerdictCode::expectation_violated,
          describe(result_.violations));
      result_.step = result_.violations.front().step;
      for (const suite::Violation& v : result_.violations) {
        add_new(result_.goals, v.goals);
        add_new(result_.requirements, v.requirements);
      }
    } else if (!missing_.empty()) {
      set(Verdict::inconclusive,
          VerdictCode::output_missing,
          "the SUT does not provide the output \"" + missing_ + "\"");
    } else if (!unresolved_.empty()) {
      set(Verdict::inconclusive, VerdictCode::unresolved, unresolved_);
    } else if (!nothing_asked_.empty()) {
      set(Verdict::inconclusive, VerdictCode::promise_broken, nothing_asked_);
    } else if (result_.checked == 0 && !test_.steps.empty()) {
      // A test of no step asks for the initialisation alone.
      set(Verdict::inconclusive,
          VerdictCode::nothing_checked,
          "no expectation could be checked");
    } else {
      set(Verdict::pass, VerdictCode::ok, "");
    }
  }

  RunContext& context_;
  const suite::Suite& suite_;
  const suite::Test& test_;
  Clock::time_point started_;
  TestResult result_;
  bool decided_ = false;
  bool ended_ = false;
  bool settled_ = false;  ///< see answers_in_time()
  std::string missing_;
  std::string unresolved_;
  StepOracle* oracle_ = nullptr;  ///< null where there is nothing to ask
  std::string nothing_asked_;
  Bindings bindings_;
  const suite::Step* step_ = nullptr;          ///< the last one
  std::vector<std::optional<Value>> outputs_;  ///< of the last step
};

}  // namespace

std::string reach_sut(RunContext& context) {
  return context.sut.reach([&] { return open_sut(context); });
}

TestResult run_test(RunContext& context, const suite::Test& test) {
  return TestRun(context, test).run();
}

}  // namespace catenary::exec
