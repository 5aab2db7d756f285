// SPDX-License-Identifier: Apache-2.0
/// \file
/// The choice of a stimulus in on-line testing, and what is expected next as
/// text. A transition is chosen first, then a time, then the values, each
/// checked against what was chosen before.

#include <set>
#include <utility>

#include "engine/symbolic/bounds_text.h"
#include "engine/symbolic/online_state.h"
#include "logic/term/substitute.h"

namespace catenary::engine::symbolic {

using logic::Term;
using model::TimedAction;

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
    const mpq_class eighths(rng.below(9));
    const mpq_class wish = earliest + eighths * (latest - earliest) / 8;
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

}  // namespace catenary::engine::symbolic
