// SPDX-License-Identifier: Apache-2.0
#include "challenge/walk/timed_walks.h"

#include <optional>
#include <utility>

#include "base/rng.h"
#include "model/step/choices.h"
#include "model/timed/timed_simulator.h"

namespace catenary::challenge {

namespace {

using engine::symbolic::Target;
using logic::NumberSet;
using logic::Value;
using model::Answer;
using model::TimedAction;

constexpr std::size_t kRunLength = 40;

class TimedWalks {
 public:
  TimedWalks(const model::TimedAutomaton& automaton,
             std::span<const TimedClaim> claims,
             std::uint64_t seed,
             WalkBudget& budget)
      : automaton_(automaton),
        claims_(claims),
        budget_(budget),
        simulator_(automaton),
        candidates_(model::candidates_near(model::constants_of(automaton))),
        rng_(seed),
        contradicted_(claims.size()) {}

  std::vector<WalkContradiction> run() {
    while (budget_.step()) {
      if (!start()) continue;
      for (std::size_t i = 0; i < kRunLength; ++i) {
        if (!budget_.step()) return std::move(found_);
        if (!take_some()) break;
      }
      if (found_.size() == claims_.size()) break;
    }
    return std::move(found_);
  }

 private:
  bool start() {
    const model::Choice chosen =
        model::choose_start(simulator_, {}, candidates_, rng_);
    if (chosen.answer != Answer::yes) return false;
    const std::span<const Value> values(chosen.values);
    const std::size_t hidden = simulator_.hidden().size();
    const model::TimedStep step =
        simulator_.start(values.first(hidden), values.subspan(hidden));
    if (step.outcome != model::TimedStep::Admission::taken) return false;
    at_ = step.after;
    last_.reset();
    text_.clear();
    for (std::size_t i = 0; i < hidden; ++i) {
      text_ += automaton_.variables[simulator_.hidden()[i]].name + " is " +
               values[i].to_string() + "\n";
    }
    look();
    return true;
  }

  /// A random step; false where none was found.
  bool take_some() {
    std::vector<std::uint32_t> leaving =
        automaton_.states[at_.state].transitions;
    rng_.shuffle(leaving);
    for (const std::uint32_t t : leaving) {
      if (take(t)) return true;
    }
    return false;
  }

  bool take(std::uint32_t t) {
    mpq_class delay;
    model::StepValues values;
    if (automaton_.transitions[t].action == TimedAction::input) {
      const std::size_t received = automaton_.transitions[t].received.size();
      const NumberSet when =
          rng_.chance(1, 2) ? NumberSet::at_least(0)
                            : NumberSet::at_least(abs(
                                  candidates_[rng_.below(candidates_.size())]));
      const model::Choice c =
          model::choose_input(simulator_, at_, t, when, candidates_, rng_);
      if (c.answer != Answer::yes) return false;
      delay = c.values[0].as_real();
      const auto first = c.values.begin() + 1;
      const auto middle = first + static_cast<std::ptrdiff_t>(received);
      values.received.assign(first, middle);
      values.fresh.assign(middle, c.values.end());
    } else {
      model::Occasions o =
          model::occasions(simulator_, at_, t, candidates_, rng_);
      if (o.parts.empty()) return false;
      auto& part = o.parts[rng_.below(o.parts.size())];
      const auto picked =
          logic::pick(part.delays, false, logic::Pick::any, rng_);
      if (!picked) return false;
      delay = *picked;
      values.fresh = std::move(part.fresh);
    }
    const model::TimedStep step = simulator_.take(at_, t, delay, values);
    if (step.outcome != model::TimedStep::Admission::taken) return false;
    note(t, delay, values, step.sent);
    at_ = step.after;
    look(t);
    last_ = t;
    return true;
  }

  void note(std::uint32_t t,
            const mpq_class& delay,
            const model::StepValues& values,
            const std::vector<Value>& sent) {
    const model::TimedTransition& transition = automaton_.transitions[t];
    text_ += "after " + delay.get_str() + " " + automaton_.qualified(t);
    if (transition.action != TimedAction::internal) {
      text_ += ": " + automaton_.channels[transition.channel].name;
      const auto& list =
          transition.action == TimedAction::input ? values.received : sent;
      for (const Value& v : list) text_ += " " + v.to_string();
    }
    for (const Value& v : values.fresh) text_ += ", newfresh " + v.to_string();
    text_ += "\n";
  }

  void look(std::optional<std::uint32_t> taken = std::nullopt) {
    for (std::size_t i = 0; i < claims_.size(); ++i) {
      const TimedClaim& c = claims_[i];
      if (contradicted_[i]) continue;
      bool seen = false;
      switch (c.kind) {
        case Target::Kind::state:
          seen = at_.state == c.what[0];
          break;
        case Target::Kind::transition:
          seen = taken == c.what[0];
          break;
        case Target::Kind::pair:
          seen = last_ == c.what[0] && taken == c.what[1];
          break;
      }
      if (!seen) continue;
      contradicted_[i] = true;
      found_.push_back({i, text_});
    }
  }

  const model::TimedAutomaton& automaton_;
  std::span<const TimedClaim> claims_;
  WalkBudget& budget_;
  model::TimedSimulator simulator_;
  std::vector<mpq_class> candidates_;
  base::Rng rng_;
  std::vector<bool> contradicted_;
  std::vector<WalkContradiction> found_;
  model::TimedConfiguration at_;
  std::optional<std::uint32_t> last_;  ///< transition
  std::string text_;
};

}  // namespace

std::vector<WalkContradiction> walk_automaton(
    const model::TimedAutomaton& automaton,
    std::span<const TimedClaim> claims,
    std::uint64_t seed,
    WalkBudget& budget) {
  if (claims.empty()) return {};
  return TimedWalks(automaton, claims, seed, budget).run();
}

TimedClaim never(const Target& target) {
  return {"unreachable: " + target.id, target.kind, target.what};
}

}  // namespace catenary::challenge
