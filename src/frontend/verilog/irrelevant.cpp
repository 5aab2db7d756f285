// SPDX-License-Identifier: Apache-2.0
/// \file
/// One-bit vectors become Booleans, so that the simplifier sees the logic; then
/// what a conjunct decides is put into the others.
#include "frontend/verilog/irrelevant.h"

#include <algorithm>
#include <map>
#include <vector>

#include "logic/term/rewrite/simplify.h"
#include "logic/term/traverse.h"

namespace catenary::frontend::verilog {

using logic::Op;
using logic::Sort;
using logic::SortKind;
using logic::Term;

namespace {

bool is_bit(Term t) {
  return t.sort() == Sort::bitvec(1);
}

/// Rewrites terms, operands first.
class Rewriting {
 public:
  explicit Rewriting(logic::TermManager& terms) : t_(terms) {}

  /// The Boolean term with one-bit vectors as Booleans wherever only logic is
  /// done with them.
  Term with_booleans(Term root);

 private:
  /// The condition that two bit-vectors are equal.
  Term equality(Term a, Term b);
  /// The condition that a bit is 1. Requires: its operands were visited.
  Term condition(Term bit) const;

  logic::TermManager& t_;
  std::map<Term, Term> condition_;  ///< by bit
};

Term Rewriting::condition(Term bit) const {
  std::vector<Term> of;
  for (const Term o : bit.operands()) {
    if (is_bit(o)) of.push_back(condition_.at(o));
  }
  switch (bit.op()) {
    case Op::bv_not:
      return t_.logical_not(of[0]);
    case Op::bv_and:
      return t_.logical_and(of);
    case Op::bv_or:
      return t_.logical_or(of);
    case Op::ite:
      return t_.ite(bit[0], of[0], of[1]);
    case Op::constant:
      return t_.boolean(bit == t_.bitvec(1, 1));
    default:
      return t_.equal(bit, t_.bitvec(1, 1));
  }
}

Term Rewriting::equality(Term a, Term b) {
  if (is_bit(a)) return t_.equal(condition_.at(a), condition_.at(b));
  if (a.is_constant()) std::swap(a, b);
  if (a.op() != Op::bv_concat || !b.is_constant()) return t_.equal(a, b);
  // Part by part, from the lowest.
  std::vector<Term> parts;
  std::vector<std::pair<Term, mpz_class>> open = {{a, b.value().as_bits()}};
  while (!open.empty()) {
    auto [t, bits] = std::move(open.back());
    open.pop_back();
    if (t.op() != Op::bv_concat) {
      const Term part = t_.bitvec(t.sort().bits(), bits);
      const Term condition = is_bit(t) ? condition_.at(t) : t_.equal(t, part);
      parts.push_back(is_bit(t) && bits == 0 ? t_.logical_not(condition)
                                             : condition);
      continue;
    }
    for (std::size_t i = t.operands().size(); i-- > 0;) {
      const std::uint32_t width = t[i].sort().bits();
      const mpz_class rest = bits >> width;
      open.emplace_back(t[i], bits - (rest << width));
      bits = rest;
    }
  }
  return t_.logical_and(parts);
}

Term Rewriting::with_booleans(Term root) {
  std::map<Term, Term> done;
  for (const Term t : logic::subterms(root)) {
    std::vector<Term> operands;
    for (const Term o : t.operands()) operands.push_back(done.at(o));
    Term now = t_.rebuild(t, operands);
    if (t.op() == Op::equal && operands[0].sort().kind() == SortKind::bitvec) {
      now = equality(operands[0], operands[1]);
    }
    if (is_bit(now) && !condition_.contains(now)) {
      condition_.emplace(now, condition(now));
    }
    done.emplace(t, now);
  }
  return done.at(root);
}

/// What follows at once from the value of a Boolean term.
void learn(Term t, bool value, std::map<Term, bool>& known) {
  std::vector<std::pair<Term, bool>> open = {{t, value}};
  while (!open.empty()) {
    const auto [one, is] = open.back();
    open.pop_back();
    if (!known.emplace(one, is).second) continue;
    if (one.op() == Op::logical_not) open.emplace_back(one[0], !is);
    if (one.op() == (is ? Op::logical_and : Op::logical_or)) {
      for (const Term o : one.operands()) open.emplace_back(o, is);
    }
  }
}

/// Puts conditions into the terms that they choose.
class Pruning {
 public:
  using Known = std::map<Term, bool>;

