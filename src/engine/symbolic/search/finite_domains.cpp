// SPDX-License-Identifier: Apache-2.0
#include "engine/symbolic/search/finite_domains.h"

#include <algorithm>
#include <optional>
#include <set>

#include "engine/symbolic/search/liveness.h"
#include "logic/arithmetic/number.h"

namespace catenary::engine::symbolic {

namespace {

using logic::Op;
using logic::Term;

/// What the conjuncts so far leave of a variable.
struct Domain {
  std::optional<mpz_class> low;
  std::optional<mpz_class> high;
  std::optional<std::set<mpz_class>> values;

  void at_least(const mpz_class& n) { low = low ? std::max(*low, n) : n; }
  void at_most(const mpz_class& n) { high = high ? std::min(*high, n) : n; }
  void one_of(const std::set<mpz_class>& others) {
    if (!values) {
      values = others;
    } else {
      std::erase_if(*values,
                    [&](const auto& n) { return !others.contains(n); });
    }
  }
  [[nodiscard]] bool is_within_bounds(const mpz_class& n) const {
    return (!low || *low <= n) && (!high || n <= *high);
  }
};

class Domains {
 public:
  void add_conjuncts(Term condition) {
    if (condition.op() == Op::logical_and) {
      for (const Term part : condition.operands()) add_conjuncts(part);
      return;
    }
    const bool negative = condition.op() == Op::logical_not;
    const Term atom = negative ? condition[0] : condition;
    if (atom.op() == Op::less || atom.op() == Op::less_equal) {
      take_order(atom, negative);
    } else if (!negative) {
      take_equations(atom);
    }
  }

  [[nodiscard]] std::map<Term, Domain>& domains() { return domains_; }

 private:
  void take_order(Term atom, bool negative) {
    const auto bound = bound_of_variable(atom);
    if (!bound) return;
    const bool strict = (atom.op() == Op::less) != negative;
    const bool below = bound->below != negative;
    Domain& domain = domains_[bound->variable];
    if (below) {
      domain.at_most(strict ? mpz_class(logic::ceiling_of(bound->bound) - 1)
                            : logic::floor_of(bound->bound));
    } else {
      domain.at_least(strict ? mpz_class(logic::floor_of(bound->bound) + 1)
                             : logic::ceiling_of(bound->bound));
    }
  }

  // x == 1, or x == 1 || x == 2 || ...
  void take_equations(Term atom) {
    std::vector<Term> parts{atom};
    if (atom.op() == Op::logical_or) {
      parts.assign(atom.operands().begin(), atom.operands().end());
    }
    Term variable;
    std::set<mpz_class> values;
    for (const Term part : parts) {
      if (part.op() != Op::equal) return;
      const auto bound = bound_of_variable(part);
      if (!bound || (variable.valid() && variable != bound->variable)) return;
      variable = bound->variable;
      // An equation with a fraction has no solution.
      if (bound->bound.get_den() == 1) values.insert(bound->bound.get_num());
    }
    domains_[variable].one_of(values);
  }

  std::map<Term, Domain> domains_;
};

}  // namespace

std::map<Term, std::vector<std::int64_t>> finite_domains(Term condition,
                                                         std::size_t most,
                                                         std::int64_t limit) {
  Domains found;
  found.add_conjuncts(condition);
  std::map<Term, std::vector<std::int64_t>> out;
  for (auto& [variable, domain] : found.domains()) {
    if (variable.sort().kind() != logic::SortKind::integer) continue;
    std::set<mpz_class> values;
    if (domain.values) {
      values = *domain.values;
      std::erase_if(values,
                    [&](const auto& n) { return !domain.is_within_bounds(n); });
    } else if (domain.low && domain.high &&
               *domain.high - *domain.low < mpz_class(most)) {
      for (mpz_class n = *domain.low; n <= *domain.high; ++n) values.insert(n);
    }
    const bool is_small = std::ranges::all_of(
        values, [&](const mpz_class& n) { return abs(n) <= mpz_class(limit); });
    if (values.empty() || values.size() > most || !is_small) continue;
    for (const mpz_class& n : values) out[variable].push_back(n.get_si());
  }
  return out;
}

}  // namespace catenary::engine::symbolic
