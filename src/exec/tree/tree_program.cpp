// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parsing of a tree's formulas: they are written into one SMT-LIB script,
/// which is parsed at once, so that definitions and functions are shared. Each
/// line of the script belongs to one formula, by which errors are located.
#include "exec/tree/tree_program.h"

#include <span>
#include <utility>

#include "base/error.h"
#include "logic/term/smtlib/parse_smtlib.h"

namespace catenary::exec {
namespace {

using logic::SortKind;
using logic::Term;

/// A script with one command a line, and what each line is about.
class Script {
 public:
  void line(std::string text, std::string about) {
    for (char& c : text) {
      // White space in terms has no meaning, but a line break would shift the
      // lines.
      if (c == '\n' || c == '\r') c = ' ';
    }
    text_ += text + "\n";
    about_.push_back(std::move(about));
  }
  void declare(const std::string& name, const std::string& sort) {
    line("(declare-const " + logic::smtlib_symbol(name) + " " + sort + ")",
         "variable " + name);
  }
  void define(const suite::TreeFunction& f) {
    std::string out = "(define-fun " + logic::smtlib_symbol(f.name) + " (";
    for (const suite::TreeVariable& p : f.parameters) {
      out += "(" + logic::smtlib_symbol(p.name) + " " + p.sort + ")";
    }
    line(out + ") Bool " + f.body + ")", "function " + f.name);
  }
  void assertion(const std::string& term, std::string about) {
    line("(assert " + term + ")", std::move(about));
  }

  /// Parses all lines; an error names what its line is about.
  [[nodiscard]] logic::SmtlibScript parse(logic::TermManager& terms,
                                          const std::string& test) const {
    try {
      return logic::parse_smtlib(terms, text_, "test " + test);
    } catch (const base::InputError& error) {
      const base::Diagnostic& what = error.diagnostics().front();
      const std::uint32_t line = what.where.line;
      const std::string about = line >= 1 && line <= about_.size()
                                    ? about_[line - 1]
                                    : std::string("its formulas");
      throw base::InputError(
          base::SourceLocation{}, about + ": " + what.message, "broken-test");
    }
  }

 private:
  std::string text_;
  std::vector<std::string> about_;
};

/// The test is at fault, not the system.
[[noreturn]] void fail(const std::string& message) {
  throw base::InputError(base::SourceLocation{}, message, "broken-test");
}

/// Takes the assertions of a script in their order. A formula that closes its
/// own command and opens others would yield more assertions than expected.
class Taker {
 public:
  explicit Taker(std::span<const Term> all) : rest_(all) {}
  Term next() {
    if (rest_.empty()) fail("a formula holds several");
    const Term out = rest_.front();
    rest_ = rest_.subspan(1);
    return out;
  }
  void end() const {
    if (!rest_.empty()) fail("a formula holds several");
  }

