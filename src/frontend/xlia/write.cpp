// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes a timed automaton as XLIA text: the inverse of reading. Constants
/// have become literals; everything else is in the order of the automaton, so
/// that reading the text gives equal indices.
#include <algorithm>
#include <string>
#include <utility>

#include "base/error.h"
#include "frontend/xlia/xlia.h"
#include "logic/term/infix.h"
#include "logic/term/traverse.h"

namespace catenary::frontend::xlia {

using logic::Op;
using logic::Term;
using model::TimedAutomaton;
using model::TimedStateKind;
using model::TimedStatement;

namespace {

/// Writes one automaton.
class Writer {
 public:
  explicit Writer(const TimedAutomaton& automaton) : a_(automaton) {}

  std::string run() {
    line(0, "@xlia< system , 1.0 >:");
    line(0, "");
    line(0, "timed system " + a_.system + " {");
    line(0, "@composite:");
    line(1, "statemachine " + a_.machine + " {");
    line(1, "@public:");
    for (const auto& c : a_.channels) port(c);
    line(1, "@private:");
    for (const auto& v : a_.variables) variable(v);
    line(1, "@region:");
    for (std::uint32_t s = 0; s < a_.states.size(); ++s) state(s);
    line(1, "@com:");
    line(2, "connect< env > {");
    for (const auto& c : a_.channels) {
      if (c.connected) line(3, direction(c) + c.name + ";");
    }
    line(2, "}");
    line(1, "}");
    line(0, "}");
    return std::move(out_);
  }

 private:
  /// Writes a line at that depth of blocks.
  void line(std::size_t depth, const std::string& text) {
    if (!text.empty()) out_.append(2 * depth, ' ');
    out_ += text + "\n";
  }

  static std::string direction(const model::TimedChannel& c) {
    return c.input ? "input " : "output ";
  }

  void port(const model::TimedChannel& c) {
    std::string types;
    for (const auto& p : c.parameters) {
      types += (types.empty() ? "( " : ", ") + p.type.to_string();
      if (!p.name.empty()) types += " " + p.name;
    }
    if (!types.empty()) types += " )";
    line(2, "port " + direction(c) + c.name + types + ";");
  }

  /// Initial values are not declared here: they are in the @init block.
  void variable(const model::TimedVariable& v) {
    const char* word = v.parameter ? "const " : v.clock ? "var clock " : "var ";
    line(2, word + v.type.to_string() + " " + v.name + ";");
  }

  void state(std::uint32_t index) {
    const model::TimedState& s = a_.states[index];
    const bool init = index == a_.initial && !a_.init.empty();
    std::string kind;
    // The initial state of an automaton that was read is a start state; a kind
    // of its own has precedence.
    if (index == a_.initial) kind = "< start >";
    if (s.kind == TimedStateKind::terminal) kind = "< terminal >";
    if (s.kind == TimedStateKind::junction) kind = "< junction >";
    const std::string head = "state" + kind + " " + s.name;
    if (!init && s.transitions.empty()) return line(2, head + ";");
    line(2, head + " {");
    if (init) {
      line(3, "@init {");
      for (const TimedStatement& x : a_.init) statement(4, x);
      line(3, "}");
    }
    for (const std::uint32_t t : s.transitions) transition(a_.transitions[t]);
    line(2, "}");
  }

  /// Writes a transition. The input comes first, as it does when it runs.
  void transition(const model::TimedTransition& t) {
    line(3, "transition " + t.name + " --> " + a_.states[t.to].name + " {");
    sent_ = &t;
    if (t.action == model::TimedAction::input) {
      std::string names;
      for (const std::uint32_t v : t.received) {
        names += (names.empty() ? "( " : ", ") + a_.variables[v].name;
      }
      if (!names.empty()) names += " )";
      line(4, "input " + a_.channels[t.channel].name + names + ";");
    }
    for (const TimedStatement& s : t.statements) statement(4, s);
    line(3, "}");
  }

  /// Writes a basic statement.
  void statement(std::size_t depth, const TimedStatement& s) {
    where_ = s.where;
    switch (s.kind) {
      case TimedStatement::Kind::guard:
        return guard(depth, s.condition);
      case TimedStatement::Kind::assign:
        return assign(depth, s);
      case TimedStatement::Kind::fresh: {
        const std::string name = a_.variables[s.assignments[0].variable].name;
        const std::string text = "newfresh(" + name + ");";
        // Without a condition there is no "if".
        if (s.condition.is_true()) return line(depth, text);
        line(depth, "if ( " + expression(s.condition) + " ) {");
        line(depth + 1, text);
        return line(depth, "}");
      }
      case TimedStatement::Kind::send: {
        std::string values;
        for (const Term t : sent_->sent) {
          values += (values.empty() ? "( " : ", ") + expression(t);
        }
        if (!values.empty()) values += " )";
        return line(
            depth, "output " + a_.channels[sent_->channel].name + values + ";");
      }
    }
  }

