// SPDX-License-Identifier: Apache-2.0
#include "oracle/contract/explicit.h"

#include <algorithm>

#include "base/check.h"

namespace catenary::oracle {

using logic::Op;
using logic::SortKind;
using logic::Term;
using model::Role;

namespace {

std::int64_t number_of(const logic::Value& value) {
  switch (value.sort().kind()) {
    case SortKind::boolean:
      return value.as_bool() ? 1 : 0;
    case SortKind::integer:
      return value.as_int64();
    case SortKind::real: {
      const mpq_class halves = value.as_real() * 2;
      CATENARY_CHECK(halves.get_den() == 1, "a multiple of one half");
      return halves.get_num().get_si();
    }
    default:
      break;
  }
  for (std::uint64_t i = 0; i < *logic::cardinality(value.sort()); ++i) {
    if (logic::nth_value(value.sort(), i) == value) {
      return static_cast<std::int64_t>(i);
    }
  }
  CATENARY_CHECK(false, "a value of a small sort");
  return 0;
}

bool reads_before(Term term) {
  if (term.is_variable()) return !term.name().ends_with('\'');
  return std::any_of(
      term.operands().begin(), term.operands().end(), reads_before);
}

}  // namespace

Expression::Expression(const model::Interface& interface, Term term) {
  Node node;
  node.op = term.op();
  if (term.is_constant()) {
    node.number = number_of(term.value());
  } else if (term.is_variable()) {
    node.now = term.name().ends_with('\'');
    const std::string name =
        node.now ? term.name().substr(0, term.name().size() - 1) : term.name();
    const auto index = interface.find_variable(name);
    CATENARY_CHECK(index.has_value(), name);
    node.number = *index;
  }
  for (const Term operand : term.operands()) {
    const Expression inner(interface, operand);
    const std::size_t offset = nodes_.size();
    for (Node n : inner.nodes_) {
      for (std::size_t& o : n.operands) o += offset;
      nodes_.push_back(std::move(n));
    }
    node.operands.push_back(nodes_.size() - 1);
  }
  nodes_.push_back(std::move(node));
}

std::int64_t Expression::value(std::size_t at,
                               const State* before,
                               const State& now) const {
  const Node& node = nodes_[at];
  const auto operand = [&](std::size_t i) {
    return value(node.operands[i], before, now);
  };
  const std::size_t count = node.operands.size();
  std::int64_t out = 0;
  switch (node.op) {
    case Op::constant:
      return node.number;
    case Op::variable: {
      const auto variable = static_cast<std::size_t>(node.number);
      if (node.now) return now[variable];
      CATENARY_CHECK(before != nullptr, "nothing is before the first step");
      return (*before)[variable];
    }
    case Op::logical_not:
      return operand(0) == 0 ? 1 : 0;
    case Op::logical_and:
      for (std::size_t i = 0; i < count; ++i) {
        if (operand(i) == 0) return 0;
      }
      return 1;
    case Op::logical_or:
      for (std::size_t i = 0; i < count; ++i) {
        if (operand(i) != 0) return 1;
      }
      return 0;
    case Op::logical_xor:
      return operand(0) != operand(1) ? 1 : 0;
    case Op::implies:
      return operand(0) == 0 || operand(1) != 0 ? 1 : 0;
    case Op::equal:
      return operand(0) == operand(1) ? 1 : 0;
    case Op::ite:
      return operand(0) != 0 ? operand(1) : operand(2);
    case Op::less:
      return operand(0) < operand(1) ? 1 : 0;
    case Op::less_equal:
      return operand(0) <= operand(1) ? 1 : 0;
    case Op::add:
      for (std::size_t i = 0; i < count; ++i) out += operand(i);
      return out;
    case Op::mul:
      out = 1;
      for (std::size_t i = 0; i < count; ++i) out *= operand(i);
      return out;
    case Op::sub:
      return operand(0) - operand(1);
    case Op::neg:
      return -operand(0);
    case Op::to_real:
      return operand(0) * 2;
    default:
      CATENARY_CHECK(false, "an operator that interfaces here do not have");
      return 0;
  }
}

Explicit::Explicit(const model::Interface& interface) : interface_(interface) {
  const auto count = static_cast<std::uint32_t>(interface.variables.size());
  for (std::uint32_t v = 0; v < count; ++v) {
    const model::InterfaceVariable& variable = interface.variables[v];
    if (variable.derived) continue;
    (variable.role == Role::input    ? input_
     : variable.role == Role::output ? output_
                                     : hidden_)
        .push_back(v);
  }
  for (const model::Contract& c : interface.contracts) {
    if (c.definition) {
      CATENARY_CHECK(c.guarantee.op() == Op::equal, "a definition");
      const std::string& name = c.guarantee[0].name();
      derived_.push_back(
          {*interface.find_variable(name.substr(0, name.size() - 1)),
           Expression(interface, c.guarantee[1]),
           c.at_init,
           c.at_step});
      definitions_ |= std::uint64_t{1} << rules_.size();
    }
    // A contract that reads what is before the first step is false there.
    logic::TermManager& terms = *interface.terms;
    const Term yes = terms.boolean(true);
    const Term no = terms.boolean(false);
    const Term whole = terms.implies(c.assumption, c.guarantee);
    Rule rule;
    rule.formula =
        condition(!c.at_init ? yes : (reads_before(whole) ? no : whole),
                  c.at_step ? whole : yes);
    rule.assumption = Expression(interface, c.assumption);
    rule.assumption_reads_before = reads_before(c.assumption);
    rule.at_init = c.at_init;
    rule.at_step = c.at_step;
    rule.written = c.has_assumption;
    rule.contract = !c.definition;
    rules_.push_back(std::move(rule));
  }
  for (std::uint32_t v = 0; v < count; ++v) {
    const model::InterfaceVariable& variable = interface.variables[v];
    if (variable.role == Role::input || !variable.lo) continue;
    const std::uint64_t bit = std::uint64_t{1} << rules_.size();
    if (variable.derived) definitions_ |= bit;
    if (variable.role == Role::hidden) hidden_ranges_ |= bit;
    Rule rule;
    const Term range = model::range_of(interface, variable);
    rule.formula = condition(range, range);
    rules_.push_back(std::move(rule));
  }
  CATENARY_CHECK(rules_.size() <= 64, "few rules");
  for (const model::Promise& p : interface.promises) {
    promises_.push_back(condition(reads_before(p.condition)
                                      ? interface.terms->boolean(true)
                                      : p.condition,
                                  p.condition));
  }
  inputs_ = filled({State(count, 0)}, input_, 0);
}

Condition Explicit::condition(Term first, Term later) const {
  return {Expression(interface_, first), Expression(interface_, later)};
}

std::int64_t Explicit::lo(std::uint32_t variable) const {
  const model::InterfaceVariable& v = interface_.variables[variable];
  if (v.lo) return number_of(*v.lo);
  return v.sort().kind() == SortKind::real ? -2 : 0;
}

std::int64_t Explicit::hi(std::uint32_t variable) const {
  const model::InterfaceVariable& v = interface_.variables[variable];
  if (v.hi) return number_of(*v.hi);
  if (v.sort().kind() == SortKind::real) return 4;
  return static_cast<std::int64_t>(*logic::cardinality(v.sort())) - 1;
}

logic::Value Explicit::value(std::uint32_t variable,
                             std::int64_t number) const {
  const logic::Sort& sort = interface_.variables[variable].sort();
  if (sort.kind() == SortKind::integer) return logic::Value::integer(number);
  if (sort.kind() == SortKind::real) {
    mpq_class halves(number, 2);
    return logic::Value::real(halves);
  }
  return logic::nth_value(sort, static_cast<std::uint64_t>(number));
}

std::int64_t Explicit::number(const logic::Value& value) const {
  return number_of(value);
}

std::vector<State> Explicit::filled(const std::vector<State>& begin,
                                    const std::vector<std::uint32_t>& variables,
                                    std::int64_t margin) const {
  std::vector<State> out = begin;
  for (const std::uint32_t v : variables) {
    const std::int64_t more = interface_.variables[v].lo ? margin : 0;
    std::vector<State> longer;
    for (const State& s : out) {
      for (std::int64_t n = lo(v) - more; n <= hi(v) + more; ++n) {
        longer.push_back(s);
        longer.back()[v] = n;
      }
    }
    out = std::move(longer);
  }
  return out;
}

bool Explicit::promised(const State* before, const State& now) const {
  for (const std::uint32_t v : input_) {
    if (now[v] < lo(v) || now[v] > hi(v)) return false;
  }
  return std::all_of(promises_.begin(),
                     promises_.end(),
                     [&](const Condition& p) { return p.holds(before, now); });
}

Step Explicit::judged(const State* before, State now) const {
  const bool first = before == nullptr;
  for (const Definition& d : derived_) {
    if (first ? d.at_init : d.at_step) {
      now[d.variable] = d.value.of(before, now);
    }
  }
  Step out;
  bool any = false;
  bool any_written = false;
  bool triggered = false;
  bool asked = false;
  for (std::size_t r = 0; r < rules_.size(); ++r) {
    const Rule& rule = rules_[r];
    if (!rule.formula.holds(before, now)) {
      out.violated |= std::uint64_t{1} << r;
    }
    if (!rule.contract || !(first ? rule.at_init : rule.at_step)) continue;
    const bool holds = !(first && rule.assumption_reads_before) &&
                       rule.assumption.holds(before, now);
    any = true;
    triggered = triggered || holds;
    if (!rule.written) continue;
    any_written = true;
    asked = asked || holds;
  }
  out.promised = promised(before, now);
  // Where no contract could ask for anything, none has to.
  out.triggered = triggered || !any;
  out.asked = asked || !any_written;
  out.now = std::move(now);
  return out;
}

const std::vector<Step>& Explicit::steps(const State* before) {
  if (before == nullptr && first_known_) return first_;
  if (before != nullptr) {
    const auto found = known_.find(*before);
    if (found != known_.end()) return found->second;
  }
  std::vector<Step> out;
  for (State& s : filled(filled(inputs_, output_, 0), hidden_, 0)) {
    out.push_back(judged(before, std::move(s)));
  }
  if (before == nullptr) {
    first_known_ = true;
    return first_ = std::move(out);
  }
  return known_[*before] = std::move(out);
}

std::vector<Step> Explicit::showing(const State* before,
                                    const State& observed,
                                    std::int64_t margin) const {
  std::vector<Step> out;
  for (State& s : filled({observed}, hidden_, margin)) {
    out.push_back(judged(before, std::move(s)));
  }
  return out;
}

bool Explicit::same_inputs(const State& a, const State& b) const {
  return std::all_of(input_.begin(), input_.end(), [&](std::uint32_t v) {
    return a[v] == b[v];
  });
}

State Explicit::observed(const State& of) const {
  State out = of;
  for (std::uint32_t v = 0; v < out.size(); ++v) {
    if (is(v, Role::hidden)) out[v] = 0;
  }
  return out;
}

}  // namespace catenary::oracle
