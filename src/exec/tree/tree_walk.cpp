// SPDX-License-Identifier: Apache-2.0
/// \file
/// The execution of a test-case tree: in each state the tester waits for an
/// observation until its next stimulation is due, or until the time-out, which
/// is quiescence.
#include "exec/tree/tree_walk.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "exec/stimulation.h"
#include "exec/tree/tree_explain.h"
#include "exec/tree/tree_guards.h"
#include "exec/tree/tree_report.h"

namespace catenary::exec {
namespace {

using logic::Term;
using logic::Value;
using suite::TestResult;
using suite::TimedObservation;
using suite::Verdict;
using suite::VerdictCode;
using Clock = std::chrono::steady_clock;

SutReply open_sut(TreeContext& context) {
  return context.adapter.open(context.suite.signature);
}

class TreeWalk : private TreeReport {
 public:
  TreeWalk(TreeContext& context,
           const suite::Test& test,
           TreeProgram& program,
           base::Rng rng)
      : TreeReport(context, test, program),
        rng_(rng),
        plan_(plan_of(context, program)),
        chooser_(program.terms(),
                 context.solver,
                 rng_,
                 {context.options.policy,
                  context.adapter.is_real_time() ? context.options.margin
                                                 : mpq_class(0),
                  plan_ ? &*plan_ : nullptr}),
        started_(Clock::now()) {}

  TestResult run() {
    context_.in_doubt = false;
    if (start()) {
      enter(0, 0);
      while (!decided_) do_state();
    }
    result_.output = context_.adapter.take_output();
    result_.seconds =
        std::chrono::duration<double>(Clock::now() - started_).count();
    return std::move(result_);
  }

 private:
  /// The plan of Policy::boundary; seeds count from 1.
  static std::optional<BoundaryPlan> plan_of(const TreeContext& context,
                                             const TreeProgram& program) {
    if (context.options.policy != Policy::boundary) return std::nullopt;
    return BoundaryPlan(
        program, context.adapter.plays_others(), context.options.seed - 1);
  }

  bool start() {
    const SutReply opened =
        context_.sut.start([&] { return open_sut(context_); });
    if (opened.outcome != SutOutcome::ok) {
      not_started(opened);
      return false;
    }
    result_.step = 0;
    const SutReply reply =
        context_.adapter.reset(context_.options.run.step_time);
    if (reply.outcome == SutOutcome::ok) return true;
    died(reply.outcome, reply.reason, "at the reset");
    return false;
  }

  /// Enters a state, whose clock starts at `at`.
  void enter(std::uint32_t state, const mpq_class& at) {
    state_ = state;
    entered_ = at;
    now_ = at;
    stimulate_ = true;
    note_.clear();
    for (const ProgramDefinition& d : program_.states()[state].definitions) {
      // Definitions that depend on hidden values have no value; they are only
      // mentioned below quantifiers.
      const std::optional<Value> value = logic::evaluate(d.value, known_);
      if (value) known_.set(d.variable, *value);
    }
    if (context_.adapter.plays_others()) arrange_awaited();
  }

  /// Has the simulated third parties send what the purpose waits for.
  void arrange_awaited() {
    for (const std::size_t i : state().awaited) {
      const ProgramTransition& t = state().observations[i];
      const std::optional<Stimulation> found =
          chooser_.choose(t, known_, 0, state().source->time_out);
      if (!found) continue;
      const std::uint32_t channel = t.source->channel;
      context_.adapter.arrange(
          {entered_ + found->delay,
           channel,
           as_channel(signature().channels[channel], found->values)});
      return;
    }
  }

  /// One wait in the current state, and its consequence.
  void do_state() {
    const base::StopReason stop = context_.budget.poll();
    if (stop != base::StopReason::none) {
      set(Verdict::inconclusive,
          VerdictCode::interrupted,
          std::string(base::to_string(stop)) + " " + place());
      return;
    }
    const auto limit = context_.options.run.test_time;
    if (limit.count() > 0 && context_.adapter.is_real_time() &&
        Clock::now() - started_ > limit) {
      set(Verdict::inconclusive,
          VerdictCode::unresolved,
          "the time limit of a test has passed " + place());
      return;
    }
    if (context_.adapter.is_recorded()) {
      do_recorded();
    } else {
      do_live();
    }
  }

  /// The SUT is executed: wait, then stimulate or conclude quiescence.
  void do_live() {
    const mpq_class end = entered_ + state().source->time_out;
    const std::optional<Stimulation> stimulation = next_stimulation();
    const mpq_class until =
        stimulation ? mpq_class(entered_ + stimulation->delay) : end;
    const TimedReply reply = context_.adapter.wait(std::max(until, now_));
    if (!usable(reply)) return;
    // The measured lateness bounds how much earlier an observation may have
    // happened.
    if (!reply.message && context_.adapter.is_real_time()) {
      const mpq_class late = reply.now - std::max(until, now_);
      context_.jitter = std::max(context_.jitter, late);
    }
    now_ = std::max(now_, reply.now);
    if (reply.message) return observe(*reply.message, reply.jitter);
    if (!stimulation) return quiescence(reply.jitter);
    if (now_ != until && !still_allowed(*stimulation)) return;
    send(*stimulation, reply.jitter);
  }

