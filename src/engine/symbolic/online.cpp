// SPDX-License-Identifier: Apache-2.0
/// \file
/// The set of symbolic states after an observed trace. Observed values are put
/// into regions, so regions stay small: only hidden values and the times of
/// internal steps remain in them.

#include "engine/symbolic/online.h"

#include <algorithm>
#include <utility>

#include "engine/symbolic/online_state.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/substitute.h"

namespace catenary::engine::symbolic {

namespace {

using logic::Op;
using logic::Term;
using model::TimedAction;

/// Symbolic states in the set. With more, some are left out, and negative
/// answers become undecided.
constexpr std::size_t kMostStates = 128;

/// The weaker of two answers.
Allowed both(Allowed a, Allowed b) {
  if (a == Allowed::no || b == Allowed::no) return Allowed::no;
  return a == Allowed::yes ? b : a;
}

}  // namespace

Term Online::State::real(const mpq_class& q) {
  return terms.constant(logic::Value::real(q));
}

std::vector<Term> Online::State::variables() {
  std::vector<Term> all{age};
  for (const auto& v : automaton.variables) all.push_back(v.term);
  return all;
}

void Online::State::reset() {
  overflow = false;
  now.assign(1, {automaton.initial, space.initial()});
  if (hidden_steps) {
    const Term start = terms.equal(age, zero);
    now[0].region = terms.logical_and(now[0].region, start);
  }
  later.clear();
}

bool Online::State::add(std::vector<Possible>& set, const Possible& one) {
  if (one.region.is_false()) return false;
  std::vector<Region> same;
  for (const Possible& p : set) {
    if (p.state == one.state) same.push_back(p.region);
  }
  if (std::find(same.begin(), same.end(), one.region) != same.end()) {
    return false;
  }
  if (!same.empty() && space.included(one.region, same) == Truth::yes) {
    return false;
  }
  if (set.size() >= kMostStates) {
    overflow = true;
    return false;
  }
  set.push_back(one);
  return true;
}

const std::vector<Online::State::Possible>& Online::State::up_to(
    const mpq_class& limit) {
  if (!hidden_steps) return now;
  if (!later.empty() && later_limit == limit) return later;
  later = now;
  later_limit = limit;
  const Term next = terms.variable("age~'", logic::Sort::real());
  // New states are appended and processed in turn: the closure under internal
  // steps. Subsumption in add() makes it end for most systems.
  for (std::size_t i = 0; i < later.size(); ++i) {
    const Possible from = later[i];
    for (const std::uint32_t t : automaton.states[from.state].transitions) {
      if (automaton.transitions[t].action != TimedAction::internal) continue;
      const Term delay = space.steps().step(t).delay;
      const Term sum = terms.make(Op::add, {age, delay});
      // An internal step does not excuse silence that was too long before it.
      const Term in_time = space.steps().no_late(from.state);
      const std::vector<Term> also{
          terms.equal(next, sum), at_most(next, real(limit)), in_time};
      const Region moved =
          space.after(from.region, t, {}, space.prover().conjunction(also));
      // The new age gets another name first, because the old one is projected
      // away.
      const Term bound[] = {age};
      const Term region = logic::simplify(
          terms,
          logic::substitute(
              terms, space.prover().exists(bound, moved), {{next, age}}));
      if (space.satisfiable({region}) == Truth::no) continue;
      add(later, {automaton.transitions[t].to, region});
      if (space.budget().poll() != base::StopReason::none) {
        overflow = true;
        return later;
      }
    }
  }
  return later;
}

Term Online::State::delay_at(Term since) {
  return hidden_steps ? terms.make(Op::sub, {since, age}) : since;
}

Term Online::State::silent(const mpq_class& limit) {
  std::vector<Term> cases;
  const std::vector<Term> bound = variables();
  for (const Possible& p : up_to(limit)) {
    const Term delay = delay_at(total);
    const Term waits = logic::substitute(terms,
                                         space.steps().may_wait(p.state),
                                         {{space.steps().delay(), delay}});
    const std::vector<Term> all{p.region, waits, at_most(zero, delay)};
    cases.push_back(
        space.prover().exists(bound, space.prover().conjunction(all)));
  }
  return space.prover().simplify(terms.logical_or(cases));
}

Allowed Online::State::answer(Truth truth) const {
  if (truth == Truth::yes) return Allowed::yes;
  return truth == Truth::unknown || overflow ? Allowed::undecided : Allowed::no;
}

Allowed Online::State::silence(const mpq_class& delay) {
  const Term here = terms.equal(total, real(delay));
  return answer(space.satisfiable({silent(delay), here}));
}

Allowed Online::State::silence_before(const mpq_class& delay) {
  if (delay <= 0) return Allowed::yes;
  const Term too_long = space.prover().negation(silent(delay));
  const Term before = terms.make(Op::less, {total, real(delay)});
  const Truth late =
      space.satisfiable({too_long, at_most(zero, total), before});
  if (late == Truth::no) return Allowed::yes;
  return late == Truth::unknown || overflow ? Allowed::undecided : Allowed::no;
}

Allowed Online::State::event(const mpq_class& delay,
                             std::uint32_t channel,
                             const std::vector<logic::Value>& values) {
  const std::vector<Possible> before = up_to(delay);
  std::vector<Possible> after;
  bool certain = false;
  bool open = false;
  for (const Possible& p : before) {
    for (const std::uint32_t t : automaton.states[p.state].transitions) {
      const model::TimedTransition& transition = automaton.transitions[t];
      if (transition.action == TimedAction::internal ||
          transition.channel != channel) {
        continue;
      }
      const GenericStep& step = space.steps().step(t);
      const Term since = delay_at(real(delay));
      logic::Substitution known{{step.delay, since}};
      for (std::size_t i = 0; i < values.size(); ++i) {
        known.emplace(step.values.at(i), terms.constant(values[i]));
      }
      // The step may begin only after the internal steps before it.
      Region region = space.after(p.region, t, known, at_most(zero, since));
      // The age of the new event is 0.
      if (hidden_steps) {
        const Term bound[] = {age};
        region = space.prover().exists(bound, region);
        region = space.prover().simplify(
            terms.logical_and(region, terms.equal(age, zero)));
      }
      const Truth possible = space.satisfiable({region});
      if (possible == Truth::no) continue;
      (possible == Truth::yes ? certain : open) = true;
      add(after, {transition.to, region});
    }
  }
  Allowed result = certain            ? Allowed::yes
                   : open || overflow ? Allowed::undecided
                                      : Allowed::no;
  // For an input the silence before it counts too; for an output the model's
  // conditions say when it may come.
  if (result != Allowed::no && automaton.channels[channel].input) {
    result = both(result, silence_before(delay));
  }
  if (result == Allowed::no || after.empty()) return result;
  now = std::move(after);
  later.clear();
  return result;
}

Online::Online(const model::TimedAutomaton& automaton,
               const TestCaseOptions& options,
               const base::Budget& budget)
    : state_(std::make_unique<State>(automaton, options, budget)) {
  state_->reset();
}

Online::~Online() = default;

void Online::reset() {
  state_->reset();
}

Allowed Online::silence(const mpq_class& delay) {
  return state_->silence(delay);
}

Allowed Online::silence_before(const mpq_class& delay) {
  return state_->silence_before(delay);
}

Allowed Online::event(const mpq_class& delay,
                      std::uint32_t channel,
                      const std::vector<logic::Value>& values) {
  return state_->event(delay, channel, values);
}

std::optional<Online::Stimulus> Online::stimulus(const mpq_class& earliest,
                                                 const mpq_class& latest,
                                                 std::uint64_t random) {
  return state_->stimulus(earliest, latest, random);
}

std::string Online::expected() {
  return state_->expected();
}

std::size_t Online::states() const {
  return state_->now.size();
}

}  // namespace catenary::engine::symbolic
