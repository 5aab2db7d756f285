// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <utility>

#include "base/error.h"
#include "frontend/contract/fret/fret.h"
#include "oracle/contract/packed.h"

namespace catenary::oracle {

using logic::Op;
using logic::Term;

namespace {

Plane chosen(const Plane& condition, const Plane& a, const Plane& b) {
  return (condition & a) | (~condition & b);
}

}  // namespace

PackedInterface::PackedInterface(const model::Interface& interface,
                                 const std::vector<std::string>& names)
    : interface_(&interface) {
  for (const model::InterfaceVariable& v : interface.variables) {
    const auto at = std::ranges::find_if(names, [&](const std::string& name) {
      return frontend::contract::fret_name(name) == v.name;
    });
    observed_.push_back(
        at == names.end() ? -1 : static_cast<std::int32_t>(at - names.begin()));
  }
  for (const model::Contract& c : interface.contracts) {
    Rule rule;
    if (c.definition) {
      const auto at = std::ranges::find(interface.variables,
                                        c.guarantee[0],
                                        [](const auto& v) { return v.now; });
      if (at == interface.variables.end()) throw base::ToolError("definition");
      rule.defines =
          static_cast<std::int32_t>(at - interface.variables.begin());
    }
    const auto add = [&](std::vector<Rule>& to, bool first) {
      Rule own = rule;
      own.program = compile(c.definition ? c.guarantee[1]
                                         : formula_at(interface, c, first));
      to.push_back(std::move(own));
    };
    if (c.at_init) add(first_, true);
    if (c.at_step) add(later_, false);
  }
}

PackedInterface::Program PackedInterface::compile(Term formula) {
  Program out;
  std::map<Term, std::size_t> known;
  const std::function<std::size_t(Term)> visit = [&](Term t) {
    const auto found = known.find(t);
    if (found != known.end()) return found->second;
    Instruction one{t, {}};
    for (const Term operand : t.operands()) {
      one.operands.push_back(visit(operand));
    }
    out.push_back(std::move(one));
    return known[t] = out.size() - 1;
  };
  (void)visit(formula);
  return out;
}

std::vector<Plane> PackedInterface::evaluate(const Block& block) {
  std::vector<Plane> out;
  const std::size_t steps = block.empty() ? 0 : block[0].size();
  for (std::size_t t = 0; t < steps; ++t) {
    for (std::size_t v = 0; v < observed_.size(); ++v) {
      const model::InterfaceVariable& variable = interface_->variables[v];
      if (t > 0) at_[variable.before] = at_[variable.now];
      if (variable.derived) continue;
      const std::int32_t name = observed_[v];
      at_[variable.now][0] = name < 0
                                 ? Plane::all(true)
                                 : block[static_cast<std::size_t>(name)][t];
    }
    Plane all = Plane::all(true);
    for (const Rule& rule : t == 0 ? first_ : later_) {
      const Number value = run(rule.program);
      if (rule.defines < 0) {
        all = all & value[0];
      } else {
        at_[interface_->variables[static_cast<std::size_t>(rule.defines)].now] =
            value;
      }
    }
    out.push_back(all);
  }
  return out;
}

PackedInterface::Number PackedInterface::run(const Program& program) const {
  std::vector<Number> values;
  values.reserve(program.size());
  for (const Instruction& i : program) values.push_back(compute(i, values));
  return values.back();
}

PackedInterface::Number PackedInterface::compute(
    const Instruction& i, const std::vector<Number>& values) const {
  const Op op = i.term.op();
  const auto bits = [&](std::size_t n) { return values[i.operands[n]][0]; };
  Number out{};
  switch (op) {
    case Op::variable:
      return at_.at(i.term);
    case Op::constant:
      return constant(i.term.value());
    case Op::logical_not:
      out[0] = ~bits(0);
      return out;
    case Op::implies:
      out[0] = ~bits(0) | bits(1);
      return out;
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_xor:
      out[0] = bits(0);
      for (std::size_t n = 1; n < i.operands.size(); ++n) {
        const Plane next = bits(n);
        out[0] = op == Op::logical_and  ? out[0] & next
                 : op == Op::logical_or ? out[0] | next
                                        : out[0] ^ next;
      }
      return out;
    case Op::ite: {
      const Number& a = values[i.operands[1]];
      const Number& b = values[i.operands[2]];
      for (std::size_t bit = 0; bit < kBits; ++bit) {
        out[bit] = chosen(bits(0), a[bit], b[bit]);
      }
      return out;
    }
    default:
      return arithmetic(op, values[i.operands.at(0)], values[i.operands.at(1)]);
  }
}

PackedInterface::Number PackedInterface::constant(const logic::Value& value) {
  unsigned long n = 0;
  if (value.sort() == logic::Sort::boolean()) {
    n = value.as_bool() ? 1 : 0;
  } else {
    n = value.as_integer().get_ui();
  }
  if (n >= 1UL << (kBits - 1)) throw base::ToolError("a large number");
  Number out;
  for (std::size_t b = 0; b < kBits; ++b) {
    out[b] = Plane::all((n >> b & 1) != 0);
  }
  return out;
}

PackedInterface::Number PackedInterface::arithmetic(Op op,
                                                    const Number& a,
                                                    const Number& b) {
  // Numbers are not negative but where a difference is not used.
  const auto less = [](const Number& x, const Number& y) {
    Plane below = Plane::all(false);
    for (std::size_t bit = 0; bit < kBits; ++bit) {
      below = (~x[bit] & y[bit]) | (~(x[bit] ^ y[bit]) & below);
    }
    return below;
  };
  Number out{};
  switch (op) {
    case Op::equal:
      out[0] = Plane::all(true);
      for (std::size_t bit = 0; bit < kBits; ++bit) {
        out[0] = out[0] & ~(a[bit] ^ b[bit]);
      }
      return out;
    case Op::less:
      out[0] = less(a, b);
      return out;
    case Op::less_equal:
      out[0] = ~less(b, a);
      return out;
    case Op::add:
    case Op::sub: {
      const bool minus = op == Op::sub;
      Plane carry = Plane::all(minus);
      for (std::size_t bit = 0; bit < kBits; ++bit) {
        const Plane& x = a[bit];
        const Plane y = minus ? ~b[bit] : b[bit];
        out[bit] = x ^ y ^ carry;
        carry = (x & y) | (carry & (x ^ y));
      }
      return out;
    }
    default:
      throw base::ToolError("an operator that is not evaluated here");
  }
}

}  // namespace catenary::oracle
