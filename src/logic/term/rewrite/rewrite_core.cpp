// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rewriting rules of Core and of arrays. The operands are simplified already,
/// and those of commutative operators are sorted.
#include <algorithm>
#include <unordered_set>

#include "logic/term/rewrite/rewrite.h"

namespace catenary::logic {

namespace {

/// a = !b, as terms.
bool are_opposite(Term a, Term b) {
  return (a.op() == Op::logical_not && a[0] == b) ||
         (b.op() == Op::logical_not && b[0] == a);
}

/// Constants are hash-consed: different terms are different values.
bool are_different_constants(Term a, Term b) {
  return a.is_constant() && b.is_constant() && a != b;
}

/// Conjunction and disjunction. `absorbing` is the value that decides the
/// result; its negation is neutral.
Term junction(TermManager& m, Application& a) {
  const bool absorbing = a.op == Op::logical_or;
  std::unordered_set<std::uint32_t> present;
  std::vector<Term> kept;
  for (const Term t : a.operands) {
    if (t.is_constant()) {
      if (t.value().as_bool() == absorbing) return t;
    } else if (present.insert(t.id()).second) {
      kept.push_back(t);
    }
  }
  // x & !x, in any position.
  for (const Term t : kept) {
    if (t.op() == Op::logical_not && present.contains(t[0].id())) {
      return m.boolean(absorbing);
    }
  }
  if (kept.empty()) return m.boolean(!absorbing);
  if (kept.size() == 1) return kept[0];
  a.operands = std::move(kept);
  return {};
}

/// An equality or exclusive or with a Boolean constant on one side.
Term with_constant(Application& a, bool keeps_other) {
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    if (!a.operands[i].is_constant()) continue;
    const Term other = a.operands[1 - i];
    if (a.operands[i].value().as_bool() == keeps_other) return other;
    a.become(Op::logical_not, {other});
    return {};
  }
  return {};
}

/// k = ite(c, k1, k2) for constants: true, false, c or !c.
Term equal_to_choice(TermManager& m, Application& a) {
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    const Term k = a.operands[i];
    const Term choice = a.operands[1 - i];
    if (!k.is_constant() || choice.op() != Op::ite ||
        !choice[1].is_constant() || !choice[2].is_constant()) {
      continue;
    }
    const bool then = choice[1] == k;
    const bool otherwise = choice[2] == k;
    if (then == otherwise) return m.boolean(then);
    if (then) return choice[0];
    a.become(Op::logical_not, {choice[0]});
    return {};
  }
  return {};
}

/// Equality. Terms of different structure may be equal, so that only few cases
/// are decided.
Term equality(TermManager& m, Application& a) {
  const Term x = a.operands[0];
  const Term y = a.operands[1];
  if (x == y) return m.boolean(true);
  if (x.sort().kind() == SortKind::boolean) {
    if (are_opposite(x, y)) return m.boolean(false);
    return with_constant(a, true);
  }
  return equal_to_choice(m, a);
}

/// Two equal operands, or more operands than the sort has values.
Term distinctness(TermManager& m, Application& a) {
  std::vector<Term> sorted = a.operands;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    return m.boolean(false);
  }
  const auto values = cardinality(sorted[0].sort());
  if (values && *values < sorted.size()) return m.boolean(false);
  return {};
}

/// if-then-else: constant or negated condition, equal branches, nested tests of
/// the same condition, Boolean branches.
Term choice(Application& a) {
  const Term c = a.operands[0];
  const Term then = a.operands[1];
  const Term otherwise = a.operands[2];
  if (c.is_true() || then == otherwise) return then;
  // Normal form: the condition is not negated.
  if (c.is_false()) return otherwise;
  if (c.op() == Op::logical_not) {
    a.become(Op::ite, {c[0], otherwise, then});
  } else if (then.op() == Op::ite && then[0] == c) {
    a.become(Op::ite, {c, then[1], otherwise});
  } else if (otherwise.op() == Op::ite && otherwise[0] == c) {
    a.become(Op::ite, {c, then, otherwise[2]});
  } else if (then.is_true() && otherwise.is_false()) {
    return c;
  } else if (then.is_false() && otherwise.is_true()) {
    a.become(Op::logical_not, {c});
  } else if (then.is_true() || then == c) {
    a.become(Op::logical_or, {c, otherwise});
  } else if (otherwise.is_false() || otherwise == c) {
    a.become(Op::logical_and, {c, then});
  } else if (otherwise.is_true()) {
    a.become(Op::implies, {c, then});
  }
  return {};
}

/// Implication; constants and equal or opposite operands.
Term implication(TermManager& m, Application& a) {
  const Term x = a.operands[0];
  const Term y = a.operands[1];
  if (x.is_true()) return y;
  // x => x and false => y.
  if (x.is_false() || y.is_true() || x == y) return m.boolean(true);
  // !y => y = y, and x => !x = !x.
  if (are_opposite(x, y)) return y;
  if (y.is_false()) a.become(Op::logical_not, {x});
  return {};
}

}  // namespace

Term rewrite_core(TermManager& m, Application& a) {
  switch (a.op) {
    case Op::logical_not:
      return a.operands[0].op() == Op::logical_not ? a.operands[0][0] : Term();
    case Op::logical_and:
    case Op::logical_or:
      return junction(m, a);
    case Op::logical_xor:
      if (a.operands[0] == a.operands[1]) return m.boolean(false);
      if (are_opposite(a.operands[0], a.operands[1])) return m.boolean(true);
      return with_constant(a, false);
    case Op::implies:
      return implication(m, a);
    case Op::equal:
      return equality(m, a);
    case Op::distinct:
      return distinctness(m, a);
    case Op::ite:
      return choice(a);
    default:
      return {};
  }
}

Term rewrite_array(Application& a) {
  const Term array = a.operands[0];
  const Term index = a.operands[1];
  if (a.op == Op::store) {
    const Term element = a.operands[2];
    // Storing what is there already changes nothing.
    if (element.op() == Op::select && element[0] == array &&
        element[1] == index) {
      return array;
    }
    if (array.op() == Op::const_array && array[0] == element) return array;
    // The second of two writes at one index overrides the first.
    if (array.op() == Op::store && array[1] == index) {
      a.become(Op::store, {array[0], index, element});
    }
    return {};
  }
  if (array.op() == Op::const_array) return array[0];
  // Read over write. Writes at other constant indices are skipped all at once,
  // so that a long chain of writes costs one rule.
  if (array.op() != Op::store) return {};
  if (array[1] == index) return array[2];
  if (are_different_constants(array[1], index)) {
    Term below = array[0];
    while (below.op() == Op::store &&
           are_different_constants(below[1], index)) {
      below = below[0];
    }
    a.become(Op::select, {below, index});
  }
  return {};
}

}  // namespace catenary::logic
