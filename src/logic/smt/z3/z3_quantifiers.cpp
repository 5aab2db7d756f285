// SPDX-License-Identifier: Apache-2.0
/// \file
/// Quantifier elimination by Z3's tactic qe, and Z3's terms as ours (Bjørner,
/// "Linear Quantifier Elimination as an Abstract Decision Procedure", IJCAR
/// 2010, doi:10.1007/978-3-642-14203-1_27).
#include <z3++.h>

#include <algorithm>
#include <unordered_map>

#include "logic/smt/solver.h"
#include "logic/smt/z3/z3_terms.h"
#include "logic/smt/z3/z3_watch.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/traverse.h"

namespace catenary::logic::smt {

namespace {

/// Z3's terms of Core, Int and Real, and those that were variables and
/// constants of ours.
class Back {
 public:
  explicit Back(TermManager& terms) : terms_(terms) {}

  /// Gives a term of Z3's its translation; its reference keeps the id valid.
  void define(const z3::expr& theirs, Term ours) {
    known_.emplace(id(theirs), ours);
    kept_.push_back(theirs);
  }

  /// No term where there is none.
  Term term(const z3::expr& root) {
    struct Frame {
      z3::expr e;
      unsigned next;
    };
    std::vector<Frame> stack{{root, 0}};
    while (!stack.empty()) {
      Frame& top = stack.back();
      const z3::expr e = top.e;
      if (known_.contains(id(e))) {
        stack.pop_back();
      } else if (!e.is_app()) {
        return {};
      } else if (top.next < e.num_args()) {
        stack.push_back({e.arg(top.next++), 0});
      } else {
        const Term made = build(e);
        if (!made.valid()) return {};
        define(e, made);
        stack.pop_back();
      }
    }
    return known_.at(id(root));
  }

 private:
  static unsigned id(const z3::expr& e) { return Z3_get_ast_id(e.ctx(), e); }

  /// Constants. Algebraic numbers are not rational and have no translation.
  Term number(const z3::expr& e) {
    const std::string text = Z3_get_numeral_string(e.ctx(), e);
    if (e.is_int()) return terms_.constant(Value::integer(mpz_class(text)));
    if (e.is_real() && !e.is_algebraic()) {
      return terms_.constant(Value::real(mpq_class(text)));
    }
    if (!e.is_bv()) return {};
    return terms_.bitvec(e.get_sort().bv_size(), mpz_class(text));
  }

  /// From the left, e.g. (a - b) - c.
  Term folded(Op op, const std::vector<Term>& v) {
    Term result = v[0];
    for (std::size_t i = 1; i < v.size(); ++i) {
      result = terms_.make(op, {result, v[i]});
    }
    return result;
  }

  static bool is_nonzero(Term t) {
    return t.is_constant() && !(t.value() == default_value(t.sort()));
  }

  /// The translation of an application whose arguments are translated; an
  /// invalid Term for an operator that we do not have.
  Term build(const z3::expr& e) {
    if (e.is_numeral()) return number(e);
    std::vector<Term> v;
    for (unsigned i = 0; i < e.num_args(); ++i) {
      v.push_back(known_.at(id(e.arg(i))));
    }
    switch (e.decl().decl_kind()) {
      case Z3_OP_TRUE:
      case Z3_OP_FALSE:
        return terms_.boolean(e.is_true());
      case Z3_OP_NOT:
        return terms_.logical_not(v[0]);
      case Z3_OP_AND:
        return terms_.logical_and(v);
      case Z3_OP_OR:
        return terms_.logical_or(v);
      case Z3_OP_IMPLIES:
        return terms_.implies(v[0], v[1]);
      case Z3_OP_XOR:
        return folded(Op::logical_xor, v);
      case Z3_OP_EQ:
      case Z3_OP_IFF:
        return terms_.equal(v[0], v[1]);
      case Z3_OP_DISTINCT:
        return terms_.make(Op::distinct, v);
      case Z3_OP_ITE:
        return terms_.ite(v[0], v[1], v[2]);
      case Z3_OP_ADD:
        return terms_.make(Op::add, v);
      case Z3_OP_MUL:
        return terms_.make(Op::mul, v);
      case Z3_OP_SUB:
        return folded(Op::sub, v);
      case Z3_OP_UMINUS:
        return terms_.make(Op::neg, {v[0]});
      case Z3_OP_LE:
        return terms_.make(Op::less_equal, {v[0], v[1]});
      case Z3_OP_GE:
        return terms_.make(Op::less_equal, {v[1], v[0]});
      case Z3_OP_LT:
        return terms_.make(Op::less, {v[0], v[1]});
      case Z3_OP_GT:
        return terms_.make(Op::less, {v[1], v[0]});
      case Z3_OP_TO_REAL:
        return terms_.make(Op::to_real, {v[0]});
      case Z3_OP_TO_INT:
        return terms_.make(Op::to_int, {v[0]});
      case Z3_OP_IS_INT:
        return terms_.make(Op::is_int, {v[0]});
      // Division by 0 has another result in Z3 than here, so that only
      // divisions by constants other than 0 are translated.
      case Z3_OP_IDIV:
        return is_nonzero(v[1]) ? terms_.make(Op::int_div, v) : Term();
      case Z3_OP_MOD:
        return is_nonzero(v[1]) ? terms_.make(Op::int_mod, v) : Term();
      case Z3_OP_DIV:
        return is_nonzero(v[1]) ? terms_.make(Op::real_div, v) : Term();
      default:
        return {};
    }
  }

  TermManager& terms_;
  std::unordered_map<unsigned, Term> known_;
  std::vector<z3::expr> kept_;  // so that ids are not given out again
};

}  // namespace

Term eliminate_quantifiers(TermManager& terms,
                           Term formula,
                           const base::Budget& budget) {
  if (!formula.has_quantifier()) return formula;
  if (budget.poll() != base::StopReason::none) return {};
  z3::context context;
  const Options no_limits;
  Z3Watch watch(context, budget, no_limits);
  try {
    Z3Terms translation(context);
    z3::goal goal(context);
    goal.add(translation.translate(formula));
    const z3::tactic tactics = z3::tactic(context, "simplify") &
                               z3::tactic(context, "qe") &
                               z3::tactic(context, "simplify");
    const z3::apply_result results = tactics(goal);
    charge_for(context);
    // A goal that was interrupted may be incomplete: its formulas must not be
    // used.
    if (watch.stop() != Unknown::none) return {};
    Back back(terms);
    for (const Term t : subterms(formula)) {
      // Leaves are translated by our own table, since their Z3 names do not say
      // which of our sorts they have.
      const bool leaf =
          t.is_variable() ||
          (t.is_constant() && t.sort().kind() == SortKind::enumeration);
      if (leaf) back.define(translation.translate(t), t);
    }
    // The subgoals of a tactic are alternatives: their disjunction is
    // equivalent to the goal.
    std::vector<Term> cases;
    for (unsigned i = 0; i < results.size(); ++i) {
      const Term t = back.term(results[static_cast<int>(i)].as_expr());
      if (!t.valid()) return {};
      cases.push_back(t);
    }
    const Term result = simplify(terms, terms.logical_or(cases));
    // A variable that was not there before would be a constant that Z3
    // introduced; the result would only be equisatisfiable then.
    const std::vector<Term> before = free_variables(formula);
    const std::vector<Term> after = free_variables(result);
    const bool known =
        std::includes(before.begin(), before.end(), after.begin(), after.end());
    return known && !result.has_quantifier() ? result : Term();
  } catch (const z3::exception&) {
    charge_for(context);
    return {};  // it finds none
  }
}

}  // namespace catenary::logic::smt