  /// The SUT is a log: inputs are taken from it.
  void do_recorded() {
    const mpq_class end = entered_ + state().source->time_out;
    const std::optional<TimedMessage> input =
        context_.adapter.recorded_input(end);
    if (input) return send_recorded(*input);
    const TimedReply reply = context_.adapter.wait(end);
    if (!usable(reply)) return;
    if (reply.message) return observe(*reply.message, 0);
    quiescence(0);
  }

  bool usable(const TimedReply& reply) {
    if (reply.outcome == SutOutcome::ok) return true;
    died(reply);
    return false;
  }

  std::optional<Stimulation> next_stimulation() {
    if (!stimulate_) return std::nullopt;
    const mpq_class earliest = now_ - entered_;
    for (const ProgramTransition& t : state().stimulations) {
      std::optional<Stimulation> found =
          chooser_.choose(t, known_, earliest, state().source->time_out);
      if (found) return found;
      if (note_.empty()) {
        note_ = chooser_.undecided().empty()
                    ? "; no stimulation can follow the purpose from here"
                    : "; whether a stimulation can follow the purpose is "
                      "undecided: " +
                          chooser_.undecided();
      }
    }
    stimulate_ = false;  // waiting longer does not help: it was solved for
    return std::nullopt;
  }

  /// In real time: whether the message may still be sent as late as it is now.
  /// If not, another stimulation is chosen, from now on.
  bool still_allowed(const Stimulation& s) {
    const Trial trial(*s.transition, now_ - entered_, s.values, known_);
    std::string why;
    return judge_guard(s.transition->guard, why) == Truth::yes;
  }

  void send(const Stimulation& s, double jitter) {
    const std::uint32_t channel = s.transition->source->channel;
    const std::vector<Value> values =
        as_channel(signature().channels[channel], s.values);
    const TimedReply reply = context_.adapter.send(channel, values);
    if (!usable(reply)) return;
    // A message of the SUT came first.
    if (reply.message) return observe(*reply.message, reply.jitter);
    record(TimedObservation::Kind::sent, reply.now, channel, values, jitter);
    if (!s.sure) optimistic_ = true;
    sent(*s.transition, reply.now, s.values);
  }

  /// The consequence of a stimulation that was sent at `at`.
  void sent(const ProgramTransition& transition,
            const mpq_class& at,
            const std::vector<Value>& values) {
    const mpq_class delay = at - entered_;
    bind_values(transition, delay, values, known_);
    std::string why;
    switch (judge_guard(transition.guard, why)) {
      case Truth::yes:
        // It follows the purpose.
        return take(transition, at, false);
      case Truth::no:
        return set(
            Verdict::inconclusive,
            VerdictCode::unresolved,
            "the stimulation " +
                show_message(signature().channels[transition.source->channel],
                             values) +
                " left after " + suite::show_time(delay) +
                ", when its guard (" + describe(program_.tree(), transition) +
                ") allowed it no more, " + place());
      case Truth::unknown:
        return set(Verdict::inconclusive,
                   VerdictCode::unresolved,
                   "guard " + describe(program_.tree(), transition) +
                       " is undecided: " + why);
    }
  }

  /// An input in the log must fit a stimulation of the state.
  void send_recorded(const TimedMessage& input) {
    const suite::Channel& channel = signature().channels[input.channel];
    const std::string text = show_message(channel, input.values);
    for (const ProgramTransition& t : state().stimulations) {
      if (t.source->channel != input.channel) continue;
      const auto values = fitted(t, input.values);
      if (!values) continue;
      std::string why;
      Truth truth = Truth::no;
      {
        const Trial trial(t, input.at - entered_, *values, known_);
        truth = judge_guard(t.guard, why);
      }
      if (truth == Truth::unknown) {
        return set(
            Verdict::inconclusive,
            VerdictCode::unresolved,
            "guard " + describe(program_.tree(), t) + " is undecided: " + why);
      }
      if (truth == Truth::no) continue;
      const TimedReply reply =
          context_.adapter.send(input.channel, input.values);
      if (!usable(reply)) return;
      record(TimedObservation::Kind::sent,
             input.at,
             input.channel,
             input.values,
             0);
      return sent(t, input.at, *values);
    }
    set(Verdict::inconclusive,
        VerdictCode::log_mismatch,
        "the log is of another test: it sends " + text + " at " +
            suite::show_time(input.at) + ", which this test does not " +
            place());
  }

  /// A message of the SUT: an output, or an input from third parties.
  void observe(const TimedMessage& message, double jitter) {
    const suite::Channel& channel = signature().channels[message.channel];
    if (channel.direction == suite::Direction::input && channel.controllable) {
      return died(SutOutcome::protocol,
                  "it reports the input " + channel.name +
                      ", which only the tester sends",
                  place());
    }
    ++result_.checked;
    record(TimedObservation::Kind::received,
           message.at,
           message.channel,
           message.values,
           jitter);
    now_ = std::max(now_, message.at);
    mpq_class delay = message.at - entered_;
    // Rounding in real time.
    if (delay < 0) delay = 0;
    react(state().observations, &message, delay, message.at);
  }

