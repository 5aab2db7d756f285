// SPDX-License-Identifier: Apache-2.0
/// \file
/// The part of a solver that all have in common: assertion levels, and the
/// check of every model against all assertions and assumptions.
#include "logic/smt/checked_solver.h"

#include <fmt/format.h>

#include <chrono>
#include <new>

#include "base/check.h"
#include "base/text_file.h"
#include "base/work_clock.h"
#include "logic/term/smtlib/smtlib.h"
#include "logic/term/traverse.h"

namespace catenary::logic::smt {

namespace {

/// Prices of a query beside those of the solver: of a variable of the model, of
/// a term that may have been seen before, and of one that was not.
constexpr base::WorkClock::duration kVariablePrice{400};
constexpr base::WorkClock::duration kLookUpPrice{200};
constexpr base::WorkClock::duration kVisitPrice{100};

}  // namespace

CheckedSolver::Claim CheckedSolver::unknown(Unknown why, std::string text) {
  Claim claim;
  claim.why = why;
  claim.text = std::move(text);
  return claim;
}

/// Walks a term once in the solver's lifetime: seen_ is never cleared, since a
/// variable of a popped assertion may occur in the next one.
void CheckedSolver::collect_variables(Term term) {
  std::vector<Term> stack{term};
  while (!stack.empty()) {
    const Term t = stack.back();
    stack.pop_back();
    if (!seen_.insert(t.id()).second) continue;
    base::WorkClock::charge(kVisitPrice);
    if (t.is_variable()) {
      variables_.push_back(t);
    } else if (t.is_quantifier()) {
      // Bound variables inside a quantifier are not free; a walk over its body
      // would take them for free ones.
      const std::vector<Term> free = free_variables(t);
      stack.insert(stack.end(), free.begin(), free.end());
    } else {
      stack.insert(stack.end(), t.operands().begin(), t.operands().end());
    }
  }
}

void CheckedSolver::assert_term(Term term) {
  CATENARY_CHECK(term.valid() && term.sort().kind() == SortKind::boolean,
                 "an assertion is Boolean");
  state_ = State::open;
  assertions_.push_back(term);
}

void CheckedSolver::push() {
  state_ = State::open;
  levels_.push_back(assertions_.size());
}

void CheckedSolver::pop(std::uint32_t levels) {
  CATENARY_CHECK(levels <= levels_.size(), "there are levels to pop");
  state_ = State::open;
  if (levels == 0) return;
  const std::size_t left = levels_.size() - levels;
  assertions_.resize(levels_[left]);
  levels_.resize(left);
  popped(assertions_.size(), left);
}

/// Variables that the solver did not mention get their default: any value is as
/// good, and the evaluation needs one.
Term CheckedSolver::violated(std::span<const Term> assumptions) {
  base::WorkClock::charge(variables_.size(), kVariablePrice);
  for (const Term v : variables_) {
    if (model_.find(v) == nullptr) model_.set(v, default_value(v.sort()));
  }
  Evaluator evaluator(model_);
  const auto violates = [&](Term t) {
    const auto value = evaluator.evaluate(t);
    // Quantifiers over many values cannot be evaluated; they are accepted
    // unchecked. All other terms without a value count as violated.
    if (!value && t.has_quantifier()) return false;
    return !value || !value->as_bool();
  };
  for (const Term t : assertions_) {
    if (violates(t)) return t;
  }
  for (const Term t : assumptions) {
    if (violates(t)) return t;
  }
  return {};
}

void CheckedSolver::log(std::span<const Term> assumptions) {
  if (options_.query_log.empty()) return;
  std::vector<Term> all = assertions_;
  all.insert(all.end(), assumptions.begin(), assumptions.end());
  base::write_file(
      fmt::format("{}-{:04}.smt2", options_.query_log, statistics_.queries),
      smtlib_script(all),
      base::Overwrite::yes);
}

/// Runs the solver, unless the budget is exhausted already, and turns
/// exceptions into claims.
CheckedSolver::Claim CheckedSolver::guarded_run(
    std::span<const Term> assumptions, const base::Budget& budget) {
  const base::StopReason stop = budget.poll();
  if (stop == base::StopReason::interrupt) {
    return unknown(Unknown::interrupted, "");
  }
  if (stop != base::StopReason::none) return unknown(Unknown::time, "");
  try {
    return run(assumptions, budget);
  } catch (const GaveUp& e) {
    return unknown(e.reason(), e.what());
  } catch (const std::bad_alloc&) {
    return unknown(Unknown::memory, "there is no memory left");
  }
}

Answer CheckedSolver::check(std::span<const Term> assumptions,
                            const base::Budget& budget) {
  for (const Term t : assumptions) {
    CATENARY_CHECK(t.valid() && t.sort().kind() == SortKind::boolean,
                   "an assumption is Boolean");
  }
  state_ = State::open;
  ++statistics_.queries;
  log(assumptions);
  const auto start = base::Budget::Clock::now();
  // Terms that were seen before cost one look-up.
  base::WorkClock::charge(assertions_.size() + assumptions.size(),
                          kLookUpPrice);
  for (const Term t : assertions_) collect_variables(t);
  for (const Term t : assumptions) collect_variables(t);
  Claim claim = guarded_run(assumptions, budget);
  if (claim.answer == Answer::sat) {
    model_ = std::move(claim.model);
    // The check that makes `sat` trustworthy, whatever the solver does. A model
    // that fails it is not used at all.
    const Term wrong = options_.recheck ? violated(assumptions) : Term();
    if (wrong.valid()) {
      constexpr std::size_t kShown = 200;
      std::string text = to_smtlib(wrong);
      if (text.size() > kShown) text = text.substr(0, kShown) + "...";
      claim =
          unknown(Unknown::wrong_model, "the model does not satisfy " + text);
    }
  }
  statistics_.seconds +=
      std::chrono::duration<double>(base::Budget::Clock::now() - start).count();
  why_ = claim.answer == Answer::unknown ? claim.why : Unknown::none;
  text_ = std::move(claim.text);
  failed_.clear();
  switch (claim.answer) {
    case Answer::sat:
      ++statistics_.sat;
      state_ = State::satisfied;
      break;
    case Answer::unsat:
      ++statistics_.unsat;
      state_ = State::refuted;
      // In the order of the assumptions, so that the result is deterministic.
      for (std::size_t i = 0; i < assumptions.size(); ++i) {
        if (claim.failed[i]) failed_.push_back(assumptions[i]);
      }
      break;
    case Answer::unknown:
      ++statistics_.unknown;
      break;
  }
  return claim.answer;
}

void CheckedSolver::complete(Term term) {
  for (const Term v : free_variables(term)) {
    if (model_.find(v) == nullptr) model_.set(v, default_value(v.sort()));
  }
}

Value CheckedSolver::value(Term term) {
  CATENARY_CHECK(state_ == State::satisfied, "there is a model to read");
  CATENARY_CHECK(!term.has_quantifier(), "a term without quantifiers");
  if (term.is_variable()) {
    const Value* known = model_.find(term);
    return known == nullptr ? default_value(term.sort()) : *known;
  }
  complete(term);
  const auto result = evaluate(term, model_);
  CATENARY_CHECK(result.has_value(), "a term without quantifiers has a value");
  return *result;
}

std::vector<Term> CheckedSolver::failed() {
  CATENARY_CHECK(state_ == State::refuted, "there is a refutation to read");
  return failed_;
}

Statistics CheckedSolver::statistics() const {
  Statistics result = statistics_;
  add_statistics(result);
  return result;
}

}  // namespace catenary::logic::smt
