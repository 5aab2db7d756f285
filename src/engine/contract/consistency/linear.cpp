// SPDX-License-Identifier: Apache-2.0
/// \file
/// Formulas of a part, with quantifiers eliminated by instantiation where
/// values are few, and by Z3 otherwise.
#include "engine/contract/consistency/linear.h"

#include <algorithm>

#include "engine/contract/consistency/game.h"
#include "logic/smt/solver.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/traverse.h"

namespace catenary::engine::contract {

namespace {

namespace smt = logic::smt;

/// Terms of more nodes than this are given up: elimination then tends to grow
/// without end.
constexpr std::size_t kMaxSize = 200'000;
/// Integers whose range is wider are left to Z3.
constexpr int kMaxInstances = 64;

/// Throws Undecided: for the limit that was met, if there is one, else with
/// `text`.
[[noreturn]] void give_up(const base::Budget& budget, const std::string& text) {
  const base::StopReason stop = budget.poll();
  throw Undecided(
      stop, stop == base::StopReason::none ? text : base::to_string(stop));
}

}  // namespace

Linear::Linear(const Structure& structure,
               Part part,
               const base::Budget& budget,
               bool widened)
    : interface_(structure.interface()),
      part_(std::move(part)),
      budget_(budget),
      widened_(widened) {
  for (const std::uint32_t v : part_.variables) {
    (is_input(v) ? inputs_ : answers_).push_back(v);
    to_now_[variable(v).before] = variable(v).now;
  }
}

bool Linear::is_input(std::uint32_t v) const {
  return variable(v).role == model::Role::input;
}

Term Linear::both(Term a, Term b) {
  return logic::simplify(terms(), terms().logical_and(a, b));
}

Term Linear::negation(Term a) {
  return logic::simplify(terms(), terms().logical_not(a));
}

Term Linear::rules(const Indices& contracts,
                   const Indices& ranges,
                   bool first) {
  std::vector<Term> all;
  for (const std::uint32_t v : ranges) {
    all.push_back(model::range_of(interface_, variable(v)));
  }
  for (const Indices* list :
       {static_cast<const Indices*>(&part_.definitions), &contracts}) {
    for (const std::uint32_t c : *list) {
      all.push_back(
          model::formula_at(interface_, interface_.contracts[c], first));
    }
  }
  return logic::simplify(terms(), terms().logical_and(all));
}

Term Linear::promises(bool first) {
  std::vector<Term> all;
  for (const std::uint32_t v : inputs_) {
    all.push_back(model::range_of(interface_, variable(v)));
  }
  for (const std::uint32_t p : part_.promises) {
    all.push_back(model::formula_at(interface_, interface_.promises[p], first));
  }
  return logic::simplify(terms(), terms().logical_and(all));
}

std::optional<std::vector<logic::Value>> Linear::few_values(
    std::uint32_t v) const {
  const model::InterfaceVariable& x = variable(v);
  std::vector<logic::Value> out;
  if (x.sort().kind() == logic::SortKind::integer) {
    // The range may be left out of the body; then values beyond it count, too.
    if (widened_ && x.role != model::Role::input && !x.derived) {
      return std::nullopt;
    }
    if (x.hi->as_integer() - x.lo->as_integer() > kMaxInstances) {
      return std::nullopt;
    }
    for (mpz_class i = x.lo->as_integer(); i <= x.hi->as_integer(); ++i) {
      out.push_back(logic::Value::integer(i));
    }
    return out;
  }
  const std::optional<std::uint64_t> count = logic::cardinality(x.sort());
  if (!count) return std::nullopt;
  for (std::uint64_t i = 0; i < *count; ++i) {
    out.push_back(logic::nth_value(x.sort(), i));
  }
  return out;
}

Term Linear::exists(const Indices& variables, Term body) {
  std::vector<Term> numbers;
  for (const std::uint32_t v : variables) {
    const Term now = variable(v).now;
    const std::optional<std::vector<logic::Value>> values = few_values(v);
    if (!values) {
      numbers.push_back(now);
      continue;
    }
    std::vector<Term> cases;
    for (const logic::Value& one : *values) {
      const Term value = terms().constant(one);
      // Shannon expansion: "exists x. f" is the disjunction of f over x's
      // values.
      cases.push_back(logic::simplify(
          terms(), logic::substitute(terms(), body, {{now, value}})));
    }
    body = logic::simplify(terms(), terms().logical_or(cases));
    if (logic::dag_size(body) > kMaxSize) {
      give_up(budget_, "the formulas grow too large");
    }
  }
  const std::vector<Term> free = logic::free_variables(body);
  // Expansion and simplification may have removed variables.
  std::erase_if(numbers, [&](Term v) {
    return std::find(free.begin(), free.end(), v) == free.end();
  });
  if (numbers.empty()) return body;
  const Term out = smt::eliminate_quantifiers(
      terms(), terms().quantify(logic::Op::exists, numbers, body), budget_);
  // Never guess: without a quantifier-free form there is no result.
  if (!out.valid()) give_up(budget_, "Z3 eliminates no quantifiers here");
  if (logic::dag_size(out) > kMaxSize) {
    give_up(budget_, "the formulas grow too large");
  }
  return logic::simplify(terms(), out);
}

Term Linear::unanswered(Term rules, Term goal) {
  const Term body = both(rules, goal);
  return negation(exists(answers_, body));
}

Term Linear::losing(Term promises, Term unanswered) {
  const Term body = both(promises, unanswered);
  return to_now(exists(inputs_, body));
}

Term Linear::pre(Term relation, Term goal) {
  const Term body = both(relation, goal);
  return to_now(exists(part_.variables, body));
}

Term Linear::to_now(Term term) {
  return logic::substitute(terms(), term, to_now_);
}

std::optional<Valuation> Linear::find(Term term) {
  smt::Options options;
  options.memory_bytes = budget_.memory_bytes();
  const std::unique_ptr<smt::Solver> solver = smt::make_z3(terms(), options);
  solver->assert_term(term);
  switch (solver->check({}, budget_)) {
    case smt::Answer::unsat:
      return std::nullopt;
    case smt::Answer::unknown:
      give_up(budget_,
              std::string("the solver stopped: ") +
                  smt::to_string(solver->why_unknown()));
    case smt::Answer::sat:
      break;
  }
  Valuation out;
  for (const std::uint32_t v : part_.variables) {
    // The solver completes the model for variables that the term leaves open.
    out.emplace(v, solver->value(variable(v).now));
  }
  return out;
}

bool Linear::possible(Term term) {
  return find(term).has_value();
}

Term Linear::is_now(const Valuation& values) {
  std::vector<Term> all;
  for (const auto& [v, value] : values) {
    const Term constant = terms().constant(value);
    all.push_back(terms().equal(variable(v).now, constant));
  }
  return terms().logical_and(all);
}

Term Linear::is_before(const Valuation& values) {
  std::vector<Term> all;
  for (const auto& [v, value] : values) {
    const Term constant = terms().constant(value);
    all.push_back(terms().equal(variable(v).before, constant));
  }
  return terms().logical_and(all);
}

Term Linear::at_step(Term term, std::uint32_t t) {
  logic::Substitution steps;
  for (const std::uint32_t v : part_.variables) {
    const auto name = [&](std::uint32_t step) {
      return terms().variable(variable(v).name + "@" + std::to_string(step),
                              variable(v).sort());
    };
    steps[variable(v).now] = name(t);
    if (t > 0) steps[variable(v).before] = name(t - 1);
  }
  return logic::substitute(terms(), term, steps);
}

}  // namespace catenary::engine::contract
