// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes test-case trees as one XLIA system: the tester as a state machine.
///
/// Its inputs are the outputs of the system under test. Where a suite has
/// several trees, the first state may go to any of them. Constructs that XLIA
/// cannot express are refused with their place, not left out.
#include "report/export/xlia_tree.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "logic/term/infix.h"
#include "logic/term/substitute.h"
#include "report/console/console.h"
#include "report/export/tree_names.h"
#include "suite/adaptive.h"

namespace catenary::report {

namespace {

using logic::Op;
using logic::SortKind;
using logic::Term;

/// Refuses the suite.
[[noreturn]] void fail(const std::string& message) {
  throw base::InputError({}, message, "xlia-export");
}

/// Null where XLIA has no type for the sort.
const char* type_of(const logic::Sort& sort) {
  switch (sort.kind()) {
    case SortKind::boolean:
      return "bool";
    case SortKind::integer:
      return "int";
    case SortKind::real:
      return "rational";
    default:
      return nullptr;
  }
}

/// The parts that all trees of a suite share: ports, verdicts and the names in
/// use.
struct System {
  const suite::Suite& suite;
  Identifiers names;  ///< of variables, ports and states
  /// By channel, and whether it is stimulated.
  std::map<std::pair<std::uint32_t, bool>, std::string> ports;
  std::map<std::string, std::string> verdicts;  ///< states, by leaf name
  std::string port_text, variable_text, state_text;

  /// Declares a variable under a new name.
  std::string variable(const std::string& wanted, const char* type) {
    std::string name = names.unique(wanted);
    variable_text += "    var " + std::string(type) + " " + name + ";\n";
    return name;
  }

  /// The port of a channel in one direction, declared when it is first used.
  /// The tester sends what stimulates the system.
  std::string port(std::uint32_t channel, bool stimulated) {
    const auto [it, is_new] = ports.try_emplace({channel, stimulated});
    if (!is_new) return it->second;
    const suite::Channel& c = suite.signature.channels[channel];
    it->second = names.unique(c.name);
    std::string types;
    for (const suite::Signal& p : c.parameters) {
      const char* type = type_of(p.sort());
      if (type == nullptr) {
        fail("channel " + c.name + " carries a value of type " + p.type +
             ", which XLIA does not have");
      }
      types += (types.empty() ? "( " : ", ") + std::string(type);
    }
    if (!types.empty()) types += " )";
    port_text += std::string("    port ") +
                 (stimulated ? "output " : "input ") + it->second + types +
                 ";\n";
    return it->second;
  }

  /// The state that ends with a verdict, one for all trees.
  std::string verdict(const std::string& leaf) {
    const auto [it, is_new] = verdicts.try_emplace(leaf);
    if (is_new) it->second = names.unique(leaf);
    return it->second;
  }
};

/// Writes the states of one tree.
class TreeWriter {
 public:
  TreeWriter(System& system, const suite::Test& test, std::string prefix)
      : system_(system),
        tree_(suite::with_own_terms(test.tree)),
        terms_(*tree_.terms),
        test_(short_id(test.id)),
        prefix_(std::move(prefix)) {}

  /// Writes all states; the name of the first. `start` marks it as where the
  /// system begins.
  std::string run(bool start) {
    // All names first: a state may lead to a later one.
    for (const suite::TreeVariable& v : tree_.variables) declare(v.name);
    for (const suite::TreeState& s : tree_.states) {
      for (const suite::TreeDefinition& d : s.definitions) declare(d.name);
      states_.push_back(system_.names.unique(prefix_ + s.name));
    }
    for (std::uint32_t i = 0; i < states_.size(); ++i) {
      state(i, start && i == 0);
    }
    return states_[0];
  }

 private:
  /// Declares a variable of the tree. One that no formula reads needs none.
  void declare(const std::string& name) {
    const Term old = terms_.find_variable(name);
    // A name may be declared in several states, always for the same variable.
    if (!old.valid() || renamed_.contains(old)) return;
    const char* type = type_of(old.sort());
    if (type == nullptr) {
      fail("test " + test_ + ": variable " + name + " is of sort " +
           old.sort().to_string() + ", which XLIA does not have");
    }
    names_[name] = system_.variable(prefix_ + name, type);
    renamed_[old] = name_as_term(names_[name], old.sort());
  }