  Pruning(logic::TermManager& terms, const std::set<Term>& inputs)
      : t_(terms), inputs_(inputs), simplifier_(terms) {}

  Term run(Term root) {
    Rewriting rewriting(t_);
    Scope scope;
    return pruned(simplified(rewriting.with_booleans(simplified(root))), scope);
  }
  [[nodiscard]] bool mentions(Term t);

 private:
  /// Where the same is known.
  struct Scope {
    Known known;
    std::map<Term, Term> done;
  };

  Term simplified(Term t) { return simplifier_.simplify(t); }
  /// Recursive, but only into what mentions inputs.
  Term pruned(Term t, Scope& scope);
  Term choice(Term t, const Scope& scope);
  Term conjunction(Term t, Scope& scope);
  Term in_scope(Term t, const Scope& outer, Term condition, bool holds) {
    Scope inner{outer.known, {}};
    learn(condition, holds, inner.known);
    return pruned(t, inner);
  }

  logic::TermManager& t_;
  const std::set<Term>& inputs_;
  logic::Simplifier simplifier_;
  std::map<Term, bool> mentions_;
};

bool Pruning::mentions(Term root) {
  if (const auto at = mentions_.find(root); at != mentions_.end()) {
    return at->second;
  }
  for (const Term t : logic::subterms(root)) {
    mentions_[t] = inputs_.contains(t) ||
                   std::ranges::any_of(t.operands(), [this](Term o) {
                     return mentions_.at(o);
                   });
  }
  return mentions_.at(root);
}

Term Pruning::pruned(Term t, Scope& scope) {
  if (const auto at = scope.known.find(t); at != scope.known.end()) {
    return t_.boolean(at->second);
  }
  if (!mentions(t) && scope.known.empty()) return t;
  if (const auto at = scope.done.find(t); at != scope.done.end()) {
    return at->second;
  }
  Term out;
  if (t.op() == Op::ite) {
    out = choice(t, scope);
  } else if (t.op() == Op::logical_and) {
    out = conjunction(t, scope);
  } else {
    std::vector<Term> operands;
    for (const Term o : t.operands()) operands.push_back(pruned(o, scope));
    out = t_.rebuild(t, operands);
  }
  out = simplified(out);
  scope.done.emplace(t, out);
  return out;
}

Term Pruning::choice(Term t, const Scope& scope) {
  Scope same = scope;
  const Term condition = simplified(pruned(t[0], same));
  if (condition.is_constant()) {
    return pruned(condition.is_true() ? t[1] : t[2], same);
  }
  return t_.ite(condition,
                in_scope(t[1], scope, condition, true),
                in_scope(t[2], scope, condition, false));
}

/// What the conjuncts without inputs decide holds in the others.
Term Pruning::conjunction(Term t, Scope& scope) {
  std::vector<Term> kept;
  std::vector<Term> open;
  Scope inner{scope.known, {}};
  for (const Term o : t.operands()) {
    if (mentions(o)) {
      open.push_back(o);
      continue;
    }
    kept.push_back(pruned(o, scope));
    learn(o, true, inner.known);
    learn(kept.back(), true, inner.known);
  }
  for (const Term o : open) kept.push_back(pruned(o, inner));
  return t_.logical_and(kept);
}

}  // namespace

Term without_irrelevant(logic::TermManager& terms,
                        Term term,
                        const std::set<Term>& inputs) {
  Pruning pruning(terms, inputs);
  return pruning.mentions(term) ? pruning.run(term) : term;
}

}  // namespace catenary::frontend::verilog
