// SPDX-License-Identifier: Apache-2.0
/// \file
/// Substitution: one frame for each quantifier that is being entered, each
/// with the substitution that holds below it.
#include "logic/term/substitute.h"

#include <set>
#include <unordered_map>

#include "base/check.h"
#include "logic/term/traverse.h"

namespace catenary::logic {

namespace {

/// The walk over the body of one quantifier, or over the whole term.
struct SubstitutionScope {
  Substitution substitution;
  std::vector<Term> bound;  ///< of the quantifier, after renaming
  Term quantifier;          ///< none for the whole term
  std::vector<Term> stack;
  std::unordered_map<std::uint32_t, Term> done;
};

class Substituter {
 public:
  Substituter(TermManager& manager, const Substitution& substitution)
      : manager_(manager) {
    SubstitutionScope& outermost = scopes_.emplace_back();
    outermost.substitution = substitution;
  }

  Term run(Term term) {
    scopes_.back().stack.push_back(term);
    while (true) {
      SubstitutionScope& scope = scopes_.back();
      if (!scope.stack.empty()) {
        step(scope);
        continue;
      }
      if (scopes_.size() == 1) return scope.done.at(term.id());
      leave();
    }
  }

 private:
  void step(SubstitutionScope& scope) {
    const Term t = scope.stack.back();
    // A term is visited again after its operands; the second visit builds it.
    if (scope.done.contains(t.id())) {
      scope.stack.pop_back();
    } else if (t.is_quantifier()) {
      enter(t);
    } else if (t.is_variable()) {
      const auto found = scope.substitution.find(t);
      scope.done[t.id()] =
          found == scope.substitution.end() ? t : found->second;
    } else {
      std::vector<Term> operands;
      bool ready = true;
      for (const Term operand : t.operands()) {
        const auto found = scope.done.find(operand.id());
        if (found != scope.done.end()) {
          operands.push_back(found->second);
        } else {
          ready = false;
          scope.stack.push_back(operand);
        }
      }
      if (ready) scope.done[t.id()] = manager_.rebuild(t, operands);
    }
  }

  /// Starts the body of a quantifier, unless nothing in it is replaced. Only
  /// the part of the substitution that concerns its free variables goes along.
  void enter(Term quantifier) {
    SubstitutionScope& outer = scopes_.back();
    SubstitutionScope inner;
    inner.quantifier = quantifier;
    std::set<Term> incoming;
    for (const Term free : free_variables(quantifier)) {
      const auto found = outer.substitution.find(free);
      if (found == outer.substitution.end()) {
        incoming.insert(free);
        continue;
      }
      inner.substitution.insert(*found);
      const std::vector<Term> brought = free_variables(found->second);
      incoming.insert(brought.begin(), brought.end());
    }
    if (inner.substitution.empty()) {
      outer.done[quantifier.id()] = quantifier;
      return;
    }
    const auto operands = quantifier.operands();
    for (const Term v : operands.first(operands.size() - 1)) {
      Term kept = v;
      // This bound variable occurs free in a replacement, or in a part that is
      // not replaced: it is renamed, or it would capture the occurrence.
      if (incoming.contains(v)) {
        kept = manager_.fresh_variable(v.name(), v.sort());
        inner.substitution.insert_or_assign(v, kept);
      }
      inner.bound.push_back(kept);
    }
    inner.stack.push_back(operands.back());
    scopes_.push_back(std::move(inner));
  }

  /// Builds the quantifier whose body is done.
  void leave() {
    const SubstitutionScope scope = std::move(scopes_.back());
    scopes_.pop_back();
    std::vector<Term> operands = scope.bound;
    operands.push_back(scope.done.at(scope.quantifier.operands().back().id()));
    scopes_.back().done[scope.quantifier.id()] =
        manager_.rebuild(scope.quantifier, operands);
  }

  TermManager& manager_;
  std::vector<SubstitutionScope> scopes_;
};

}  // namespace

Term substitute(TermManager& manager,
                Term term,
                const Substitution& substitution) {
  for (const auto& [variable, replacement] : substitution) {
    CATENARY_CHECK(variable.is_variable() && replacement.valid() &&
                       replacement.sort() == variable.sort(),
                   "a variable is replaced by a term of its sort");
  }
  if (substitution.empty()) return term;
  return Substituter(manager, substitution).run(term);
}

}  // namespace catenary::logic