  /// The XLIA name as a variable of the same terms. It lives beside the names
  /// of the tree, one of which may be the same.
  Term name_as_term(const std::string& name, const logic::Sort& sort) {
    const Term there = terms_.find_variable(name);
    // Only the printed name matters, so the same variable may stand for both,
    // if its sort is the same.
    if (!there.valid()) return terms_.variable(name, sort);
    if (there.sort() == sort) return there;
    fail("test " + test_ + ": the name " + name + " stands for two sorts");
  }

  /// A line of a transition.
  void line(const std::string& text) {
    system_.state_text += "        " + text + "\n";
  }

  /// One state with all that leaves it.
  void state(std::uint32_t index, bool start) {
    system_.state_text += std::string("    state") +
                          (start ? "< start >" : "") + " " + states_[index] +
                          " {\n";
    // Transitions are named within their state.
    Identifiers names;
    for (const suite::TreeTransition& t : tree_.transitions) {
      if (t.from == index) transition(t, names);
    }
    system_.state_text += "    }\n";
  }

  /// One transition. The clock `cl` runs from when the state was entered.
  void transition(const suite::TreeTransition& t, Identifiers& names) {
    const bool silent = t.action == suite::Action::quiescence;
    const bool sends = t.action == suite::Action::stimulate;
    const std::string what =
        silent ? "silence" : system_.suite.signature.channels[t.channel].name;
    // For error messages.
    about_ = "test " + test_ + ", state " + tree_.states[t.from].name + ", " +
             (t.rule.empty() ? "" : t.rule + " ") + what;
    const std::string target =
        t.to_leaf ? system_.verdict(tree_.leaves[t.to].name) : states_[t.to];
    system_.state_text += "      transition " +
                          names.unique(t.rule + "_" + what) + " --> " + target +
                          " {\n";
    const std::string values = silent ? "" : message(t);
    if (silent) {
      // Silence is over exactly when its time is.
      line("tguard cl == " +
           expression(terms_.constant(
               logic::Value::real(tree_.states[t.from].time_out))) +
           ";");
    } else if (sends) {
      // The tester may send any values that satisfy the guard.
      for (const std::string& v : t.variables) {
        line("newfresh( " + names_.at(v) + " );");
      }
    } else {
      line("input " + values + ";");
    }
    // The delay is a variable of the guard, so it comes first.
    if (!t.delay.empty()) line(names_.at(t.delay) + " := cl;");
    guard(t.guard.term);
    // After the guard, which speaks of the values to be sent.
    if (sends) line("output " + values + ";");
    if (!t.to_leaf) enter(t.to);
    system_.state_text += "      }\n";
  }

  /// Port and variables. A tree need not look at all values of a message: for
  /// the others there are variables that nobody reads.
  std::string message(const suite::TreeTransition& t) {
    const suite::Channel& c = system_.suite.signature.channels[t.channel];
    const bool sends = t.action == suite::Action::stimulate;
    const std::string port = system_.port(t.channel, sends);
    std::string values;
    for (std::size_t i = 0; i < c.parameters.size(); ++i) {
      values += values.empty() ? "( " : ", ";
      if (i < t.variables.size()) {
        values += names_.at(t.variables[i]);
        continue;
      }
      std::string& unread = unread_[{t.channel, i}];
      if (unread.empty()) {
        unread =
            system_.variable(prefix_ + c.name + "_" + std::to_string(i + 1),
                             type_of(c.parameters[i].sort()));
      }
      values += unread;
    }
    return values.empty() ? port : port + values + " )";
  }

  /// The condition under which the transition is taken, if there is any.
  void guard(Term condition) {
    std::vector<std::string> hidden;
    condition = without_exists(condition, hidden);
    for (const std::string& h : hidden) line("newfresh( " + h + " );");
    if (!condition.is_true()) line("guard " + expression(condition) + ";");
  }

  /// The statements that enter a state: the clock is reset and the definitions
  /// of the state are computed.
  void enter(std::uint32_t state) {
    line("cl := 0;");
    for (const suite::TreeDefinition& d : tree_.states[state].definitions) {
      assign(names_.at(d.name), logic::lift_conditions(terms_, d.value.term));
    }
  }

  /// An assignment. XLIA has if-then-else as a statement only, so conditions
  /// within the value become statements round it.
  void assign(const std::string& name, Term value) {
    if (!value.valid()) fail(about_ + ": too many conditions");
    if (value.op() != Op::ite) {
      return line(name + " := " + expression(value) + ";");
    }
    line("if ( " + expression(value[0]) + " ) {");
    assign(name, value[1]);
    line("} else {");
    assign(name, value[2]);
    line("}");
  }

