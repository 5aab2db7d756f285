// SPDX-License-Identifier: Apache-2.0
/// \file
/// The walk of the simplifier, and the rules that are common to all theories:
/// constant folding, flattening, sorting.
#include "logic/term/rewrite/simplify.h"

#include <algorithm>
#include <optional>
#include <ranges>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/work_clock.h"
#include "logic/term/evaluate/apply.h"
#include "logic/term/rewrite/rewrite.h"
#include "logic/term/traverse.h"

namespace catenary::logic {

namespace {

/// Operands that become applications of the same operator only by being
/// simplified are merged up to this many, which keeps the walk linear.
constexpr std::size_t kMaxMerged = 16;

bool is_associative(Op op) {
  return op == Op::logical_and || op == Op::logical_or || op == Op::add ||
         op == Op::mul;
}

// By id: how many terms of the walk have this term as an operand.
using Parents = std::unordered_map<std::uint32_t, std::uint32_t>;

Parents count_parents(const std::vector<Term>& roots) {
  Parents parents;
  for (const Term t : subterms(roots)) {
    for (const Term operand : t.operands()) ++parents[operand.id()];
  }
  constexpr base::WorkClock::duration kPrice{50};
  base::WorkClock::charge(parents.size(), kPrice);
  // Whoever asks for a root needs its own result.
  if (roots.size() > 1) {
    for (const Term root : roots) ++parents[root.id()];
  }
  return parents;
}

/// Whether something of the same associative operator is below the term, which
/// may be flattened.
bool is_nested(Term t) {
  return is_associative(t.op()) &&
         std::ranges::any_of(t.operands(),
                             [&](Term o) { return o.op() == t.op(); });
}

/// The operands of `t`; where it is associative, those of its operands of the
/// same operator that nothing else uses take their place. `parents_of` is
/// called only where these have to be known, because it walks over everything.
template <typename ParentsOf>
std::vector<Term> flat_operands(Term t, const ParentsOf& parents_of) {
  if (!is_nested(t)) {
    return {t.operands().begin(), t.operands().end()};
  }
  const Parents& parents = parents_of();
  std::vector<Term> flat;
  std::vector<Term> stack(t.operands().rbegin(), t.operands().rend());
  while (!stack.empty()) {
    const Term next = stack.back();
    stack.pop_back();
    // A shared operand is not flattened: its own result would be needed again,
    // and the term would grow.
    if (next.op() == t.op() && parents.at(next.id()) == 1) {
      stack.insert(
          stack.end(), next.operands().rbegin(), next.operands().rend());
    } else {
      flat.push_back(next);
    }
  }
  return flat;
}

/// Flattens operands that only became applications of the same operator by
/// being simplified.
void merge_nested(Application& a) {
  if (!is_associative(a.op)) return;
  std::vector<Term> merged;
  for (const Term t : a.operands) {
    const bool merge =
        t.op() == a.op && a.operands.size() + t.operands().size() <= kMaxMerged;
    if (merge) {
      merged.insert(merged.end(), t.operands().begin(), t.operands().end());
    } else {
      merged.push_back(t);
    }
  }
  a.operands = std::move(merged);
}

bool all_constant(const std::vector<Term>& operands) {
  return std::all_of(
      operands.begin(), operands.end(), [](Term t) { return t.is_constant(); });
}

/// The constant that the application evaluates to.
Term fold(TermManager& manager, const Application& a) {
  std::vector<Value> values;
  values.reserve(a.operands.size());
  for (const Term t : a.operands) values.push_back(t.value());
  return manager.constant(apply(a.op, a.sort, a.indices, values));
}

/// The rules of the theory of the operator; the theories are ranges of Op.
Term theory_rules(TermManager& manager, Application& a) {
  if (a.op >= Op::add && a.op <= Op::is_int) {
    return rewrite_arithmetic(manager, a);
  }
  if (a.op >= Op::bv_concat && a.op <= Op::int_to_bv) {
    return rewrite_bitvec(manager, a);
  }
  if (a.op >= Op::fp_add && a.op <= Op::fp_to_real) {
    return rewrite_float(manager, a);
  }
  if (a.op == Op::select || a.op == Op::store) return rewrite_array(a);
  return rewrite_core(manager, a);
}

/// A constant body decides the quantifier.
Term simplify_quantifier(TermManager& manager, Term like, Term body) {
  // The sorts of all our variables have values.
  if (body.is_constant()) return body;
  std::vector<Term> operands(like.operands().begin(), like.operands().end());
  operands.back() = body;
  return manager.rebuild(like, operands);
}

}  // namespace

Term rewrite(TermManager& manager, Application a) {
  if (a.op == Op::const_array) {
    if (all_constant(a.operands)) return fold(manager, a);
    return manager.const_array(a.sort, a.operands[0]);
  }
  // Until no rule changes the application any more. Each rule makes it simpler,
  // so that the loop ends.
  do {
    a.changed = false;
    if (all_constant(a.operands)) return fold(manager, a);
    merge_nested(a);
    if (info(a.op).commutes) std::sort(a.operands.begin(), a.operands.end());
    const Term done = theory_rules(manager, a);
    if (done.valid()) return done;
  } while (a.changed);
  return manager.make(a.op, a.operands, a.indices);
}

void Simplifier::walk(const std::vector<Term>& roots) {
  std::optional<Parents> parents;
  const auto parents_of = [&]() -> const Parents& {
    if (!parents) parents = count_parents(roots);
    return *parents;
  };
  struct Frame {
    Term term;
    std::vector<Term> operands;
    std::size_t next = 0;
  };
  std::vector<Frame> stack;
  const auto enter = [&](Term t) {
    if (done_.contains(t.id())) return;
    if (t.operands().empty()) {
      done_[t.id()] = t;
    } else {
      stack.push_back({t, flat_operands(t, parents_of)});
    }
  };
  // The first root is walked first.
  for (const Term root : std::views::reverse(roots)) enter(root);
  // Post-order walk with an explicit stack.
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (top.next == 0 && done_.contains(top.term.id())) {
      stack.pop_back();  // a root that another one has as a subterm
      continue;
    }
    if (top.next < top.operands.size()) {
      enter(top.operands[top.next++]);
      continue;
    }
    const Term t = top.term;
    std::vector<Term> operands;
    operands.reserve(top.operands.size());
    for (const Term operand : top.operands) {
      operands.push_back(done_.at(operand.id()));
    }
    stack.pop_back();
    done_[t.id()] =
        t.is_quantifier()
            ? simplify_quantifier(manager_, t, operands.back())
            : rewrite(manager_,
                      {t.op(), t.indices(), std::move(operands), t.sort()});
  }
}

Term Simplifier::simplify(Term root) {
  const auto known = results_.find(root.id());
  if (known != results_.end()) return known->second;
  walk({root});
  const Term result = done_.at(root.id());
  CATENARY_CHECK(result.sort() == root.sort(), "simplifying keeps the sort");
  // A rule may bring in a constant that is not there yet, in place of ones
  // that are still used elsewhere.
  const bool grows = result != root && dag_size(result) > dag_size(root);
  const Term smaller = grows ? root : result;
  results_.emplace(root.id(), smaller);
  return smaller;
}

std::vector<Term> Simplifier::simplify(const std::vector<Term>& roots) {
  walk(roots);
  std::vector<Term> results;
  results.reserve(roots.size());
  for (const Term root : roots) {
    results.push_back(done_.at(root.id()));
    CATENARY_CHECK(results.back().sort() == root.sort(),
                   "simplifying keeps the sort");
  }
  const bool grows =
      results != roots && subterms(results).size() > subterms(roots).size();
  return grows ? roots : results;
}

Term simplify(TermManager& manager, Term term) {
  return Simplifier(manager).simplify(term);
}

}  // namespace catenary::logic