 private:
  std::span<const Term> rest_;
};

/// The variable of a name; an error if it is not declared.
Term variable_of(const logic::TermManager& terms,
                 const std::string& name,
                 const std::string& about) {
  const Term found = terms.find_variable(name);
  if (!found.valid()) fail(about + ": no variable is called " + name);
  return found;
}

/// Checks that the variables of a transition can hold the delay and the values
/// of its channel.
void check_bindings(const ProgramTransition& t,
                    const suite::Signature& signature,
                    const std::string& about) {
  if (t.delay.valid() && t.delay.sort().kind() != SortKind::real) {
    fail(about + ": the delay " + t.delay.name() + " is no Real");
  }
  if (t.source->action == suite::Action::quiescence) return;
  if (t.source->channel >= signature.channels.size()) {
    fail(about + ": no such channel");
  }
  const suite::Channel& channel = signature.channels[t.source->channel];
  if (t.variables.size() != channel.parameters.size()) {
    fail(about + ": channel " + channel.name + " has another number of values");
  }
  for (std::size_t i = 0; i < t.variables.size(); ++i) {
    if (!fit(logic::default_value(channel.parameters[i].sort()),
             t.variables[i])) {
      fail(about + ": " + t.variables[i].name() + " cannot take a value of " +
           channel.name);
    }
  }
}

/// `guard`, and that the values are within the ranges of the channel's
/// parameters: others cannot be sent.
Term sendable(logic::TermManager& terms,
              Term guard,
              const ProgramTransition& t,
              const suite::Channel& channel) {
  std::vector<Term> parts{guard};
  const auto bound = [&](const std::optional<logic::Value>& end,
                         Term variable,
                         bool is_lower) {
    // The type of the parameter limits it then.
    if (!end) return;
    const std::optional<logic::Value> value = fit(*end, variable);
    const bool is_number = variable.sort().kind() == SortKind::integer ||
                           variable.sort().kind() == SortKind::real;
    if (!value || !is_number) return;
    const Term limit = terms.constant(*value);
    parts.push_back(is_lower
                        ? terms.make(logic::Op::less_equal, {limit, variable})
                        : terms.make(logic::Op::less_equal, {variable, limit}));
  };
  for (std::size_t i = 0; i < t.variables.size(); ++i) {
    bound(channel.parameters[i].lo, t.variables[i], true);
    bound(channel.parameters[i].hi, t.variables[i], false);
  }
  return parts.size() == 1 ? guard : terms.logical_and(parts);
}

}  // namespace

std::string describe(const suite::Tree& tree, const ProgramTransition& t) {
  const std::string state = " of state " + tree.states[t.source->from].name;
  if (!t.source->rule.empty()) return t.source->rule + state;
  return "transition " + std::to_string(t.index) + state;
}

std::optional<logic::Value> fit(const logic::Value& value, Term variable) {
  if (value.sort() == variable.sort()) return value;
  if (value.kind() == SortKind::integer &&
      variable.sort().kind() == SortKind::real) {
    return logic::Value::real(mpq_class(value.as_integer()));
  }
  return std::nullopt;
}

TreeProgram::TreeProgram(const suite::Tree& tree,
                         const suite::Signature& signature,
                         const std::string& test)
    : tree_(tree), terms_(std::make_unique<logic::TermManager>()) {
  if (tree.states.empty()) fail("it has no state");
  Script script;
  // Declarations first, then functions, definitions and guards.
  for (const suite::TreeVariable& v : tree.variables) {
    script.declare(v.name, v.sort);
  }
  for (const suite::TreeState& s : tree.states) {
    for (const suite::TreeDefinition& d : s.definitions) {
      script.declare(d.name, d.sort);
    }
  }
  for (const suite::TreeFunction& f : tree.functions) script.define(f);
  for (const suite::TreeState& s : tree.states) {
    // A definition is an equation, which is taken apart below.
    for (const suite::TreeDefinition& d : s.definitions) {
      script.assertion(
          "(= " + logic::smtlib_symbol(d.name) + " " + d.value + ")",
          "definition of " + d.name + " in state " + s.name);
    }
  }
  std::uint32_t index = 0;
  for (const suite::TreeTransition& t : tree.transitions) {
    ProgramTransition named;
    named.source = &t;
    named.index = index++;
    // Before anything is looked up by these numbers.
    if (t.from >= tree.states.size() ||
        t.to >= (t.to_leaf ? tree.leaves.size() : tree.states.size())) {
      fail("transition " + std::to_string(named.index) + " leads nowhere");
    }
    const std::string about = "guard " + describe(tree, named);
    script.assertion(t.guard, about);
    if (!t.sure_guard.empty()) script.assertion(t.sure_guard, "sure " + about);
  }

  const logic::SmtlibScript parsed = script.parse(*terms_, test);
  Taker taker(parsed.assertions);
  for (const suite::TreeState& s : tree.states) {
    ProgramState& state = states_.emplace_back();
    state.source = &s;
    for (const suite::TreeDefinition& d : s.definitions) {
      const Term equation = taker.next();
      const Term variable = variable_of(*terms_, d.name, "definitions");
      // The reader may have converted the left side: then the sorts differ.
      if (equation.op() != logic::Op::equal || !(equation[0] == variable)) {
        fail("definition of " + d.name + ": its value is of another sort");
      }
      state.definitions.push_back({variable, equation[1]});
    }
  }
  index = 0;
  for (const suite::TreeTransition& t : tree.transitions) {
    ProgramTransition made;
    made.source = &t;
    made.index = index++;
    made.guard = taker.next();
    if (!t.sure_guard.empty()) made.sure_guard = taker.next();
    const std::string about = describe(tree, made);
    if (!t.delay.empty()) made.delay = variable_of(*terms_, t.delay, about);
    for (const std::string& v : t.variables) {
      made.variables.push_back(variable_of(*terms_, v, about));
    }
    check_bindings(made, signature, about);
    ProgramState& state = states_[t.from];
    switch (t.action) {
      case suite::Action::stimulate: {
        const suite::Channel& channel = signature.channels[t.channel];
        made.guard = sendable(*terms_, made.guard, made, channel);
        if (made.sure_guard.valid()) {
          made.sure_guard = sendable(*terms_, made.sure_guard, made, channel);
        }
        state.stimulations.push_back(std::move(made));
        break;
      }
      case suite::Action::observe:
        if (!t.to_leaf && signature.channels[t.channel].direction ==
                              suite::Direction::input) {
          state.awaited.push_back(state.observations.size());
        }
        state.observations.push_back(std::move(made));
        break;
      case suite::Action::quiescence:
        state.silences.push_back(std::move(made));
        break;
    }
  }
  taker.end();
}

}  // namespace catenary::exec