  /// Without quantifiers. Some value of a hidden variable satisfies a guard
  /// exactly if a fresh one does. Not under a negation, where it would have to
  /// be all of them: what is left there is refused as XLIA.
  Term without_exists(Term t, std::vector<std::string>& hidden) {
    if (t.op() == Op::exists) {
      logic::Substitution fresh;
      for (std::size_t i = 0; i + 1 < t.operands().size(); ++i) {
        const char* type = type_of(t[i].sort());
        if (type == nullptr) fail(about_ + ": a sort XLIA does not have");
        const std::string name =
            system_.variable(prefix_ + "some_" + t[i].name(), type);
        hidden.push_back(name);
        const Term there = name_as_term(name, t[i].sort());
        fresh[t[i]] = there;
        // No name of the tree, and not to be renamed again.
        renamed_[there] = there;
      }
      const Term body = t[t.operands().size() - 1];
      return without_exists(logic::substitute(terms_, body, fresh), hidden);
    }
    if (t.op() != Op::logical_and && t.op() != Op::logical_or) return t;
    std::vector<Term> operands;
    for (const Term o : t.operands()) {
      operands.push_back(without_exists(o, hidden));
    }
    return terms_.make(t.op(), operands);
  }

  /// The text of a formula with XLIA's names.
  std::string expression(Term t) {
    Term here = logic::substitute(terms_, t, renamed_);
    // Conditions within arithmetic would have no form either.
    here = logic::lift_conditions(terms_, here);
    if (!here.valid()) fail(about_ + ": too many conditions");
    if (const auto op = logic::outside_xlia(here)) {
      fail(about_ + ": XLIA has no way to write '" + *op +
           "' (SMT-LIB has: --to smtlib)");
    }
    const auto text = logic::to_infix(here, logic::InfixStyle::xlia);
    if (!text) fail(about_ + ": the guard has more than a million characters");
    return *text;
  }

  System& system_;
  suite::Tree tree_;
  logic::TermManager& terms_;
  std::string test_;
  std::string prefix_;
  std::map<std::string, std::string> names_;  ///< of the tree, in XLIA
  logic::Substitution renamed_;               ///< the same, as terms
  std::vector<std::string> states_;
  std::map<std::pair<std::uint32_t, std::size_t>, std::string> unread_;
  std::string about_;
};

}  // namespace

std::string write_xlia(const suite::Suite& suite) {
  std::vector<const suite::Test*> trees;
  for (const suite::Test& test : suite.tests) {
    if (suite::is_automaton(test) && !test.tree.states.empty()) {
      trees.push_back(&test);
    }
  }
  if (trees.empty()) {
    fail(
        "the suite does not have a test-case tree; only trees can be written "
        "as "
        "XLIA");
  }
  System system{suite, {}, {}, {}, "", "", ""};
  // The clock's name is taken, whatever the tree calls its variables.
  (void)system.names.unique("cl");
  const std::string choice = trees.size() > 1 ? system.names.unique("any") : "";
  std::string choices;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    const std::string prefix = trees.size() > 1 ? "t" + number + "_" : "";
    const std::string first =
        TreeWriter(system, *trees[i], prefix).run(trees.size() == 1);
    choices += "      transition test_" + number + " --> " + first +
               " { cl := 0; }  // " + short_id(trees[i]->id) + "\n";
  }
  std::string out = "// Test cases for " + printable(suite.model.path) +
                    ": the tester's side.\n"
                    "@xlia< system , 1.0 >:\n\ntimed system Tests {\n"
                    "@composite:\n  statemachine Tester {\n  @public:\n" +
                    system.port_text +
                    "  @private:\n    var clock urational "
                    "cl;\n" +
                    // The states are written before the variables, which come
                    // up on the way.
                    system.variable_text + "  @region:\n";
  if (!choice.empty()) {
    out += "    state< start > " + choice + " {\n" + choices + "    }\n";
  }
  out += system.state_text;
  for (const auto& [leaf, name] : system.verdicts) {
    out += "    state< terminal > " + name + ";\n";
  }
  out += "  @com:\n    connect< env > {\n";
  for (const auto& [key, name] : system.ports) {
    out += std::string("      ") + (key.second ? "output " : "input ") + name +
           ";\n";
  }
  return out + "    }\n  }\n}\n";
}

}  // namespace catenary::report
