// SPDX-License-Identifier: Apache-2.0
/// \file
/// Two analyses of the text of an automaton, both by a traversal of its
/// expressions.

#include "engine/symbolic/search/liveness.h"

#include <algorithm>
#include <map>

#include "logic/arithmetic/linear_form.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/traverse.h"

namespace catenary::engine::symbolic {

namespace {

using logic::first_choice;
using logic::linear_form;
using logic::LinearForm;
using logic::Op;
using logic::Term;
using model::TimedStatement;

/// Whether an assignment may violate the type of its variable, or divide by
/// zero.
bool can_fail(const model::DataType& type, Term value) {
  const bool fraction = type.base == model::DataType::Base::integer &&
                        value.sort().kind() == logic::SortKind::real;
  if (type.non_negative || fraction) return true;
  const std::vector<Term> all = logic::subterms(value);
  return std::any_of(all.begin(), all.end(), [](Term t) {
    return t.op() == Op::int_div || t.op() == Op::int_mod ||
           t.op() == Op::real_div;
  });
}

/// The data-flow analysis.
class Liveness {
 public:
  Liveness(const model::TimedAutomaton& automaton, bool checks)
      : automaton_(automaton), checks_(checks) {
    for (std::uint32_t i = 0; i < automaton.variables.size(); ++i) {
      position_.emplace(automaton.variables[i].term, i);
    }
  }

  // Iterates over all transitions until nothing changes. Sets of live variables
  // only grow, so the loop ends.
  std::vector<std::vector<bool>> run() {
    std::vector<std::vector<bool>> live(
        automaton_.states.size(),
        std::vector<bool>(automaton_.variables.size(), false));
    for (bool changed = true; changed;) {
      changed = false;
      for (const model::TimedTransition& t : automaton_.transitions) {
        const std::vector<bool> before = through(t, live[t.to]);
        for (std::size_t i = 0; i < before.size(); ++i) {
          if (!before[i] || live[t.from][i]) continue;
          live[t.from][i] = true;
          changed = true;
        }
      }
    }
    return live;
  }

 private:
  // Marks the variables of an expression as live.
  void read(Term expression, std::vector<bool>& live) const {
    if (!expression.valid()) return;
    for (const Term v : logic::free_variables(expression)) {
      live[position_.at(v)] = true;
    }
  }

  // What is live before a transition, from what is live after it: statements
  // are traversed backwards.
  std::vector<bool> through(const model::TimedTransition& t,
                            std::vector<bool> live) const {
    for (auto s = t.statements.rbegin(); s != t.statements.rend(); ++s) {
      switch (s->kind) {
        case TimedStatement::Kind::guard:
          read(s->condition, live);
          break;
        case TimedStatement::Kind::send:
          for (const Term e : t.sent) read(e, live);
          break;
        case TimedStatement::Kind::fresh:
          // Overwritten in any case; otherwise the variable may keep its value,
          // and stays as live as it is.
          if (!s->condition.valid() || s->condition.is_true()) {
            live[s->assignments.at(0).variable] = false;
          } else {
            read(s->condition, live);
          }
          break;
        case TimedStatement::Kind::assign: {
          // Assignments of a statement are simultaneous: what they read is live
          // even if the same statement writes it.
          const std::vector<bool> after = live;
          for (const auto& a : s->assignments) live[a.variable] = false;
          for (const auto& a : s->assignments) {
            const model::TimedVariable& v = automaton_.variables[a.variable];
            const bool matters =
                after[a.variable] || (checks_ && can_fail(v.type, a.value));
            if (matters) read(a.value, live);
          }
          break;
        }
      }
    }
    // Received variables are overwritten before the statements.
    for (const std::uint32_t v : t.received) live[v] = false;
    return live;
  }

