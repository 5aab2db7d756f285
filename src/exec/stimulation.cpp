// SPDX-License-Identifier: Apache-2.0
/// \file
/// The choice of stimulations.
///
/// Unknowns are chosen one after the other. If the conjuncts about an unknown
/// mention no other unknown, its exact set of solutions is known
/// (logic/arithmetic/solutions.h) and the policy picks from it; otherwise the
/// solver finds a value, which is then substituted.
#include "exec/stimulation.h"

#include <algorithm>
#include <utility>

#include "logic/arithmetic/number.h"
#include "logic/arithmetic/solutions.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/substitute.h"
#include "logic/term/traverse.h"

namespace catenary::exec {
namespace {

using logic::Op;
using logic::SortKind;
using logic::Term;
using logic::TermManager;
using logic::Value;

/// Takes conjunctions apart.
void add_conjuncts(Term formula, std::vector<Term>& out) {
  std::vector<Term> open{formula};
  while (!open.empty()) {
    const Term t = open.back();
    open.pop_back();
    if (t.op() == Op::logical_and) {
      open.insert(open.end(), t.operands().begin(), t.operands().end());
    } else {
      out.push_back(t);
    }
  }
}

/// The conjuncts that mention `unknown`; an invalid Term if one of them
/// mentions something else, too.
Term conjuncts_about(TermManager& terms, Term formula, Term unknown) {
  std::vector<Term> conjuncts;
  add_conjuncts(formula, conjuncts);
  std::vector<Term> about;
  for (const Term part : conjuncts) {
    const std::vector<Term> free = logic::free_variables(part);
    if (std::find(free.begin(), free.end(), unknown) == free.end()) continue;
    if (free.size() > 1) return {};
    about.push_back(part);
  }
  return terms.logical_and(about);
}

Term compare(TermManager& terms, Op op, Term a, Term b) {
  return terms.make(op, {a, b});
}

}  // namespace

std::optional<logic::NumberSet> own_solutions(TermManager& terms,
                                              Term formula,
                                              Term unknown) {
  const Term about = conjuncts_about(terms, formula, unknown);
  return about.valid() ? logic::solutions(about, unknown) : std::nullopt;
}

Term with_values(TermManager& terms,
                 Term formula,
                 const logic::Assignment& known,
                 std::span<const Term> but) {
  logic::Substitution values;
  for (const Term v : logic::free_variables(formula)) {
    if (std::find(but.begin(), but.end(), v) != but.end()) continue;
    if (const Value* value = known.find(v)) values[v] = terms.constant(*value);
  }
  if (values.empty()) return logic::simplify(terms, formula);
  return logic::simplify(terms, logic::substitute(terms, formula, values));
}

std::optional<Chooser::Values> Chooser::attempt(
    const ProgramTransition& transition,
    Term guard,
    const logic::Assignment& known,
    const DelayRange& range,
    const std::vector<Term>& unknowns) {
  Term formula = with_values(terms_, guard, known, unknowns);
  if (transition.delay.valid()) {
    const Term d = transition.delay;
    const Term from = terms_.constant(Value::real(range.earliest));
    const Term to = terms_.constant(Value::real(range.latest));
    std::vector<Term> parts{formula,
                            compare(terms_, Op::less_equal, from, d),
                            compare(terms_, Op::less_equal, d, to)};
    // The guard must also hold `margin` later than planned.
    if (range.with_margin) {
      const Term m = terms_.constant(Value::real(options_.margin));
      logic::Substitution later;
      later[d] = terms_.make(Op::add, {d, m});
      parts.push_back(logic::substitute(terms_, formula, later));
    }
    formula = logic::simplify(terms_, terms_.logical_and(parts));
  }
  const Term limit = at_limit(transition, formula, known, unknowns);
  if (limit.valid()) {
    if (auto found = pick(limit, unknowns, transition.delay)) return found;
  }
  return pick(formula, unknowns, transition.delay);
}

std::optional<Stimulation> Chooser::choose(const ProgramTransition& transition,
                                           const logic::Assignment& known,
                                           const mpq_class& earliest,
                                           const mpq_class& latest) {
  undecided_.clear();
  std::vector<Term> unknowns;
  if (transition.delay.valid()) unknowns.push_back(transition.delay);
  unknowns.insert(
      unknowns.end(), transition.variables.begin(), transition.variables.end());

  const auto solve = [&](Term guard, bool with_margin) {
    return attempt(
        transition, guard, known, {earliest, latest, with_margin}, unknowns);
  };
  std::optional<Values> found;
  bool sure = true;
  // The guard that does not depend on hidden values is preferred.
  std::vector<Term> guards;
  if (transition.sure_guard.valid()) guards.push_back(transition.sure_guard);
  guards.push_back(transition.guard);
  for (const Term guard : guards) {
    sure = !transition.sure_guard.valid() || guard == transition.sure_guard;
    // With a margin first; a guard without room for one is better than none.
    if (options_.margin > 0) found = solve(guard, true);
    if (!found) found = solve(guard, false);
    if (found) break;
  }
  if (!found) return std::nullopt;
  undecided_.clear();

  Stimulation out;
  out.transition = &transition;
  out.sure = sure;
  std::size_t i = 0;
  out.delay = earliest;
  if (transition.delay.valid()) {
    if ((*found)[i]) out.delay = (*found)[i]->as_real();
    ++i;
  }
  for (; i < unknowns.size(); ++i) {
    out.values.push_back(
        (*found)[i].value_or(logic::default_value(unknowns[i].sort())));
  }
  return out;
}

Term Chooser::at_limit(const ProgramTransition& transition,
                       Term formula,
                       const logic::Assignment& known,
                       const std::vector<Term>& unknowns) {
  if (options_.policy != Policy::boundary || options_.plan == nullptr) {
    return {};
  }
  const auto which = options_.plan->of(transition);
  if (!which || solver_ == nullptr) return {};
  const Term alone = decides(terms_, transition.guard, *which);
  const Term side = on_side(terms_, *which);
  const Term gap = distance(terms_, *which);
  const Term near =
      gap.valid() ? with_values(terms_, gap, known, unknowns) : Term();
  logic::Assignment found;
  // If it cannot decide the guard alone, it is at least brought to its limit.
  for (const Term condition : {alone, side}) {
    const Term wanted = logic::simplify(
        terms_,
        terms_.logical_and(formula,
                           with_values(terms_, condition, known, unknowns)));
    if (!near.valid()) {
      if (satisfiable(wanted, unknowns, found)) return wanted;
      continue;
    }
    // A fresh variable stands for the distance, which is minimised.
    Term& size = gaps_[near.sort().kind() == SortKind::integer ? 0 : 1];
    if (!size.valid()) size = terms_.fresh_variable("gap", near.sort());
    std::vector<Term> all = unknowns;
    all.push_back(size);
    const Term sized = terms_.logical_and(wanted, terms_.equal(size, near));
    using Direction = ConstraintSolver::Direction;
    if (!extreme(sized, all, size, Direction::least, found)) continue;
    const Value* least = found.find(size);
    if (least == nullptr) return wanted;
    const Term at = terms_.equal(near, terms_.constant(*least));
    return logic::simplify(terms_, terms_.logical_and(wanted, at));
  }
  return {};
}

Chooser::Wish Chooser::wish(bool is_delay) {
  switch (options_.policy) {
    case Policy::minimal:
      return is_delay ? Wish::least : Wish::simplest;
    case Policy::latest:
      return is_delay ? Wish::greatest : Wish::simplest;
    case Policy::boundary: {
      using Ends = BoundaryPlan::Ends;
      const Ends ends =
          options_.plan != nullptr ? options_.plan->ends() : Ends::any;
      if (ends == Ends::any) {
        return rng_.chance(1, 2) ? Wish::least : Wish::greatest;
      }
      const bool early = ends == Ends::high_early || ends == Ends::low_early;
      const bool low = ends == Ends::low_late || ends == Ends::low_early;
      return (is_delay ? early : low) ? Wish::least : Wish::greatest;
    }
    case Policy::random:
      return Wish::any;
  }
  return Wish::least;
}

/// Chooses the unknowns one after the other, and substitutes each value. An
/// unknown that does not occur is chosen as if any value were allowed.
std::optional<Chooser::Values> Chooser::pick(Term formula,
                                             const std::vector<Term>& of,
                                             Term delay) {
  Values out(of.size());
  std::vector<Term> rest = of;
  for (std::size_t i = 0; i < of.size(); ++i) {
    if (formula.is_false()) return std::nullopt;
    const Wish wanted = wish(of[i] == delay);
    bool done = false;
    std::optional<Value> value = alone(formula, of[i], wanted, done);
    logic::Assignment all;
    if (!done) value = ask(formula, rest, of[i], wanted, all);
    if (!value) return std::nullopt;
    // The solver's solution is complete and good enough, unless the policy
    // wants each value to be extreme or random.
    const bool take_all = !done && options_.policy != Policy::boundary &&
                          options_.policy != Policy::random;
    if (take_all) {
      for (std::size_t j = i; j < of.size(); ++j) {
        const Value* v = all.find(of[j]);
        out[j] = v != nullptr ? *v : logic::default_value(of[j].sort());
      }
      return out;
    }
    out[i] = *value;
    rest.erase(rest.begin());
    logic::Assignment one;
    one.set(of[i], *value);
    formula = with_values(terms_, formula, one);
  }
  // Conjuncts without unknowns, or with quantifiers, may be left.
  if (formula.is_true()) return out;
  logic::Assignment nothing;
  if (!satisfiable(formula, rest, nothing)) return std::nullopt;
  return out;
}

std::optional<Value> Chooser::alone(Term formula,
                                    Term unknown,
                                    Wish wish,
                                    bool& done) {
  if (logic::is_number(unknown)) {
    const auto set = own_solutions(terms_, formula, unknown);
    if (!set) return std::nullopt;
    done = true;
    const bool integral = unknown.sort().kind() == SortKind::integer;
    const auto x = logic::pick(*set, integral, wish, rng_);
    if (!x) return std::nullopt;
    return logic::value_of(unknown.sort(), *x);
  }
  // Small sorts are enumerated.
  const auto count = logic::cardinality(unknown.sort());
  const Term all = conjuncts_about(terms_, formula, unknown);
  constexpr std::uint64_t kMost = 1000;
  if (!all.valid() || !count || *count > kMost) return std::nullopt;
  std::vector<Value> allowed;
  for (std::uint64_t n = 0; n < *count; ++n) {
    logic::Assignment trial;
    trial.set(unknown, logic::nth_value(unknown.sort(), n));
    const std::optional<Value> holds = logic::evaluate(all, trial);
    if (!holds) return std::nullopt;
    if (holds->as_bool()) allowed.push_back(*trial.find(unknown));
  }
  done = true;
  if (allowed.empty()) return std::nullopt;
  if (wish == Wish::greatest) return allowed.back();
  if (wish == Wish::any) return allowed[rng_.below(allowed.size())];
  return allowed.front();
}

bool Chooser::satisfiable(Term formula,
                          const std::vector<Term>& unknowns,
                          logic::Assignment& found) {
  if (solver_ == nullptr) {
    undecided_ = "no solver is at hand";
    return false;
  }
  std::string why;
  const Solvable answer = solver_->solve(terms_, formula, unknowns, found, why);
  if (answer == Solvable::unknown) undecided_ = why;
  return answer == Solvable::yes;
}

bool Chooser::extreme(Term formula,
                      const std::vector<Term>& unknowns,
                      Term objective,
                      ConstraintSolver::Direction direction,
                      logic::Assignment& found) {
  if (solver_ == nullptr) {
    undecided_ = "no solver is at hand";
    return false;
  }
  std::string why;
  const Solvable answer = solver_->optimise(
      terms_, formula, unknowns, objective, direction, found, why);
  if (answer == Solvable::unknown) undecided_ = why;
  return answer == Solvable::yes;
}

std::optional<Value> Chooser::ask(Term formula,
                                  const std::vector<Term>& unknowns,
                                  Term unknown,
                                  Wish wish,
                                  logic::Assignment& all) {
  using Direction = ConstraintSolver::Direction;
  if (wish == Wish::any) return ask_any(formula, unknowns, unknown, all);
  const bool ordered = logic::is_number(unknown) && wish != Wish::simplest;
  const Direction direction =
      wish == Wish::greatest ? Direction::greatest : Direction::least;
  const bool found = ordered
                         ? extreme(formula, unknowns, unknown, direction, all)
                         : satisfiable(formula, unknowns, all);
  if (!found) return std::nullopt;
  const Value* value = all.find(unknown);
  return value != nullptr ? *value : logic::default_value(unknown.sort());
}

/// Draws a number between the ends of what is allowed, and takes it or the next
/// number above that is allowed.
std::optional<Value> Chooser::ask_any(Term formula,
                                      const std::vector<Term>& unknowns,
                                      Term unknown,
                                      logic::Assignment& all) {
  using Direction = ConstraintSolver::Direction;
  const auto value_in = [&](const logic::Assignment& from) {
    const Value* value = from.find(unknown);
    return value != nullptr ? *value : logic::default_value(unknown.sort());
  };
  // A random value of a finite sort, if it is allowed.
  if (!logic::is_number(unknown)) {
    const Term wanted = terms_.equal(
        unknown,
        terms_.constant(logic::nth_value(
            unknown.sort(),
            rng_.below(logic::cardinality(unknown.sort()).value_or(1)))));
    if (satisfiable(terms_.logical_and(formula, wanted), unknowns, all) ||
        satisfiable(formula, unknowns, all)) {
      return value_in(all);
    }
    return std::nullopt;
  }
  logic::Assignment low;
  logic::Assignment high;
  if (!extreme(formula, unknowns, unknown, Direction::least, low)) {
    return std::nullopt;
  }
  all = low;
  // The other end is undecided; the low end is a solution.
  if (!extreme(formula, unknowns, unknown, Direction::greatest, high)) {
    return value_in(low);
  }
  const auto between =
      logic::NumberSet::interval(logic::number_of(value_in(low)),
                                 false,
                                 logic::number_of(value_in(high)),
                                 false);
  const bool integral = unknown.sort().kind() == SortKind::integer;
  const auto drawn = logic::pick(between, integral, logic::Pick::any, rng_);
  if (!drawn) return value_in(low);
  const Term place = terms_.constant(logic::value_of(unknown.sort(), *drawn));
  const Term at = terms_.equal(unknown, place);
  const Term above = compare(terms_, Op::less_equal, place, unknown);
  logic::Assignment found;
  if (satisfiable(terms_.logical_and(formula, at), unknowns, found) ||
      extreme(terms_.logical_and(formula, above),
              unknowns,
              unknown,
              Direction::least,
              found)) {
    all = found;
    return value_in(found);
  }
  return value_in(low);
}

}  // namespace catenary::exec
