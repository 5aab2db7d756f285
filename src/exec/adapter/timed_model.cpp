// SPDX-License-Identifier: Apache-2.0
/// \file
/// The simulated system: it plans its next move after every event, and carries
/// it out when the tester lets enough time pass.
#include "exec/adapter/timed_model.h"

#include <algorithm>
#include <utility>

#include "base/rng.h"
#include "exec/adapter/third_parties.h"
#include "exec/adapter/timed_history.h"
#include "model/step/choices.h"
#include "model/timed/own_moves.h"
#include "model/timed/timed_simulator.h"

namespace catenary::exec {
namespace {

using logic::Value;
using model::Answer;
using model::TimedAction;
using AnswerTime = TimedModelOptions::AnswerTime;
using ThirdParties = TimedModelOptions::ThirdParties;

/// The number of internal steps in a row at which the system is considered to
/// be caught in a cycle.
constexpr int kManySteps = 10'000;

/// The next move of the system, unless an input comes first.
struct Move {
  mpq_class at;  ///< since the reset
  /// Nothing: an input that is not specified, which is seen and ignored.
  std::optional<std::uint32_t> transition;
  std::uint32_t channel = 0;  ///< in the automaton; of an input
  model::StepValues values;
};

/// Thrown within this file; the public functions turn it into the outcome
/// `refused`.
struct Undecided {
  std::string reason;
};

class TimedModel final : public TimedAdapter {
 public:
  TimedModel(const model::TimedAutomaton& automaton, TimedModelOptions options)
      : automaton_(automaton),
        options_(std::move(options)),
        simulator_(automaton),
        candidates_(model::candidates_near(model::constants_of(automaton))),
        rng_(options_.seed),
        history_(simulator_, options_.find_run, options_.hidden) {}

  SutReply open(const suite::Signature& signature) override {
    close();
    signature_ = &signature;
    to_signature_.clear();
    for (const model::TimedChannel& c : automaton_.channels) {
      const auto found = std::find_if(
          signature.channels.begin(),
          signature.channels.end(),
          [&](const suite::Channel& s) { return s.name == c.name; });
      if (found == signature.channels.end() || !fits(c, *found)) {
        // Names, directions and sorts must agree; the suite may have more
        // channels.
        return refused("channel " + c.name +
                       " of the model is not in the suite's signature");
      }
      to_signature_.push_back(
          static_cast<std::uint32_t>(found - signature.channels.begin()));
    }
    return {};
  }

  void begin_run(std::uint64_t number) override { resets_ = number; }

  SutReply reset(std::chrono::milliseconds) override {
    // Each reset has a stream of its own: the n-th test does not depend on what
    // happened in earlier ones.
    rng_ = base::Rng::of_task(options_.seed, resets_++);
    now_ = 0;
    move_.reset();
    arranged_.reset();
    history_.reset();
    std::vector<std::optional<Value>> given;
    for (const std::uint32_t v : simulator_.hidden()) {
      const auto found = options_.hidden.find(automaton_.variables[v].name);
      given.push_back(found == options_.hidden.end()
                          ? std::nullopt
                          : std::optional(found->second));
    }
    const model::Choice start =
        model::choose_start(simulator_, given, candidates_, rng_);
    if (start.answer != Answer::yes) {
      return refused(start.answer == Answer::no
                         ? "no initial values satisfy the guards of the start"
                         : "initial values: " + start.why);
    }
    const std::span<const Value> values(start.values);
    const std::size_t hidden = simulator_.hidden().size();
    const model::TimedStep step =
        simulator_.start(values.first(hidden), values.subspan(hidden));
    if (step.outcome != model::TimedStep::Admission::taken) {
      return refused("the start: " + step.reason);
    }
    configuration_ = step.after;
    try {
      plan();
    } catch (const Undecided& u) {
      return refused(u.reason);
    }
    return {};
  }

  TimedReply wait(const mpq_class& until) override {
    TimedReply reply;
    try {
      for (int steps = 0;; ++steps) {
        // The system's own moves at that very time come first.
        if (arranged_ && arranged_->at <= until &&
            (!move_ || arranged_->at < move_->at)) {
          reply.message = deliver_arranged();
          reply.now = now_;
          return reply;
        }
        if (!move_ || move_->at > until) break;
        if (steps == kManySteps) {
          throw Undecided{"internal steps without end at time " +
                          now_.get_str()};
        }
        if (auto message = act()) {
          reply.message = std::move(message);
          reply.now = now_;
          return reply;
        }
      }
      // Nothing happened up to `until`.
      now_ = std::max(now_, until);
    } catch (const Undecided& u) {
      reply.outcome = SutOutcome::refused;
      reply.reason = u.reason;
    }
    reply.now = now_;
    return reply;
  }

