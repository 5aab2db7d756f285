// SPDX-License-Identifier: Apache-2.0
/// \file
/// Subterms, sizes, free variables, by walks with explicit stacks.
#include "logic/term/traverse.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "base/work_clock.h"

namespace catenary::logic {

namespace {

using base::WorkClock;

/// The price of a visit, which is mostly that of a set of visited terms.
constexpr WorkClock::duration kPrice{70};

/// A term to be looked at, below the quantifiers of a scope; scope 0 has none.
struct Visit {
  Term term;
  std::size_t scope;
};

/// The variables that are bound at a place, and the terms that were visited
/// there. A term may be visited once for each scope, since different variables
/// are bound in it.
struct Scope {
  std::vector<Term> bound;  ///< ascending
  std::unordered_set<std::uint32_t> visited;
};

}  // namespace

std::vector<Term> subterms(std::span<const Term> roots) {
  std::vector<Term> order;
  std::unordered_set<std::uint32_t> seen;
  struct Frame {
    Term term;
    std::size_t next;
  };
  std::vector<Frame> stack;
  for (const Term root : roots) {
    if (!seen.insert(root.id()).second) continue;
    stack.push_back({root, 0});
    while (!stack.empty()) {
      Frame& top = stack.back();
      if (top.next == top.term.operands().size()) {
        order.push_back(top.term);
        stack.pop_back();
        continue;
      }
      const Term operand = top.term.operands()[top.next++];
      if (seen.insert(operand.id()).second) stack.push_back({operand, 0});
    }
  }
  WorkClock::charge(order.size(), kPrice);
  return order;
}

std::vector<Term> subterms(Term root) {
  return subterms(std::span(&root, 1));
}

std::size_t dag_size(Term root) {
  return subterms(root).size();
}

/// Depth first. The set of results is ordered, so that the order of the walk
/// does not matter.
std::vector<Term> free_variables(std::span<const Term> roots) {
  std::set<Term> free;
  std::vector<Scope> scopes(1);
  std::vector<Visit> stack;
  for (const Term root : roots) stack.push_back({root, 0});
  while (!stack.empty()) {
    const auto [term, scope] = stack.back();
    stack.pop_back();
    WorkClock::charge(kPrice);
    if (!scopes[scope].visited.insert(term.id()).second) continue;
    if (term.is_variable()) {
      const auto& bound = scopes[scope].bound;
      if (!std::binary_search(bound.begin(), bound.end(), term)) {
        free.insert(term);
      }
    } else if (term.is_quantifier()) {
      const auto variables = term.operands().first(term.operands().size() - 1);
      Scope inner;
      inner.bound = scopes[scope].bound;
      inner.bound.insert(inner.bound.end(), variables.begin(), variables.end());
      std::sort(inner.bound.begin(), inner.bound.end());
      scopes.push_back(std::move(inner));
      stack.push_back({term.operands().back(), scopes.size() - 1});
    } else {
      for (const Term operand : term.operands()) {
        stack.push_back({operand, scope});
      }
    }
  }
  return {free.begin(), free.end()};
}

std::vector<Term> free_variables(Term root) {
  return free_variables(std::span(&root, 1));
}

/// Follows the branches of if-then-else terms only.
std::optional<std::vector<Term>> chosen_constants(Term root) {
  std::set<Term> constants;
  std::unordered_set<std::uint32_t> visited;
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term term = stack.back();
    stack.pop_back();
    WorkClock::charge(kPrice);
    if (!visited.insert(term.id()).second) continue;
    if (term.is_constant()) {
      constants.insert(term);
    } else if (term.op() == Op::ite) {
      stack.push_back(term[1]);
      stack.push_back(term[2]);
    } else {
      return std::nullopt;
    }
  }
  return std::vector<Term>(constants.begin(), constants.end());
}

}  // namespace catenary::logic