  /// A guard with conditions around it is an implication; each becomes an "if"
  /// again.
  void guard(std::size_t depth, Term condition) {
    if (condition.op() != Op::implies) {
      return line(depth, "guard " + expression(condition) + ";");
    }
    line(depth, "if ( " + expression(condition[0]) + " ) {");
    guard(depth + 1, condition[1]);
    line(depth, "}");
  }

  /// Writes an assignment: plainly where reading makes the same of it,
  /// otherwise as a simultaneous block.
  void assign(std::size_t depth, const TimedStatement& s) {
    if (s.assignments.size() == 1 && is_simple(s.assignments[0])) {
      return value(depth, s.assignments[0].variable, s.assignments[0].value);
    }
    line(depth, "{|,|");
    for (const model::TimedAssignment& x : s.assignments) {
      value(depth + 1, x.variable, lifted(x.value));
    }
    line(depth, "}");
  }

  /// Whether reading the plain text gives this one assignment: its value has no
  /// if-then-else, or one at the top that keeps the variable otherwise and does
  /// not ask about it.
  [[nodiscard]] bool is_simple(const model::TimedAssignment& x) const {
    const Term self = a_.variables[x.variable].term;
    if (x.value.op() != Op::ite) {
      return lifted(x.value) == x.value;
    }
    const std::vector<Term> free = logic::free_variables(x.value[0]);
    return x.value[1].op() != Op::ite && is_same(x.value[2], self) &&
           std::ranges::find(free, self) == free.end() &&
           lifted(x.value) == x.value;
  }

  /// The term with if-then-else at the top only, where statements can express
  /// it; invalid where it would become too large.
  [[nodiscard]] Term lifted(Term t) const {
    if (t.op() != Op::ite || t.sort().kind() != logic::SortKind::boolean) {
      return logic::lift_conditions(*a_.terms, t);
    }
    const Term condition = logic::lift_conditions(*a_.terms, t[0]);
    const Term then = lifted(t[1]);
    const Term otherwise = lifted(t[2]);
    const bool fine = condition.valid() && then.valid() && otherwise.valid();
    return fine ? a_.terms->ite(condition, then, otherwise) : Term();
  }

  /// Whether the value is the variable itself, perhaps converted.
  static bool is_same(Term t, Term self) {
    return t == self || (t.op() == Op::to_real && t[0] == self);
  }

  /// Writes the assignment of a value, with if-then-else as statements; the
  /// branch that keeps the variable is left out.
  void value(std::size_t depth, std::uint32_t variable, Term t) {
    if (!t.valid()) fail("if-then-else");
    const model::TimedVariable& v = a_.variables[variable];
    if (t.op() != Op::ite) {
      return line(depth, v.name + " := " + expression(t) + ";");
    }
    line(depth, "if ( " + expression(t[0]) + " ) {");
    if (!is_same(t[1], v.term)) value(depth + 1, variable, t[1]);
    if (!is_same(t[2], v.term)) {
      line(depth, "} else {");
      value(depth + 1, variable, t[2]);
    }
    line(depth, "}");
  }

  /// The text of a term. Throws where XLIA cannot express it.
  std::string expression(Term t) {
    const Term lifted = logic::lift_conditions(*a_.terms, t);
    if (!lifted.valid()) fail("if-then-else");
    if (const auto op = logic::outside_xlia(lifted)) fail(*op);
    const auto text = logic::to_infix(lifted, logic::InfixStyle::xlia);
    if (!text) {
      throw base::InputError(
          where_,
          "an expression of more than a million characters is not written",
          "xlia-write");
    }
    return *text;
  }

  /// Throws the error of an automaton that XLIA cannot express, at the
  /// statement that is being written.
  [[noreturn]] void fail(const std::string& what) const {
    throw base::InputError(
        where_, "XLIA has no way to write '" + what + "'", "xlia-write");
  }

  const TimedAutomaton& a_;
  /// The transition and the statement that are being written.
  const model::TimedTransition* sent_ = nullptr;
  base::SourceLocation where_;
  std::string out_;
};

}  // namespace

std::string write(const model::TimedAutomaton& automaton) {
  return Writer(automaton).run();
}

}  // namespace catenary::frontend::xlia