  /// The time-out passed in silence.
  void quiescence(double jitter) {
    ++result_.checked;
    const mpq_class delay = state().source->time_out;
    record(TimedObservation::Kind::silence, entered_ + delay, {}, {}, jitter);
    react(state().silences, nullptr, delay, entered_ + delay);
  }

  /// Takes the one transition that fits the observation. None, or several, mean
  /// that the tree is broken.
  void react(const std::vector<ProgramTransition>& transitions,
             const TimedMessage* message,
             const mpq_class& delay,
             const mpq_class& at) {
    const ProgramTransition* taken = nullptr;
    std::string doubt;
    for (const ProgramTransition& t : transitions) {
      if (message != nullptr && t.source->channel != message->channel) continue;
      std::vector<Value> values;
      if (message != nullptr) {
        auto fitting = fitted(t, message->values);
        if (!fitting) continue;
        values = std::move(*fitting);
      }
      const Trial trial(t, delay, values, known_);
      std::string why;
      const Truth truth = judge_guard(t.guard, why);
      if (truth == Truth::unknown && doubt.empty()) {
        doubt =
            "guard " + describe(program_.tree(), t) + " is undecided: " + why;
      }
      if (truth != Truth::yes) continue;
      if (taken != nullptr) {
        return broken("guards " + describe(program_.tree(), *taken) + " and " +
                      describe(program_.tree(), t) + " both hold for " +
                      seen(message, delay));
      }
      taken = &t;
    }
    if (!doubt.empty()) {
      return set(Verdict::inconclusive, VerdictCode::unresolved, doubt);
    }
    if (taken == nullptr) {
      return broken("no guard holds for " + seen(message, delay) + " " +
                    place());
    }
    // A failure at this time may be a pass at a time within the jitter.
    if (fails(*taken)) {
      context_.in_doubt = could_pass(transitions, message, delay);
    }
    std::vector<Value> values;
    if (message != nullptr) values = *fitted(*taken, message->values);
    bind_values(*taken, delay, values, known_);
    seen_ = seen(message, delay);
    take(*taken, at, message == nullptr);
  }

  [[nodiscard]] bool fails(const ProgramTransition& t) const {
    return t.source->to_leaf &&
           program_.tree().leaves[t.source->to].verdict == Verdict::fail;
  }

  /// In real time: whether the observation would not have failed at some time
  /// close to it. The time of the observation and the time at which the state
  /// was entered are both uncertain by the jitter.
  bool could_pass(const std::vector<ProgramTransition>& transitions,
                  const TimedMessage* message,
                  const mpq_class& delay) {
    constexpr int kSamples = 16;
    if (context_.jitter <= 0) return false;
    // Samples, since guards may be arbitrary in the delay.
    for (int i = -kSamples; i <= kSamples; ++i) {
      mpq_class share(2 * i, kSamples);
      share.canonicalize();
      const mpq_class near = delay + share * context_.jitter;
      if (near < 0) continue;
      for (const ProgramTransition& t : transitions) {
        const bool other =
            message != nullptr && t.source->channel != message->channel;
        if (fails(t) || other) continue;
        std::vector<Value> values;
        if (message != nullptr) {
          auto fitting = fitted(t, message->values);
          if (!fitting) continue;
          values = std::move(*fitting);
        }
        const Trial trial(t, near, values, known_);
        std::string why;
        if (judge_guard(t.guard, why) != Truth::no) return true;
      }
    }
    return false;
  }

  /// Takes a transition: into the next state, or to a verdict.
  void take(const ProgramTransition& t, const mpq_class& at, bool is_silence) {
    if (!t.source->to_leaf) {
      ++result_.step;
      enter(t.source->to, at);
      return;
    }
    const suite::TreeLeaf& leaf = program_.tree().leaves[t.source->to];
    const VerdictCode code = code_of(leaf, is_silence);
    if (leaf.verdict == Verdict::pass) {
      ++result_.step;
      set(Verdict::pass, code, "");
    } else {
      judge(t, leaf, code);
    }
    result_.goals = test_.goals;
    result_.requirements = test_.requirements;
  }

  Truth judge_guard(Term guard, std::string& why) {
    return holds(program_.terms(), guard, known_, context_.solver, why);
  }

  base::Rng rng_;
  std::optional<BoundaryPlan> plan_;
  Chooser chooser_;
  Clock::time_point started_;
  mpq_class entered_ = 0;  ///< when the state was entered
  mpq_class now_ = 0;
  bool stimulate_ = true;  ///< a stimulation may still be found here
};

}  // namespace

std::string reach_sut(TreeContext& context) {
  return context.sut.reach([&] { return open_sut(context); });
}

TestResult walk_tree(TreeContext& context,
                     const suite::Test& test,
                     TreeProgram& program,
                     base::Rng rng) {
  return TreeWalk(context, test, program, rng).run();
}

}  // namespace catenary::exec
