// SPDX-License-Identifier: Apache-2.0
/// \file
/// The set of symbolic states after an observed trace. Observed values are put
/// into regions, so regions stay small: only hidden values and the times of
/// internal steps remain in them.

#include "engine/symbolic/online.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/rng.h"
#include "engine/symbolic/arithmetic/bounds_text.h"
#include "engine/symbolic/search/space.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/substitute.h"
#include "logic/term/traverse.h"

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

/// A symbolic state is a state of the automaton with a set of valuations. If
/// the automaton has internal transitions, each valuation also has the age of
/// the last event, the variable kAge ("age~").
struct Online::State {
  // One symbolic state.
  struct Possible {
    std::uint32_t state = 0;
    Region region;
  };

  State(const model::TimedAutomaton& a,
        const TestCaseOptions& o,
        const base::Budget& budget)
      : automaton(a),
        options(o),
        execution(a),
        space(execution, options, budget),
        terms(execution.terms()),
        age(terms.variable("age~", logic::Sort::real())),
        total(terms.variable("total~", logic::Sort::real())),
        zero(real(0)) {
    hidden_steps = std::any_of(
        a.transitions.begin(), a.transitions.end(), [](const auto& t) {
          return t.action == TimedAction::internal;
        });
  }

  Term real(const mpq_class& q) {
    return terms.constant(logic::Value::real(q));
  }
  Term at_most(Term a, Term b) { return terms.make(Op::less_equal, {a, b}); }
  // All variables of regions.
  std::vector<Term> variables() {
    std::vector<Term> all{age};
    for (const auto& v : automaton.variables) all.push_back(v.term);
    return all;
  }

  // The initial region; with internal transitions, the age is 0.
  void reset() {
    overflow = false;
    now.assign(1, {automaton.initial, space.initial()});
    if (hidden_steps) {
      const Term start = terms.equal(age, zero);
      now[0].region = terms.logical_and(now[0].region, start);
    }
    later.clear();
  }

