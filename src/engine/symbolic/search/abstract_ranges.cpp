// SPDX-License-Identifier: Apache-2.0
#include "engine/symbolic/search/abstract_ranges.h"

#include <algorithm>
#include <set>

#include "engine/symbolic/search/liveness.h"
#include "logic/arithmetic/number.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/traverse.h"

namespace catenary::engine::symbolic {

namespace {

using logic::Term;
using model::TimedAutomaton;
using model::TimedStatement;

/// The constant that a clock is set to; nothing if it is none, or negative.
std::optional<mpq_class> time_of(logic::TermManager& terms, Term value) {
  const Term simple = logic::simplify(terms, value);
  if (!simple.is_constant() || !logic::is_number(simple)) return std::nullopt;
  mpq_class out = logic::number_of(simple.value());
  if (out < 0) return std::nullopt;
  return out;
}

/// Forgets the ceilings of clocks that get values other than constants.
/// `times` gets these constants.
void untrack_clocks_set_to_variables(
    const TimedAutomaton& automaton,
    std::vector<std::optional<mpq_class>>& ceilings,
    std::set<mpq_class>& times) {
  const auto look_through = [&](const std::vector<TimedStatement>& statements) {
    for (const TimedStatement& s : statements) {
      for (const model::TimedAssignment& a : s.assignments) {
        if (!automaton.variables[a.variable].clock) continue;
        const auto time = s.kind == TimedStatement::Kind::assign
                              ? time_of(*automaton.terms, a.value)
                              : std::nullopt;
        if (time) {
          times.insert(*time);
        } else {
          ceilings[a.variable].reset();
        }
      }
    }
  };
  look_through(automaton.init);
  for (const model::TimedTransition& t : automaton.transitions) {
    for (const std::uint32_t v : t.received) ceilings[v].reset();
    look_through(t.statements);
  }
}

/// The constants that clocks are compared with.
void add_bounds(const TimedAutomaton& automaton, std::set<mpq_class>& times) {
  std::set<Term> clocks;
  for (const model::TimedVariable& v : automaton.variables) {
    if (v.clock) clocks.insert(v.term);
  }
  for_each_expression(automaton, [&](Term expression) {
    const Term simple = logic::simplify(*automaton.terms, expression);
    for (const Term t : logic::subterms(simple)) {
      const auto bound = bound_of_variable(t);
      if (bound && clocks.contains(bound->variable)) times.insert(bound->bound);
    }
  });
}

/// The largest unit of which all times are multiples, as units for one.
mpq_class common_ticks(const std::set<mpq_class>& times) {
  mpz_class denominator = 1;
  for (const mpq_class& time : times) {
    denominator = lcm(denominator, time.get_den());
  }
  mpz_class divisor = 0;
  for (const mpq_class& time : times) {
    divisor = gcd(divisor, mpz_class(time * denominator));
  }
  if (divisor == 0) return 1;
  mpq_class out(denominator, divisor);
  out.canonicalize();
  return out;
}

}  // namespace

AbstractRanges::AbstractRanges(const TimedAutomaton& automaton)
    : ceilings_(clock_ceilings(automaton)) {
  std::set<mpq_class> times;
  untrack_clocks_set_to_variables(automaton, ceilings_, times);
  add_bounds(automaton, times);
  ticks_per_unit_ = common_ticks(times);
  for (std::optional<mpq_class>& ceiling : ceilings_) {
    if (ceiling && ticks(*ceiling) >= kMost) ceiling.reset();
  }
  for_each_expression(automaton, [&](Term expression) {
    for (const Term t : logic::subterms(expression)) {
      if (!t.is_constant() || !logic::is_number(t)) continue;
      const mpq_class size = abs(logic::number_of(t.value()));
      if (size.get_den() != 1 || size >= kMost) continue;
      const auto next = static_cast<std::uint32_t>(size.get_num().get_ui() + 1);
      window_ = std::max(window_, next);
    }
  });
}

std::uint32_t AbstractRanges::cap(std::uint32_t variable) const {
  const mpz_class most = logic::ceiling_of(ticks(*ceilings_[variable]));
  return static_cast<std::uint32_t>(most.get_ui()) + 1;
}

std::uint32_t AbstractRanges::largest_cap() const {
  std::uint32_t out = 0;
  for (std::uint32_t v = 0; v < ceilings_.size(); ++v) {
    if (ceilings_[v]) out = std::max(out, cap(v));
  }
  return out;
}

}  // namespace catenary::engine::symbolic