  const model::TimedAutomaton& automaton_;
  bool checks_;
  std::map<Term, std::uint32_t> position_;
};

/// Comparisons of two numbers.
bool compares(Term t) {
  switch (t.op()) {
    case Op::equal:
    case Op::distinct:
    case Op::less:
    case Op::less_equal:
      return t.operands().size() == 2 &&
             t[0].sort().kind() != logic::SortKind::boolean;
    default:
      return false;
  }
}

/// Traverses expressions and collects the largest constants of clocks.
class Ceilings {
 public:
  explicit Ceilings(const model::TimedAutomaton& automaton)
      : terms_(*automaton.terms), ceilings_(automaton.variables.size()) {
    for (std::uint32_t i = 0; i < automaton.variables.size(); ++i) {
      if (!automaton.variables[i].clock) continue;
      clocks_.emplace(automaton.variables[i].term, i);
      ceilings_[i] = 0;
    }
  }

  // A clock outside of a comparison, or in one of another form, has no largest
  // constant: its exact value may matter.
  void look_at(Term expression) {
    std::vector<Term> open{logic::simplify(terms_, expression)};
    while (!open.empty()) {
      const Term t = open.back();
      open.pop_back();
      const bool settled = compares(t) && take(t);
      if (settled) continue;
      if (t.is_variable() || compares(t)) {
        give_up(t);
      } else {
        open.insert(open.end(), t.operands().begin(), t.operands().end());
      }
    }
  }

  [[nodiscard]] std::vector<std::optional<mpq_class>> take_result() {
    return std::move(ceilings_);
  }

 private:
  // No clock in the term has a largest constant.
  void give_up(Term t) {
    for (const Term v : logic::free_variables(t)) {
      const auto at = clocks_.find(v);
      if (at != clocks_.end()) ceilings_[at->second].reset();
    }
  }

  /// Whether it compares a single variable, clock or not, with a constant. If
  /// it is a clock, the constant is taken into account.
  bool take(Term comparison) {
    const std::optional<BoundOfVariable> found = bound_of_variable(comparison);
    if (!found) return false;
    const auto at = clocks_.find(found->variable);
    if (at == clocks_.end()) return true;
    std::optional<mpq_class>& ceiling = ceilings_[at->second];
    const mpq_class& bound = found->bound;
    if (ceiling && bound > *ceiling) ceiling = bound;
    return true;
  }

  logic::TermManager& terms_;
  std::map<Term, std::uint32_t> clocks_;
  std::vector<std::optional<mpq_class>> ceilings_;
};

}  // namespace

std::optional<BoundOfVariable> bound_of_variable(Term comparison) {
  if (!compares(comparison) || first_choice(comparison[0]).valid() ||
      first_choice(comparison[1]).valid()) {
    return std::nullopt;
  }
  LinearForm sum = linear_form(comparison[0]);
  sum.add(linear_form(comparison[1]), -1);
  if (sum.coefficients.size() != 1) return std::nullopt;
  const auto& [atom, factor] = *sum.coefficients.begin();
  if (!atom.is_variable()) return std::nullopt;
  // sum = factor * variable + constant, compared with 0.
  return BoundOfVariable{atom, -sum.constant / factor, factor > 0};
}

void for_each_expression(const model::TimedAutomaton& automaton,
                         const std::function<void(Term)>& look_at) {
  const auto look = [&](Term t) {
    if (t.valid()) look_at(t);
  };
  const auto look_through = [&](const std::vector<TimedStatement>& statements) {
    for (const TimedStatement& s : statements) {
      look(s.condition);
      for (const auto& a : s.assignments) look(a.value);
    }
  };
  look_through(automaton.init);
  for (const model::TimedTransition& t : automaton.transitions) {
    look_through(t.statements);
    for (const Term sent : t.sent) look(sent);
  }
}

std::vector<std::optional<mpq_class>> clock_ceilings(
    const model::TimedAutomaton& automaton) {
  Ceilings ceilings(automaton);
  for_each_expression(automaton, [&](Term t) { ceilings.look_at(t); });
  return ceilings.take_result();
}

std::vector<std::vector<bool>> live_variables(
    const model::TimedAutomaton& automaton, bool checks) {
  return Liveness(automaton, checks).run();
}

}  // namespace catenary::engine::symbolic