  /// Adds a symbolic state unless the set includes it. Returns whether it was
  /// added.
  bool add(std::vector<Possible>& set, const Possible& one) {
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

  /// The states that internal transitions may have led to within `limit` after
  /// the last event. Remembered until the next event, because several queries
  /// ask for the same limit.
  const std::vector<Possible>& up_to(const mpq_class& limit) {
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

  /// The delay of the next step, if `since` has passed since the last event.
  Term delay_at(Term since) {
    return hidden_steps ? terms.make(Op::sub, {since, age}) : since;
  }

  /// "Silence up to `total` is allowed", a formula of `total`, valid up to
  /// `limit`.
  Term silent(const mpq_class& limit) {
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

  // If states were left out, "no" is not certain.
  Allowed answer(Truth truth) const {
    if (truth == Truth::yes) return Allowed::yes;
    return truth == Truth::unknown || overflow ? Allowed::undecided
                                               : Allowed::no;
  }

  // Silence for exactly this time is allowed in some state.
  Allowed silence(const mpq_class& delay) {
    const Term here = terms.equal(total, real(delay));
    return answer(space.satisfiable({silent(delay), here}));
  }

  // Too late means that at some earlier time silence was not allowed in any
  // state.
  Allowed silence_before(const mpq_class& delay) {
    if (delay <= 0) return Allowed::yes;
    const Term too_long = space.prover().negation(silent(delay));
    const Term before = terms.make(Op::less, {total, real(delay)});
    const Truth late =
        space.satisfiable({too_long, at_most(zero, total), before});
    if (late == Truth::no) return Allowed::yes;
    return late == Truth::unknown || overflow ? Allowed::undecided
                                              : Allowed::no;
  }

  // Steps from every symbolic state. The values are known, so that only hidden
  // ones remain.
  Allowed event(const mpq_class& delay,
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

  std::optional<Stimulus> stimulus(const mpq_class& earliest,
                                   const mpq_class& latest,
                                   std::uint64_t random);
  bool choose(std::vector<Term>& query, Term what, base::Rng& rng);
  std::string expected();

  const model::TimedAutomaton& automaton;
  TestCaseOptions options;
  Execution execution;
  Space space;
  logic::TermManager& terms;
  Term age;    ///< of the last event, in regions
  Term total;  ///< time since the last event, in formulas of silence
  Term zero;
  bool hidden_steps = false;
  bool overflow = false;  ///< states were left out
  std::vector<Possible> now;
  std::vector<Possible> later;  ///< of up_to()
  mpq_class later_limit;
};

/// Adds a random value for `what` to the query. Returns false if there is none.
bool Online::State::choose(std::vector<Term>& query,
                           Term what,
                           base::Rng& rng) {
  const auto attempt = [&](Term condition) {
    query.push_back(condition);
    if (space.satisfiable(query) == Truth::yes) return true;
    query.pop_back();
    return false;
  };
  if (what.sort().kind() == logic::SortKind::boolean) {
    const bool yes = rng.chance(1, 2);
    return attempt(terms.equal(what, terms.boolean(yes))) ||
           attempt(terms.equal(what, terms.boolean(!yes)));
  }
  const bool whole = what.sort().kind() == logic::SortKind::integer;
  const auto number = [&](std::int64_t n) {
    return whole ? terms.integer(n) : real(mpq_class(n));
  };
  // Small numbers first, then larger ones, then some bound: random values must
  // be plausible inputs, and the solver alone gives always the same.
  constexpr std::int64_t kRanges[] = {3, 12, 60, 250};
  for (int tries = 0; tries < 3; ++tries) {
    const std::int64_t range = kRanges[rng.below(4)];
    const Term n = number(rng.in_range(rng.chance(1, 4) ? -range : 0, range));
    if (attempt(terms.equal(what, n))) return true;
    const bool above = rng.chance(1, 2);
    if (attempt(above ? at_most(n, what) : at_most(what, n))) break;
  }
  // Otherwise the solver chooses.
  if (space.satisfiable(query) != Truth::yes) return false;
  const Term value = terms.constant(space.value(what));
  return attempt(terms.equal(what, value));
}

/// First a transition, then a time, then the values, each checked against what
/// was chosen before.
std::optional<Online::Stimulus> Online::State::stimulus(
    const mpq_class& earliest, const mpq_class& latest, std::uint64_t random) {
  base::Rng rng(random);
  // Until the stimulus, silence must be allowed all the time.
  const Term in_time = space.steps().at_all_times_before(silent(latest), total);
  std::vector<std::pair<Possible, std::uint32_t>> choices;
  for (const Possible& p : up_to(latest)) {
    for (const std::uint32_t t : automaton.states[p.state].transitions) {
      const model::TimedTransition& transition = automaton.transitions[t];
      if (transition.action != TimedAction::input ||
          options.uncontrollable.contains(transition.channel)) {
        continue;
      }
      choices.emplace_back(p, t);
    }
  }
  rng.shuffle(choices);
  for (const auto& [from, t] : choices) {
    const GenericStep& step = space.steps().step(t);
    const Term delay = delay_at(total);
    std::vector<Term> query{
        from.region,
        logic::substitute(terms, step.conditions, {{step.delay, delay}}),
        at_most(zero, delay),
        at_most(real(earliest), total),
        at_most(total, real(latest)),
        in_time};
    if (space.satisfiable(query) != Truth::yes) continue;
    // A wished time in eighths of the interval: exactly that, later, or any.
    const mpq_class part(static_cast<long>(rng.below(9)), 8L);
    mpq_class wish = earliest + part * (latest - earliest);
    wish.canonicalize();
    for (const bool exactly : {true, false}) {
      query.push_back(exactly ? terms.equal(total, real(wish))
                              : at_most(real(wish), total));
      if (space.satisfiable(query) == Truth::yes) break;
      query.pop_back();
    }
    bool chosen = true;
    for (const Term v : step.values) chosen = chosen && choose(query, v, rng);
    if (!chosen || space.satisfiable(query) != Truth::yes) continue;
    Stimulus result;
    result.channel = automaton.transitions[t].channel;
    result.delay = space.value(total).as_real();
    for (const Term v : step.values) result.values.push_back(space.value(v));
    return result;
  }
  return std::nullopt;
}

/// The bounds of each output's values and times, as text.
std::string Online::State::expected() {
  std::set<std::string> texts;
  const std::vector<Term> inner = variables();
  for (const Possible& p : now) {
    for (const std::uint32_t t : automaton.states[p.state].transitions) {
      const model::TimedTransition& transition = automaton.transitions[t];
      if (transition.action != TimedAction::output) continue;
      const GenericStep& step = space.steps().step(t);
      const Term where = terms.logical_and(p.region, step.conditions);
      if (space.satisfiable({where}) == Truth::no) continue;
      const auto range = [&](Term what) {
        std::vector<Term> bound = inner;
        for (const Term b : step.bound()) {
          if (b != what) bound.push_back(b);
        }
        return bounds_text(terms, space.prover().exists(bound, where), what);
      };
      std::string text = automaton.channels[transition.channel].name;
      for (std::size_t i = 0; i < step.values.size(); ++i) {
        text += (i == 0 ? "(" : ", ") + range(step.values[i]);
      }
      if (!step.values.empty()) text += ")";
      texts.insert(text + " after " + range(step.delay));
    }
  }
  const Term quiet = space.prover().simplify(
      terms.logical_and(silent(0), at_most(zero, total)));
  const std::string silence = bounds_text(terms, quiet, total);
  if (silence != "nothing") texts.insert("silence of " + silence);
  std::string result;
  for (const std::string& text : texts) {
    result += (result.empty() ? "" : "; ") + text;
  }
  return result.empty() ? "nothing" : result;
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
