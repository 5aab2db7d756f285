// SPDX-License-Identifier: Apache-2.0
/// \file
/// Replacement of subterms, changes of atoms, and infix text for messages.
#include "model/mutate/rewrite_terms.h"

#include <algorithm>
#include <map>

#include "logic/arithmetic/number.h"
#include "logic/term/smtlib/smtlib.h"
#include "logic/term/traverse.h"

namespace catenary::model {

using logic::Op;
using logic::SortKind;
using logic::Term;
using logic::TermManager;

namespace {

/// Comparisons whose relation can be changed.
bool is_comparison(Term t) {
  return t.op() == Op::equal || t.op() == Op::distinct || t.op() == Op::less ||
         t.op() == Op::less_equal;
}

/// A constant of the sort of `like`.
Term constant_like(TermManager& terms, Term like, const mpq_class& number) {
  return terms.constant(logic::value_of(like.sort(), number));
}

/// The infix operator and its precedence.
struct Style {
  const char* sign;
  int level;
};
Style style_of(Op op) {
  switch (op) {
    case Op::logical_or:
      return {" || ", 1};
    case Op::logical_and:
      return {" && ", 2};
    case Op::equal:
      return {" == ", 3};
    case Op::distinct:
      return {" != ", 3};
    case Op::less:
      return {" < ", 3};
    case Op::less_equal:
      return {" <= ", 3};
    case Op::add:
      return {" + ", 4};
    case Op::sub:
      return {" - ", 4};
    case Op::mul:
      return {" * ", 5};
    case Op::real_div:
    case Op::int_div:
      return {" / ", 5};
    case Op::int_mod:
      return {" % ", 5};
    default:
      return {nullptr, 9};
  }
}

/// The text of a subterm and its precedence; larger binds more strongly.
struct Written {
  std::string text;
  int level = 9;
};

/// The text of a term whose operands are written.
Written write(Term t, const std::map<Term, Written>& known) {
  const auto operand = [&](Term o, int level) {
    const Written& w = known.at(o);
    return w.level < level ? "(" + w.text + ")" : w.text;
  };
  // Constants of the sort Real are printed as they are, without conversion.
  if (t.is_variable()) return {t.name()};
  if (t.is_constant()) return {t.value().to_string()};
  const auto operands = t.operands();
  if (t.op() == Op::to_real) return known.at(operands[0]);
  if (t.op() == Op::neg) return {"-" + operand(operands[0], 9), 6};
  if (t.op() == Op::logical_not) return {"!" + operand(operands[0], 9), 6};
  if (t.op() == Op::implies) {
    return {"!" + operand(operands[0], 9) + " || " + operand(operands[1], 1),
            1};
  }
  const Style style = style_of(t.op());
  if (style.sign == nullptr) return {logic::to_smtlib(t)};
  std::string text;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (i > 0) text += style.sign;
    text += operand(operands[i], i == 0 ? style.level : style.level + 1);
  }
  return {text, style.level};
}

}  // namespace

Term replaced(TermManager& terms, Term root, Term from, Term to) {
  std::map<Term, Term> now;
  std::vector<Term> operands;
  // Operands come first, so that each term is rebuilt once.
  for (const Term t : logic::subterms(root)) {
    if (t == from) {
      now[t] = to;
      continue;
    }
    operands.clear();
    for (const Term o : t.operands()) operands.push_back(now.at(o));
    now[t] = operands.empty() ? t : terms.rebuild(t, operands);
  }
  return now.at(root);
}

Term plus(TermManager& terms, Term number, long more) {
  if (number.is_constant()) {
    return constant_like(
        terms, number, logic::number_of(number.value()) + mpq_class(more));
  }
  const Term size =
      constant_like(terms, number, mpq_class(more < 0 ? -more : more));
  return terms.make(more < 0 ? Op::sub : Op::add, {number, size});
}

std::vector<Term> conjuncts_of(Term term) {
  std::vector<Term> out;
  std::vector<Term> open{term};
  while (!open.empty()) {
    const Term t = open.back();
    open.pop_back();
    if (t.op() != Op::logical_and) {
      out.push_back(t);
      continue;
    }
    const auto operands = t.operands();
    // In reverse, since the stack reverses them again.
    open.insert(open.end(), operands.rbegin(), operands.rend());
  }
  return out;
}

std::vector<Term> atoms_of(Term term) {
  std::vector<Term> out;
  for (const Term t : logic::subterms(term)) {
    if (is_comparison(t) ||
        (t.is_variable() && t.sort().kind() == SortKind::boolean)) {
      out.push_back(t);
    }
  }
  // By id: the order does not depend on the shape of the walk.
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<AtomChange> changes_of_atom(TermManager& terms,
                                        Term atom,
                                        bool timed) {
  std::vector<AtomChange> out;
  // Other atoms than comparisons of two numbers can only be negated.
  if (!is_comparison(atom) || atom.operands().size() != 2 ||
      !logic::is_number(atom[0])) {
    out.push_back({"negate", terms.logical_not(atom)});
    return out;
  }
  const Term a = atom[0];
  const Term b = atom[1];
  const auto relation = [&](Op op, Term l, Term r) {
    const Term other = terms.make(op, {l, r});
    if (!(other == atom)) out.push_back({"relation", other});
  };
  // All six relations of the two sides, except the original one.
  relation(Op::less, a, b);
  relation(Op::less_equal, a, b);
  relation(Op::equal, a, b);
  relation(Op::distinct, a, b);
  relation(Op::less, b, a);
  relation(Op::less_equal, b, a);
  const char* kind = timed ? "deadline" : "constant";
  bool any = false;
  for (const Term t : logic::subterms(atom)) {
    if (!t.is_constant() || !logic::is_number(t)) continue;
    any = true;
    const mpq_class n = logic::number_of(t.value());
    std::vector<mpq_class> others{n + 1, n - 1};
    // Large deadlines are changed considerably, too: a shift by one may be
    // within the tolerance of a test.
    if (timed && n > 2) {
      others.push_back(n * 2);
      others.emplace_back(logic::floor_of(n / 2));
    }
    for (const mpq_class& other : others) {
      out.push_back(
          {kind, replaced(terms, atom, t, constant_like(terms, t, other))});
    }
  }
  // Without a constant, the right-hand side is shifted.
  if (!any) {
    for (const long more : {1L, -1L}) {
      out.push_back({kind, terms.make(atom.op(), {a, plus(terms, b, more)})});
    }
  }
  return out;
}

std::string infix(Term term) {
  std::map<Term, Written> known;
  for (const Term t : logic::subterms(term)) known[t] = write(t, known);
  return known.at(term).text;
}

}  // namespace catenary::model
