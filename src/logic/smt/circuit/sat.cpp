// SPDX-License-Identifier: Apache-2.0
/// \file
/// Conjunctions of literals, copies of templates, values as bits.
#include "logic/smt/circuit/sat.h"

#include <algorithm>

#include "base/check.h"
#include "logic/smt/circuit/value_bits.h"

namespace catenary::logic::smt {

Literal SatSolver::true_literal() {
  if (true_ == 0) {
    true_ = new_variable();
    add_clause({true_});
  }
  return true_;
}

Literal SatSolver::all_of(std::span<const Literal> literals) {
  if (literals.empty()) return true_literal();
  if (literals.size() == 1) return literals[0];
  // result <-> conjunction (Tseitin).
  const Literal result = new_variable();
  std::vector<Literal> some_false{result};
  for (const Literal l : literals) {
    add_clause({-result, l});
    some_false.push_back(-l);
  }
  add_clause(some_false);
  return result;
}

Literal SatSolver::any_of(std::span<const Literal> literals) {
  if (literals.empty()) return -true_literal();
  if (literals.size() == 1) return literals[0];
  std::vector<Literal> negated;
  negated.reserve(literals.size());
  // De Morgan: a disjunction is a negated conjunction.
  for (const Literal l : literals) negated.push_back(-l);
  return -all_of(negated);
}

namespace {

/// Maps literals of a template to those of a solver. Variables that were not
/// set become new ones when they are first met.
class Mapping {
 public:
  Mapping(SatSolver& solver, const CnfTemplate& cnf)
      : solver_(solver),
        true_(solver.true_literal()),
        map_(static_cast<std::size_t>(cnf.variable_count) + 1) {}

  void set(Literal variable, Literal literal) {
    CATENARY_CHECK(variable > 0 && at(variable) == 0,
                   "the variables of a template are different ones");
    at(variable) = literal;
  }

  Literal operator()(Literal literal) {
    if (literal == CnfTemplate::kTrue) return true_;
    if (literal == -CnfTemplate::kTrue) return -true_;
    Literal& mapped = at(std::abs(literal));
    if (mapped == 0) mapped = solver_.new_variable();
    return literal > 0 ? mapped : -mapped;
  }

  void add_clauses(const std::vector<Literal>& clauses) {
    std::vector<Literal> clause;
    bool satisfied = false;
    for (const Literal literal : clauses) {
      if (literal == 0) {
        // A clause that contains true is left out; false literals are dropped.
        // The rest is equivalent, and smaller if inputs are constants.
        if (!satisfied) solver_.add_clause(clause);
        clause.clear();
        satisfied = false;
        continue;
      }
      const Literal mapped = (*this)(literal);
      satisfied = satisfied || mapped == true_;
      if (mapped != -true_) clause.push_back(mapped);
    }
  }

 private:
  Literal& at(Literal variable) {
    return map_[static_cast<std::size_t>(variable)];
  }

  SatSolver& solver_;
  Literal true_;
  std::vector<Literal> map_;
};

}  // namespace

Instance instantiate(SatSolver& solver,
                     const CnfTemplate& cnf,
                     std::span<const std::vector<Literal>> inputs) {
  CATENARY_CHECK(inputs.size() == cnf.variables.size(),
                 "an input for each variable of the template");
  Mapping map(solver, cnf);
  for (std::size_t v = 0; v < inputs.size(); ++v) {
    if (inputs[v].empty()) continue;
    CATENARY_CHECK(inputs[v].size() == cnf.variables[v].size(),
                   "an input has as many bits as its variable");
    for (std::size_t bit = 0; bit < inputs[v].size(); ++bit) {
      map.set(cnf.variables[v][bit], inputs[v][bit]);
    }
  }
  // Mapped before the clauses, so that the numbers of new variables follow the
  // order of the template's bits.
  const auto mapped = [&](const std::vector<std::vector<Literal>>& terms) {
    std::vector<std::vector<Literal>> result;
    for (const std::vector<Literal>& bits : terms) {
      std::vector<Literal>& out = result.emplace_back();
      for (const Literal bit : bits) out.push_back(map(bit));
    }
    return result;
  };
  Instance result;
  result.variables = mapped(cnf.variables);
  result.roots = mapped(cnf.roots);
  map.add_clauses(cnf.clauses);
  return result;
}

Value read_bits(SatSolver& solver,
                const Sort& sort,
                std::span<const Literal> bits) {
  mpz_class number = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (solver.value(bits[i])) mpz_setbit(number.get_mpz_t(), i);
  }
  return value_of_bits(sort, number, bits.size());
}

std::vector<Literal> constant_bits(SatSolver& solver, const Value& value) {
  const Literal yes = solver.true_literal();
  std::vector<Literal> result;
  for (const bool bit : bits_of_value(value)) {
    result.push_back(bit ? yes : -yes);
  }
  return result;
}

}  // namespace catenary::logic::smt