  TimedReply send(std::uint32_t channel,
                  const std::vector<Value>& values) override {
    // A message of the system that is due now precedes the input.
    if (move_ && move_->at <= now_) {
      TimedReply first = wait(now_);
      if (first.message || first.outcome != SutOutcome::ok) return first;
    }
    TimedReply reply;
    reply.now = now_;
    // Arrangements hold only until something else happens.
    arranged_.reset();
    try {
      receive(channel, values);
    } catch (const Undecided& u) {
      reply.outcome = SutOutcome::refused;
      reply.reason = u.reason;
    }
    return reply;
  }

  [[nodiscard]] bool plays_others() const override {
    return options_.third_parties == ThirdParties::arranged;
  }
  void arrange(const TimedMessage& input) override {
    if (plays_others()) arranged_ = input;
  }

  void close() override {
    move_.reset();
    arranged_.reset();
  }
  std::string take_output() override { return std::exchange(output_, {}); }
  std::string sandbox() const override { return "model, virtual time"; }

 private:
  static SutReply refused(std::string reason) {
    SutReply out;
    out.outcome = SutOutcome::refused;
    out.reason = std::move(reason);
    return out;
  }

  /// Whether a channel of the signature can stand for one of the model.
  static bool fits(const model::TimedChannel& ours,
                   const suite::Channel& theirs) {
    if (ours.input != (theirs.direction == suite::Direction::input) ||
        ours.parameters.size() != theirs.parameters.size()) {
      return false;
    }
    for (std::size_t i = 0; i < ours.parameters.size(); ++i) {
      if (ours.parameters[i].type.sort() != theirs.parameters[i].sort()) {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] const std::vector<std::uint32_t>& leaving() const {
    return automaton_.states[configuration_.state].transitions;
  }
  [[nodiscard]] const model::TimedTransition& transition(
      std::uint32_t index) const {
    return automaton_.transitions[index];
  }
  [[nodiscard]] bool is_uncontrollable(std::uint32_t channel) const {
    return automaton_.channels[channel].input &&
           !signature_->channels[to_signature_[channel]].controllable;
  }

  /// Plans the next move, from the configuration at its time: an output or
  /// internal step, or silence, or a message of a third party before that.
  void plan() {
    move_.reset();
    model::OwnMoves own =
        model::own_moves(simulator_, configuration_, candidates_, rng_);
    // Silence might be wrong, and so might any other move.
    if (!own.undecided.empty()) {
      throw Undecided{"whether an output is possible: " + own.undecided};
    }
    if (!own.moves.empty() && !stays_silent(own.may_wait)) {
      const model::OwnMove& chosen = choose_move(own.moves);
      const auto delay = logic::pick(chosen.part.delays, false, how(), rng_);
      move_ = Move{configuration_.elapsed + *delay,
                   chosen.transition,
                   0,
                   {{}, chosen.part.fresh}};
    }
    if (options_.third_parties == ThirdParties::specified ||
        options_.third_parties == ThirdParties::any) {
      plan_third_party();
    }
  }

  [[nodiscard]] logic::Pick how() const {
    switch (options_.answers) {
      case AnswerTime::earliest:
        return logic::Pick::least;
      case AnswerTime::latest:
        return logic::Pick::greatest;
      case AnswerTime::random:
        break;
    }
    return logic::Pick::any;
  }

  bool stays_silent(bool may_wait) {
    if (!may_wait) return false;
    if (options_.answers == AnswerTime::latest) return true;
    return options_.answers == AnswerTime::random && rng_.chance(1, 5);
  }

  const model::OwnMove& choose_move(const std::vector<model::OwnMove>& moves) {
    if (options_.answers == AnswerTime::random) {
      return moves[rng_.below(moves.size())];
    }
    // The first of the moves that are possible earliest, or latest.
    const auto better = [&](const auto& a, const auto& b) {
      const auto x = logic::pick(a.part.delays, false, how(), rng_);
      const auto y = logic::pick(b.part.delays, false, how(), rng_);
      return options_.answers == AnswerTime::earliest ? *x < *y : *x > *y;
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < moves.size(); ++i) {
      if (better(moves[i], moves[best])) best = i;
    }
    return moves[best];
  }

  /// A third party may send something before the system's own move.
  void plan_third_party() {
    std::vector<std::uint32_t> channels;
    for (std::uint32_t c = 0; c < automaton_.channels.size(); ++c) {
      if (is_uncontrollable(c)) channels.push_back(c);
    }
    std::optional<mpq_class> before;
    if (move_) before = move_->at - configuration_.elapsed;
    auto input = input_of_others(simulator_,
                                 configuration_,
                                 channels,
                                 before,
                                 options_.third_parties == ThirdParties::any,
                                 candidates_,
                                 rng_);
    if (!input) return;
    move_ = Move{configuration_.elapsed + input->delay,
                 input->transition,
                 input->channel,
                 std::move(input->values)};
  }

  /// The arranged message of a third party; the system receives it, or ignores
  /// it.
  TimedMessage deliver_arranged() {
    const TimedMessage message = std::move(*arranged_);
    arranged_.reset();
    now_ = std::max(now_, message.at);
    receive(message.channel, message.values);
    return {now_, message.channel, message.values};
  }

  /// Carries out the planned move and plans the next one. Returns the message,
  /// or nothing for an internal step.
  std::optional<TimedMessage> act() {
    const Move move = std::move(*move_);
    move_.reset();
    now_ = move.at;
    TimedMessage message;
    message.at = now_;
    if (!move.transition) {
      message.channel = to_signature_[move.channel];
      message.values = move.values.received;
      receive_specified(move.channel, move.values.received);
      plan_later();
      return message;
    }
    const model::TimedTransition& t = transition(*move.transition);
    message.channel =
        t.action == TimedAction::internal ? 0 : to_signature_[t.channel];
    message.values = move.values.received;
    const model::TimedStep step = enter(*move.transition, move.values);
    if (t.action == TimedAction::output) message.values = step.sent;
    if (t.action != TimedAction::internal) note(t.channel, message.values);
    plan();
    if (t.action == TimedAction::internal) return std::nullopt;
    arranged_.reset();
    return message;
  }

  /// Plans anew from the present time, unless the event has led to a plan
  /// already.
  void plan_later() {
    if (move_) return;
    configuration_ =
        simulator_.later(configuration_, now_ - configuration_.elapsed);
    plan();
  }

  /// An event at the present time.
  [[nodiscard]] model::TimedEvent event(
      std::uint32_t channel, const std::vector<Value>& values) const {
    return {now_ - history_.last(), channel, values};
  }
  void note(std::uint32_t channel, const std::vector<Value>& values) {
    history_.add(event(channel, values), configuration_);
  }

  /// Takes a transition at the present time.
  model::TimedStep enter(std::uint32_t index, const model::StepValues& values) {
    model::TimedStep step = simulator_.take(
        configuration_, index, now_ - configuration_.elapsed, values);
    if (step.outcome != model::TimedStep::Admission::taken) {
      throw Undecided{automaton_.qualified(index) + ": " + step.reason};
    }
    // An error of the model, which is reported and does not end the run.
    if (step.out_of_range.line != 0 || step.out_of_range.known()) {
      output_ += step.out_of_range.to_string() + ": " +
                 automaton_.variables[step.out_of_range_variable].name +
                 " is assigned a value out of its range\n";
    }
    configuration_ = step.after;
    return step;
  }

  void receive(std::uint32_t channel, const std::vector<Value>& values) {
    for (std::uint32_t c = 0; c < automaton_.channels.size(); ++c) {
      if (to_signature_[c] == channel && automaton_.channels[c].input) {
        if (receive_specified(c, values)) plan();
        return;
      }
    }
    // No channel of the model: ignored, as every input that is not specified.
  }

  /// Receives an input. False if the automaton does not specify it, so that
  /// nothing happens. Before that, unobserved choices are revised, in case
  /// another choice with the same trace specifies the input.
  bool receive_specified(std::uint32_t channel,
                         const std::vector<Value>& values) {
    const mpq_class delay = now_ - configuration_.elapsed;
    struct Found {
      std::uint32_t transition;
      std::vector<Value> fresh;
    };
    std::vector<Found> found;
    std::string why;
    for (const std::uint32_t t : leaving()) {
      if (transition(t).action != TimedAction::input ||
          transition(t).channel != channel) {
        continue;
      }
      model::Choice c = model::choose_fresh(
          simulator_, configuration_, t, delay, values, candidates_, rng_);
      if (c.answer == Answer::yes) found.push_back({t, std::move(c.values)});
      if (c.answer == Answer::undecided) why = c.why;
    }
    if (found.empty()) {
      TimedHistory::Revision other = history_.revise(event(channel, values));
      if (other.answer == Answer::undecided) why = other.why;
      // Ignoring an input that may be specified would not conform.
      if (other.answer != Answer::yes) {
        if (!why.empty()) {
          throw Undecided{"whether the input is specified: " + why};
        }
        history_.leave_model();
        return false;
      }
      configuration_ = std::move(other.after);
    } else {
      const std::size_t which =
          options_.answers == AnswerTime::random ? rng_.below(found.size()) : 0;
      enter(found[which].transition, {values, found[which].fresh});
    }
    note(channel, values);
    move_.reset();
    return true;
  }

  const model::TimedAutomaton& automaton_;
  TimedModelOptions options_;
  model::TimedSimulator simulator_;
  std::vector<mpq_class> candidates_;
  base::Rng rng_;
  TimedHistory history_;
  std::uint64_t resets_ = 0;
  const suite::Signature* signature_ = nullptr;
  std::vector<std::uint32_t> to_signature_;  ///< by channel of the automaton
  model::TimedConfiguration configuration_;  ///< at the last event
  mpq_class now_ = 0;
  std::optional<Move> move_;
  std::optional<TimedMessage> arranged_;  ///< channel: of the signature
  std::string output_;
};

}  // namespace

std::unique_ptr<TimedAdapter> make_timed_model(
    const model::TimedAutomaton& automaton, TimedModelOptions options) {
  return std::make_unique<TimedModel>(automaton, std::move(options));
}

}  // namespace catenary::exec
