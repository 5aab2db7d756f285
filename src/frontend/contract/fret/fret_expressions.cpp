// SPDX-License-Identifier: Apache-2.0
/// \file
/// Builders of past-time expressions, see fret_expressions.h.
#include "frontend/contract/fret/fret_expressions.h"

#include <utility>
#include <vector>

namespace catenary::frontend::contract::fret {

namespace {

Expression call(const char* function, Place where, std::vector<Expression> a) {
  Expression out = node(Expression::Kind::call, function, where);
  // Arguments need no parentheses.
  for (Expression& e : a) e.grouped = false;
  out.operands = std::move(a);
  return out;
}

Expression number(std::uint32_t n, Place where) {
  return node(Expression::Kind::integer, std::to_string(n), where);
}

Expression truth(bool value, Place where) {
  return node(Expression::Kind::boolean, value ? "true" : "false", where);
}

}  // namespace

Expression node(Expression::Kind kind, std::string text, Place where) {
  Expression e;
  e.kind = kind;
  e.text = std::move(text);
  e.where = where;
  return e;
}

Expression negated(Expression e) {
  Expression out = node(Expression::Kind::prefix, "not", e.where);
  out.operands.push_back(std::move(e));
  return out;
}

Expression infix(Expression left, std::string op, Place at, Expression right) {
  Expression out = node(Expression::Kind::infix, "", left.where);
  out.operands.push_back(std::move(left));
  out.operands.push_back(std::move(right));
  out.operators.push_back({std::move(op), at});
  return out;
}

Expression joined(Expression left,
                  const std::string& op,
                  Place at,
                  Expression right) {
  if (left.kind != Expression::Kind::infix || left.operators[0].text != op ||
      left.grouped) {
    return infix(std::move(left), op, at, std::move(right));
  }
  left.operands.push_back(std::move(right));
  left.operators.push_back({op, at});
  return left;
}

Expression delayed(Expression e, std::uint32_t n, bool at_first) {
  // Each step back is one `pre`.
  for (; n > 0; --n) {
    const Place where = e.where;
    std::vector<Expression> a;
    a.push_back(std::move(e));
    if (at_first) a.push_back(node(Expression::Kind::boolean, "true", where));
    e = call("pre", where, std::move(a));
  }
  return e;
}

Expression past(char op, Interval i, Expression e, Place at) {
  if (op == 'Y' || op == 'Z') return delayed(std::move(e), 1, op == 'Z');
  const bool all = op == 'H';
  if (i.empty) return truth(all, at);
  std::vector<Expression> a;
  a.push_back(std::move(e));
  // The bound counts from the end of the delay.
  if (i.to) a.push_back(number(*i.to - i.from, at));
  return delayed(
      call(all ? "historically" : "once", at, std::move(a)), i.from, all);
}

Expression since(Expression kept, Expression e, Interval i, Place at) {
  if (i.empty) return truth(false, at);
  // kept S[a,b] e = (e within b - a steps, kept since) a steps ago, and kept
  // during the last a steps.
  std::vector<Expression> a;
  std::vector<Expression> recent;
  recent.push_back(kept);
  a.push_back(std::move(kept));
  a.push_back(std::move(e));
  if (i.to) a.push_back(number(*i.to - i.from, at));
  Expression out = delayed(call("since", at, std::move(a)), i.from, false);
  if (i.from == 0) return out;
  recent.push_back(number(i.from - 1, at));
  return infix(
      call("historically", at, std::move(recent)), "and", at, std::move(out));
}

Expression triggered(Expression kept, Expression e, Interval i, Place at) {
  return negated(since(negated(std::move(kept)), negated(std::move(e)), i, at));
}

std::size_t nodes_of(const Expression& e) {
  std::size_t out = 1;
  for (const Expression& operand : e.operands) out += nodes_of(operand);
  return out;
}

namespace {

/// `if condition then a else b`, in parentheses.
Expression choice(Expression condition, Expression a, Expression b) {
  Expression out = node(Expression::Kind::conditional, "", condition.where);
  out.operands.push_back(std::move(condition));
  out.operands.push_back(std::move(a));
  out.operands.push_back(std::move(b));
  out.grouped = true;
  return out;
}

/// Whether the name is that of FRET's function of any type, e.g. abs, absInt
/// and absReal.
bool is_of(const std::string& name, const std::string& function) {
  return name == function || name == function + "Int" ||
         name == function + "Real";
}

}  // namespace

std::optional<Expression> well_known(const Expression& call) {
  const std::string name = call.text.substr(kFunction.size());
  const std::vector<Expression>& a = call.operands;
  if (is_of(name, "abs") && a.size() == 1) {
    Expression opposite = node(Expression::Kind::prefix, "-", a[0].where);
    opposite.operands.push_back(a[0]);
    opposite.operands[0].grouped = true;
    return choice(infix(a[0], ">=", a[0].where, number(0, a[0].where)),
                  a[0],
                  std::move(opposite));
  }
  const bool least = is_of(name, "min");
  if ((least || is_of(name, "max")) && a.size() == 2) {
    return choice(
        infix(a[0], least ? "<=" : ">=", a[0].where, a[1]), a[0], a[1]);
  }
  if (name == "ite" && a.size() == 3) return choice(a[0], a[1], a[2]);
  // The first argument is the value at the first step.
  const bool previous =
      name == "preBool" || name == "preInt" || name == "preReal";
  if (previous && a.size() == 2) {
    return fret::call("pre", call.where, {a[1], a[0]});
  }
  return std::nullopt;
}

bool is_bare_past(const Expression& e) {
  return e.kind == Expression::Kind::call && !e.grouped &&
         !e.text.starts_with(kFunction);
}

}  // namespace catenary::frontend::contract::fret
