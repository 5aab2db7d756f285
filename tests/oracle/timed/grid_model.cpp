// SPDX-License-Identifier: Apache-2.0
#include "oracle/timed/grid_model.h"

#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include "base/check.h"
#include "logic/term/traverse.h"

namespace catenary::oracle {

using logic::Op;
using logic::Term;
using model::DataType;
using Kind = model::TimedStatement::Kind;

namespace {

bool is_whole(double x) {
  return std::floor(x) == x;
}

bool is_of(const DataType& type, double x) {
  if (type.base == DataType::Base::integer && !is_whole(x)) return false;
  return !type.non_negative || x >= 0;
}

}  // namespace

Compiled::Compiled(Term term, const model::TimedAutomaton& automaton) {
  std::unordered_map<std::uint32_t, std::uint32_t> index;
  std::unordered_map<std::uint32_t, std::uint32_t> variables;
  for (std::uint32_t i = 0; i < automaton.variables.size(); ++i) {
    variables[automaton.variables[i].term.id()] = i;
  }
  for (const Term t : logic::subterms(term)) {
    Node node;
    node.op = t.op();
    if (t.is_constant()) {
      switch (t.sort().kind()) {
        case logic::SortKind::boolean:
          node.constant = t.value().as_bool() ? 1 : 0;
          break;
        case logic::SortKind::integer:
          node.constant = t.value().as_integer().get_d();
          break;
        default:
          node.constant = t.value().as_real().get_d();
      }
    } else if (t.is_variable()) {
      node.variable = variables.at(t.id());
    }
    for (const Term o : t.operands()) node.operands.push_back(index.at(o.id()));
    index[t.id()] = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(std::move(node));
  }
}

double Compiled::value(const std::vector<double>& variables) const {
  thread_local std::vector<double> v;
  v.resize(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& n = nodes_[i];
    const auto at = [&](std::size_t k) { return v[n.operands[k]]; };
    double& r = v[i];
    switch (n.op) {
      case Op::constant:
        r = n.constant;
        break;
      case Op::variable:
        r = variables[n.variable];
        break;
      case Op::logical_not:
        r = 1 - at(0);
        break;
      case Op::logical_and:
        r = 1;
        for (const std::uint32_t o : n.operands) r = v[o] != 0 ? r : 0;
        break;
      case Op::logical_or:
        r = 0;
        for (const std::uint32_t o : n.operands) r = v[o] != 0 ? 1 : r;
        break;
      case Op::implies:
        r = at(0) == 0 || at(1) != 0 ? 1 : 0;
        break;
      case Op::equal:
        r = at(0) == at(1) ? 1 : 0;
        break;
      case Op::logical_xor:
      case Op::distinct:
        CATENARY_CHECK(n.operands.size() == 2, "two operands");
        r = at(0) != at(1) ? 1 : 0;
        break;
      case Op::ite:
        r = at(0) != 0 ? at(1) : at(2);
        break;
      case Op::less:
        r = at(0) < at(1) ? 1 : 0;
        break;
      case Op::less_equal:
        r = at(0) <= at(1) ? 1 : 0;
        break;
      case Op::add:
        r = 0;
        for (const std::uint32_t o : n.operands) r += v[o];
        break;
      case Op::mul:
        r = 1;
        for (const std::uint32_t o : n.operands) r *= v[o];
        break;
      case Op::sub:
        r = at(0) - at(1);
        break;
      case Op::neg:
        r = -at(0);
        break;
      case Op::to_real:
        r = at(0);
        break;
      case Op::to_int:
        r = std::floor(at(0));
        break;
      case Op::is_int:
        r = is_whole(at(0)) ? 1 : 0;
        break;
      default:
        CATENARY_CHECK(false, "an operator this oracle does not know");
    }
  }
  return v.back();
}

GridModel::GridModel(const model::TimedAutomaton& automaton)
    : automaton_(automaton), init_(compile(automaton.init, {})) {
  for (const model::TimedTransition& t : automaton.transitions) {
    transitions_.push_back(compile(t.statements, t.sent));
  }
}

std::vector<double> GridModel::choices_of(const DataType& type) const {
  if (type.base == DataType::Base::boolean) return {0, 1};
  const double step = type.base == DataType::Base::integer ? 1 : kHiddenGrid;
  std::vector<double> out;
  for (double x = kHiddenLow; x <= kHiddenHigh; x += step) {
    if (is_of(type, x)) out.push_back(x);
  }
  return out;
}

GridModel::Compilation GridModel::compile(
    const std::vector<model::TimedStatement>& statements,
    const std::vector<Term>& sent) const {
  Compilation out;
  std::vector<Term> roots;
  const auto ready = [&](Term t) {
    roots.push_back(t);
    return Compiled(t, automaton_);
  };
  for (const model::TimedStatement& s : statements) {
    Statement c;
    c.kind = s.kind;
    if (s.condition.valid()) c.condition = ready(s.condition);
    if (s.kind == Kind::assign) {
      for (const model::TimedAssignment& a : s.assignments) {
        c.assignments.emplace_back(a.variable, ready(a.value));
      }
    }
    if (s.kind == Kind::fresh) {
      c.fresh = s.assignments.at(0).variable;
      c.choices = choices_of(automaton_.variables[c.fresh].type);
      if (!s.condition.valid()) {
        c.condition = ready(automaton_.terms->boolean(true));
      }
    }
    out.statements.push_back(std::move(c));
  }
  for (const Term t : sent) out.sent.push_back(ready(t));
  for (const Term t : logic::subterms(roots)) {
    if (!t.is_constant()) continue;
    if (t.sort().kind() == logic::SortKind::integer) {
      out.constants += std::abs(t.value().as_integer().get_d());
    } else if (t.sort().kind() == logic::SortKind::real) {
      out.constants += std::abs(t.value().as_real().get_d());
    }
  }
  return out;
}

std::vector<Point> GridModel::starts() const {
  std::vector<std::vector<double>> all{
      std::vector<double>(automaton_.variables.size(), 0.0)};
  for (const std::uint32_t v : automaton_.uninitialised()) {
    std::vector<std::vector<double>> more;
    for (const std::vector<double>& values : all) {
      for (const double x : choices_of(automaton_.variables[v].type)) {
        more.push_back(values);
        more.back()[v] = x;
      }
    }
    all = std::move(more);
  }
  std::vector<Point> out;
  for (const std::vector<double>& values : all) {
    std::vector<Step> steps;
    run(init_, 0, values, {}, nullptr, steps);
    for (Step& s : steps) {
      s.after.state = automaton_.initial;
      out.push_back(std::move(s.after));
    }
  }
  return out;
}

void GridModel::run(const Compilation& what,
                    std::size_t at,
                    std::vector<double> values,
                    std::vector<double> sent,
                    const model::TimedTransition* transition,
                    std::vector<Step>& out) const {
  for (; at < what.statements.size(); ++at) {
    const Statement& s = what.statements[at];
    switch (s.kind) {
      case Kind::guard:
        if (s.condition.value(values) == 0) return;
        break;
      case Kind::assign: {
        std::vector<double> now;
        for (const auto& [variable, value] : s.assignments) {
          double x = value.value(values);
          const model::TimedVariable& v = automaton_.variables[variable];
          if (!v.clock && v.type.base == DataType::Base::integer) {
            x = std::floor(x);
          }
          now.push_back(x);
        }
        for (std::size_t i = 0; i < now.size(); ++i) {
          values[s.assignments[i].first] = now[i];
        }
        break;
      }
      case Kind::fresh: {
        if (s.condition.value(values) == 0) break;
        for (const double x : s.choices) {
          std::vector<double> chosen = values;
          chosen[s.fresh] = x;
          run(what, at + 1, std::move(chosen), sent, transition, out);
        }
        return;
      }
      case Kind::send: {
        const auto& port = automaton_.channels[transition->channel].parameters;
        for (std::size_t i = 0; i < what.sent.size(); ++i) {
          const double x = what.sent[i].value(values);
          if (!is_of(port[i].type, x)) return;
          sent.push_back(x);
        }
        break;
      }
    }
  }
  Step step;
  step.sent = std::move(sent);
  step.after.values = std::move(values);
  out.push_back(std::move(step));
}

std::vector<GridModel::Step> GridModel::steps(
    const Point& from,
    std::uint32_t transition,
    double delay,
    const std::vector<double>& received) const {
  const model::TimedTransition& t = automaton_.transitions[transition];
  std::vector<double> values = from.values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (automaton_.variables[i].clock) values[i] += delay;
  }
  for (std::size_t i = 0; i < t.received.size(); ++i) {
    const auto& port = automaton_.channels[t.channel].parameters;
    if (!is_of(port[i].type, received[i]) ||
        !is_of(automaton_.variables[t.received[i]].type, received[i])) {
      return {};
    }
    values[t.received[i]] = received[i];
  }
  std::vector<Step> out;
  run(transitions_[transition], 0, std::move(values), {}, &t, out);
  for (Step& s : out) {
    s.transition = transition;
    s.after.state = t.to;
  }
  return out;
}

std::optional<double> GridModel::last_output(const Point& from) {
  const auto known = last_output_.find(from);
  if (known != last_output_.end()) return known->second;
  std::optional<double> last;
  double data = 0;
  for (std::size_t i = 0; i < from.values.size(); ++i) {
    if (!automaton_.variables[i].clock) data += std::abs(from.values[i]);
  }
  for (const std::uint32_t t : automaton_.states[from.state].transitions) {
    if (automaton_.transitions[t].action != model::TimedAction::output) {
      continue;
    }
    // Beyond this no atom changes any more: every clock is larger than all it
    // is compared with, and differences of clocks stay.
    const double end =
        std::ceil(transitions_[t].constants + data + kHiddenHigh + 2);
    for (double z = end; z >= 0 && (!last || z > *last); z -= kDelayGrid) {
      if (steps(from, t, z, {}).empty()) continue;
      last = z == end ? std::numeric_limits<double>::infinity() : z;
      break;
    }
  }
  last_output_.emplace(from, last);
  return last;
}

bool GridModel::silent(const Point& from, double delay) {
  const std::optional<double> last = last_output(from);
  return !last || *last > delay;
}

}  // namespace catenary::oracle
