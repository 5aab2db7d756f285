// SPDX-License-Identifier: Apache-2.0
/// \file
/// Regions and their images. Small queries are answered by the linear
/// arithmetic, others by one incremental solver, which knows nothing between
/// queries.

#include "engine/symbolic/search/space.h"

#include <algorithm>
#include <utility>

#include "engine/symbolic/search/liveness.h"
#include "logic/arithmetic/linear.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/substitute.h"
#include "logic/term/traverse.h"

namespace catenary::engine::symbolic {

using logic::Cubes;
using logic::is_refuted_linear;
using logic::Op;
using logic::Term;

namespace {

/// Whether the formula has few cases in disjunctive normal form, by a quick
/// estimate.
bool is_small(Term formula) {
  constexpr std::size_t kSize = 120;
  constexpr std::size_t kCases = 24;
  if (formula.has_quantifier() || logic::dag_size(formula) > kSize) {
    return false;
  }
  std::size_t cases = 1;
  std::vector<std::pair<Term, bool>> open{{formula, true}};
  while (!open.empty()) {
    const auto [t, positive] = open.back();
    open.pop_back();
    if (t.op() == Op::logical_not) {
      open.emplace_back(t[0], !positive);
    } else if (t.op() == Op::logical_and || t.op() == Op::logical_or) {
      if ((t.op() == Op::logical_or) == positive) {
        cases *= t.operands().size();
      }
      if (cases > kCases) return false;
      for (const Term o : t.operands()) open.emplace_back(o, positive);
    } else if (t.op() == Op::equal || t.op() == Op::distinct ||
               t.op() == Op::ite || t.op() == Op::implies) {
      if (t.op() != Op::equal || !positive) cases *= 2;
    }
  }
  return cases <= kCases;
}

}  // namespace

Space::Space(Execution& execution,
             const TestCaseOptions& options,
             const base::Budget& budget,
             bool checks)
    : execution_(execution),
      options_(options),
      budget_(budget),
      prover_(execution.terms(), options_, budget_),
      steps_(execution, prover_),
      live_(live_variables(execution.automaton(), checks)),
      ceilings_(clock_ceilings(execution.automaton())) {
  logic::smt::Options limits;
  limits.query_time = options.query_time;
  solver_ = options.solver ? options.solver(terms(), limits)
                           : logic::smt::make_z3(terms(), limits);
}

/// The initialisation, as a step from nothing.
Region Space::initial() {
  if (!initial_) {
    const Context& start = execution_.context(0);
    initial_ =
        image(start.conditions, steps_.expanded(0), start.hidden, start.state);
  }
  return *initial_;
}

Truth Space::satisfiable(std::span<const Term> formulas) {
  const Term whole = prover_.conjunction(formulas);
  if (whole.is_false()) return Truth::no;
  // The old model is gone, whatever the answer.
  model_ = {};
  if (whole.is_true()) return Truth::yes;
  // Larger queries have too many cases for disjunctive normal form.
  if (is_small(whole)) {
    if (is_refuted_linear(terms(), formulas)) return Truth::no;
    const std::vector<Term> free = logic::free_variables(whole);
    if (auto sample = sample_linear(terms(), free, whole)) {
      model_ = std::move(*sample);
      return Truth::yes;
    }
  }
  solver_->push();
  for (const Term f : formulas) solver_->assert_term(f);
  const logic::smt::Answer answer = solver_->check({}, budget_);
  Truth result = Truth::unknown;
  if (answer == logic::smt::Answer::sat) {
    result = Truth::yes;
    // The model is read before the query is withdrawn.
    model_ = solver_->model(logic::free_variables(formulas));
  } else if (answer == logic::smt::Answer::unsat) {
    result = Truth::no;
  } else {
    why_ = logic::smt::to_string(solver_->why_unknown());
  }
  solver_->pop();
  return result;
}

/// What the formula does not mention may have any value.
logic::Value Space::value(Term term) const {
  logic::Assignment model = model_;
  for (const Term v : logic::free_variables(term)) {
    if (model.find(v) == nullptr) model.set(v, logic::default_value(v.sort()));
  }
  const auto found = logic::evaluate(term, model);
  return found ? *found : logic::default_value(term.sort());
}

/// Unknown is not remembered: more time may help.
Truth Space::enabled(Region region, std::uint32_t transition) {
  const Key key{region, transition};
  const auto at = enabled_.find(key);
  if (at != enabled_.end()) return at->second;
  const Truth result =
      satisfiable({region, steps_.step(transition).conditions});
  if (result != Truth::unknown) enabled_.emplace(key, result);
  return result;
}

Region Space::after(Region region, std::uint32_t transition) {
  const Key key{region, transition};
  const auto at = after_.find(key);
  if (at != after_.end()) return at->second;
  const GenericStep& step = steps_.step(transition);
  // Case by case: elimination is fast if a formula has few cases.
  std::vector<Region> cases{region};
  if (region.op() == Op::logical_or) {
    cases.assign(region.operands().begin(), region.operands().end());
  }
  std::vector<Term> images;
  for (const Region one : cases) {
    images.push_back(image({one, step.conditions},
                           step.valuation,
                           step.bound(),
                           automaton().transitions[transition].to));
  }
  Region next = prover_.simplify(terms().logical_or(images));
  if (images.size() > 1) next = reduced(next);
  after_.emplace(key, next);
  return next;
}

/// For on-line testing: delays and values are known.
Region Space::after(Region region,
                    std::uint32_t transition,
                    const logic::Substitution& known,
                    Term also) {
  const GenericStep& step = steps_.step(transition);
  std::vector<Term> valuation;
  for (const Term v : step.valuation) {
    valuation.push_back(prover_.simplify(substitute(terms(), v, known)));
  }
  const Term conditions = substitute(terms(), step.conditions, known);
  return image({region, prover_.simplify(conditions), also},
               valuation,
               step.bound(),
               automaton().transitions[transition].to);
}

/// The image of a step. Variables that change get another name for their new
/// value, the old values are projected away, and the new names are replaced by
/// the old ones. Variables that are not live are projected away too.
Region Space::image(std::vector<Term> conditions,
                    const std::vector<Term>& valuation,
                    std::vector<Term> bound,
                    std::uint32_t state) {
  logic::Substitution back;
  const auto& variables = automaton().variables;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Term old = variables[i].term;
    if (!live_[state][i]) {
      bound.push_back(old);
    } else if (valuation[i] != old) {
      const Term next = terms().variable(variables[i].name + "'", old.sort());
      conditions.push_back(terms().equal(next, valuation[i]));
      bound.push_back(old);
      back.emplace(next, old);
    }
  }
  const Term whole = prover_.conjunction(conditions);
  const Term left = prover_.exists(bound, whole);
  const Region result =
      reduced(prover_.simplify(substitute(terms(), left, back)));
  return forget_high_clocks(result, state);
}

