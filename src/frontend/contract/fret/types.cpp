// SPDX-License-Identifier: Apache-2.0
/// \file
/// Unification of type variables: R. Milner, "A theory of type polymorphism in
/// programming", JCSS 17(3), 1978, doi:10.1016/0022-0000(78)90014-4; here
/// without functions.
#include "frontend/contract/fret/types.h"

#include <utility>

#include "frontend/contract/fret/fret_expressions.h"

namespace catenary::frontend::contract::fret {

using Kind = Expression::Kind;

void Types::declare(const std::string& name, VariableType type) {
  const bool boolean = type == VariableType::boolean;
  // A declared integer may be compared with reals and stays an integer.
  unite(of_name(name),
        fresh(boolean ? Is::boolean : Is::number, type == VariableType::real));
}

bool Types::add(const Expression& condition) {
  Types before = *this;
  conflict_ = false;
  require(visit(condition), Is::boolean);
  if (!conflict_) return true;
  *this = std::move(before);
  return false;
}

void Types::define(const FunctionSyntax& function) {
  Types inside;
  inside.functions_ = functions_;
  Signature& types = functions_[function.name.text];
  for (const FunctionSyntax::Parameter& p : function.parameters) {
    types.push_back(
        p.type.base == TypeSyntax::Base::boolean ? VariableType::boolean
        : p.type.base == TypeSyntax::Base::real  ? VariableType::real
                                                 : VariableType::integer);
    inside.declare(p.name.text, types.back());
  }
  types.push_back(inside.value_of(function.value).value_or(VariableType::real));
}

std::optional<VariableType> Types::value_of(const Expression& e) const {
  Types copy = *this;
  copy.conflict_ = false;
  const Node node = copy.nodes_[copy.root(copy.visit(e))];
  if (copy.conflict_ || node.is == Is::unknown) return std::nullopt;
  if (node.is == Is::boolean) return VariableType::boolean;
  return node.real ? VariableType::real : VariableType::integer;
}

std::optional<VariableType> Types::of(const std::string& name) const {
  const auto at = names_.find(name);
  if (at == names_.end()) return std::nullopt;
  const Node& node = nodes_[root(at->second)];
  if (node.is == Is::unknown) return std::nullopt;
  if (node.is == Is::boolean) return VariableType::boolean;
  return node.real ? VariableType::real : VariableType::integer;
}

Types::Index Types::fresh(Is is, bool real) {
  const auto at = static_cast<Index>(nodes_.size());
  nodes_.push_back({at, is, real});
  return at;
}

Types::Index Types::of_name(const std::string& name) {
  const auto at = names_.find(name);
  if (at != names_.end()) return at->second;
  return names_[name] = fresh(Is::unknown);
}

Types::Index Types::root(Index n) const {
  while (nodes_[n].parent != n) n = nodes_[n].parent;
  return n;
}

Types::Index Types::unite(Index a, Index b) {
  a = root(a);
  b = root(b);
  if (a == b) return a;
  Node& to = nodes_[a];
  const Node& from = nodes_[b];
  if (to.is == Is::unknown) {
    to.is = from.is;
  } else if (from.is != Is::unknown && from.is != to.is) {
    conflict_ = true;
  }
  to.real = to.real || from.real;
  nodes_[b].parent = a;
  return a;
}

Types::Index Types::visit(const Expression& e) {
  switch (e.kind) {
    case Kind::boolean:
      return fresh(Is::boolean);
    case Kind::integer:
      return fresh(Is::number);
    case Kind::decimal:
      return fresh(Is::number, true);
    case Kind::name:
      return of_name(e.text);
    case Kind::prefix: {
      const Index n = visit(e.operands[0]);
      require(n, e.text == "not" ? Is::boolean : Is::number);
      return n;
    }
    case Kind::infix:
      return visit_infix(e);
    case Kind::conditional: {
      const Index value = visit(e.operands.back());
      for (std::size_t i = 0; i + 1 < e.operands.size(); i += 2) {
        require(visit(e.operands[i]), Is::boolean);
        unite(value, visit(e.operands[i + 1]));
      }
      return value;
    }
    case Kind::call:
      break;
  }
  return visit_call(e);
}

Types::Index Types::visit_call(const Expression& e) {
  const auto is_of = [](VariableType type) {
    return type == VariableType::boolean ? Is::boolean : Is::number;
  };
  if (const auto own = functions_.find(e.text); own != functions_.end()) {
    const Signature& types = own->second;
    for (std::size_t i = 0; i < e.operands.size(); ++i) {
      require(visit(e.operands[i]), is_of(types[i]));
    }
    return fresh(is_of(types.back()), types.back() == VariableType::real);
  }
  if (e.text == kPrevious) return visit(e.operands[0]);
  // pre(e, v) has the type of both; a number behind the conditions of the
  // others is a bound.
  if (e.text == "pre") {
    const Index value = visit(e.operands[0]);
    // Only for conditions does FRET say what holds before the first step.
    if (e.operands.size() == 1) require(value, Is::boolean);
    if (e.operands.size() > 1) unite(value, visit(e.operands[1]));
    return value;
  }
  for (const Expression& operand : e.operands) {
    if (operand.kind != Kind::integer) require(visit(operand), Is::boolean);
  }
  return fresh(Is::boolean);
}

Types::Index Types::visit_infix(const Expression& e) {
  const std::string& op = e.operators[0].text;
  if (op == "/") {
    // Of integers, too, the quotient is a real number.
    const Index real = fresh(Is::number, true);
    for (const Expression& operand : e.operands) {
      require(visit(operand), Is::number);
    }
    return real;
  }
  if (op == "^") {
    const Index base = visit(e.operands[0]);
    require(base, Is::number);
    require(visit(e.operands[1]), Is::number);
    return base;
  }
  const bool logical = op == "and" || op == "or" || op == "=>" || op == "<=>";
  const bool sum = op == "+" || op == "-" || op == "*";
  const bool equal = op == "=" || op == "!=";
  Index first = visit(e.operands[0]);
  for (std::size_t i = 1; i < e.operands.size(); ++i) {
    const Index next = visit(e.operands[i]);
    if (logical) require(next, Is::boolean);
    first = unite(first, next);
  }
  if (logical) require(first, Is::boolean);
  if (!logical && !equal) require(first, Is::number);
  return sum ? first : fresh(Is::boolean);
}

}  // namespace catenary::frontend::contract::fret