/// Normal form by reduction of cubes, if there are not too many.
Region Space::reduced(Region region) {
  constexpr std::size_t kMostCases = 32;
  const bool many =
      region.op() == Op::logical_or && region.operands().size() > kMostCases;
  if (many || region.has_quantifier()) return region;
  auto cubes = Cubes::from(terms(), region);
  if (!cubes) return region;
  cubes->reduce();
  return cubes->to_term();
}

Region Space::united(Region a, Region b) {
  return reduced(prover_.simplify(terms().logical_or(a, b)));
}

/// Above its largest constant the value of a clock is projected away, and only
/// "above" is kept: no comparison can tell the difference.
Region Space::forget_high_clocks(Region region, std::uint32_t state) {
  for (std::size_t i = 0; i < ceilings_.size(); ++i) {
    if (!ceilings_[i] || !live_[state][i] || region.has_quantifier()) continue;
    const Term clock = automaton().variables[i].term;
    const Term ceiling = terms().constant(logic::Value::real(*ceilings_[i]));
    const Term high = terms().make(Op::less, {ceiling, clock});
    if (satisfiable({region, high}) == Truth::no) continue;
    const Term bound[] = {clock};
    const Term above = prover_.exists(bound, terms().logical_and(region, high));
    if (above.has_quantifier()) continue;
    const Term low = terms().make(Op::less_equal, {clock, ceiling});
    const Term below = terms().logical_and(region, low);
    const Term beyond = terms().logical_and(above, high);
    region = reduced(prover_.simplify(terms().logical_or(below, beyond)));
  }
  return region;
}

/// Undecided counts as contained: the query decides then.
bool Space::contains(Region region, logic::Assignment values) const {
  for (const Term v : logic::free_variables(region)) {
    if (values.find(v) == nullptr) {
      values.set(v, logic::default_value(v.sort()));
    }
  }
  const auto holds = logic::evaluate(region, values);
  return !holds || holds->as_bool();
}

/// Inclusion by points. A point of the region that no other region has refutes
/// inclusion. Regions that have the point are excluded by the next query, which
/// gives another point, or none.
Truth Space::included(Region region, std::span<const Region> others) {
  if (std::find(others.begin(), others.end(), region) != others.end()) {
    return Truth::yes;
  }
  // A point of the region is remembered: it is often enough to refute.
  auto known = points_.find(region);
  if (known == points_.end()) {
    const Truth some = satisfiable({region});
    if (some != Truth::yes) {
      return some == Truth::no ? Truth::yes : Truth::unknown;
    }
    known = points_.emplace(region, model_).first;
  }
  logic::Assignment point = known->second;
  std::vector<Region> open(others.begin(), others.end());
  std::vector<Term> query{region};
  for (;;) {
    // Only regions with the present point are needed so far: queries stay
    // small.
    const std::size_t before = query.size();
    std::erase_if(open, [&](Region other) {
      if (!contains(other, point)) return false;
      query.push_back(prover_.negation(other));
      return true;
    });
    if (query.size() == before) return Truth::no;
    const Truth outside = satisfiable(query);
    if (outside == Truth::no) return Truth::yes;
    if (outside == Truth::unknown) return outside;
    point = model_;
  }
}

}  // namespace catenary::engine::symbolic
