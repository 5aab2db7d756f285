// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test-case trees: each state is a function with one alt statement. Its
/// branches are the messages that may arrive, the stimulation that is due, and
/// silence up to the time-out. A branch binds the variables of its transition
/// and evaluates the guards, since those of TTCN-3 cannot mention what is
/// received.
#include <algorithm>
#include <set>
#include <utility>

#include "base/error.h"
#include "report/console/console.h"
#include "report/export/tree_names.h"
#include "report/export/ttcn3/ttcn3_tests.h"
#include "report/export/ttcn3/ttcn3_text.h"

namespace catenary::report {

namespace {

using suite::Action;
using suite::TreeTransition;

class TreeModule {
 public:
  TreeModule(const suite::Test& test,
             const suite::Signature& signature,
             const Ttcn3Interface& names,
             const std::map<std::uint32_t, PlannedStimulation>& plan,
             std::string id)
      : test_(test),
        tree_(suite::with_own_terms(test.tree)),
        signature_(signature),
        names_(names),
        plan_(plan),
        id_(std::move(id)) {}

  std::string write() {
    std::string variables;
    for (const suite::TreeVariable& v : tree_.variables) {
      variables += declare(v.name, v.sort);
    }
    for (const suite::TreeState& s : tree_.states) {
      for (const suite::TreeDefinition& d : s.definitions) {
        if (!variables_.contains(d.name)) variables += declare(d.name, d.sort);
      }
    }
    enter(0);
    std::string out = "  type component Tester_" + id_ + " extends Tester {\n" +
                      variables + "  }\n\n" + states_;
    out += "  // Test " + short_id(test_.id) + about() + "\n";
    out += "  testcase tc_" + id_ + "() runs on Tester_" + id_ +
           " system Tester {\n    f_start();\n    " + state_name(0) +
           "();\n  }\n\n";
    return out;
  }

 private:
  std::string about() const {
    std::string out;
    for (const std::string& g : test_.goals)
      out += (out.empty() ? ": " : ", ") + printable(g);
    return out;
  }

  std::string declare(const std::string& name, const logic::Sort& sort) {
    const char* type = nullptr;
    switch (sort.kind()) {
      case logic::SortKind::boolean:
        type = "boolean";
        break;
      case logic::SortKind::integer:
        type = "integer";
        break;
      case logic::SortKind::real:
        type = "float";
        break;
      default:
        // Only a formula that mentions it needs a form of it.
        return {};
    }
    const std::string id = ids_.unique("v_" + as_identifier(name));
    variables_[name] = id;
    return "    var " + std::string(type) + " " + id + ";\n";
  }

  std::string state_name(std::uint32_t state) const {
    return "f_" + id_ + "_" + std::to_string(state);
  }

  std::string where(std::uint32_t state) const {
    return "test " + short_id(test_.id) + ", state " +
           printable(tree_.states[state].name);
  }

  /// Makes a variable known to the formulas that follow.
  void know(const std::string& name) {
    const auto at = variables_.find(name);
    const logic::Term t = tree_.terms->find_variable(name);
    if (t.valid() && at != variables_.end()) known_[t] = at->second;
  }

  std::string formula(const suite::Formula& f, std::uint32_t state) const {
    return ttcn3_expression(f.term, known_, where(state));
  }

  /// Writes a state and all that follow it. `known_` is what is bound on the
  /// way to it.
  void enter(std::uint32_t state) {
    if (!entered_.insert(state).second) {
      throw base::InputError({},
                             where(state) +
                                 ": several transitions lead here; expected a "
                                 "tree",
                             "ttcn3-export");
    }
    const Ttcn3Names before = known_;
    std::string text = "  // State " + printable(tree_.states[state].name) +
                       "\n  function " + state_name(state) +
                       "() runs on Tester_" + id_ + " {\n";
    text += variables_of(state) + definitions(state);
    const std::string time_out = ttcn3_float(tree_.states[state].time_out);
    text +=
        "    all timer.stop;\n    t_clock.start(c_long);\n"
        "    t_silence.start(" +
        time_out + " * tsp_unit);\n";
    const auto planned = plan_.find(state);
    if (planned != plan_.end()) {
      text += "    t_stimulus.start(" + ttcn3_float(planned->second.delay) +
              " * tsp_unit);\n";
    }
    text += "    alt {\n" + receptions(state);
    if (planned != plan_.end()) text += stimulation(planned->second, state);
    text += silence(state) + "    }\n  }\n\n";
    known_ = before;
    // TTCN-3 knows functions before they are declared, so the order is free.
    states_ += text;
  }

  /// Definitions over hidden values have no value: only formulas with
  /// quantifiers mention them.
  std::string definitions(std::uint32_t state) {
    std::string out;
    for (const suite::TreeDefinition& d : tree_.states[state].definitions) {
      const auto id = variables_.find(d.name);
      if (id == variables_.end()) continue;
      try {
        out += "    " + id->second + " := " + formula(d.value, state) + ";\n";
      } catch (const base::InputError&) {
        continue;  // whoever mentions it is refused
      }
      know(d.name);
    }
    return out;
  }

  /// One variable for the message of each channel that may be received.
  std::string variables_of(std::uint32_t state) const {
    std::string out;
    for (std::uint32_t c = 0; c < signature_.channels.size(); ++c) {
      if (signature_.channels[c].parameters.empty()) continue;
      if (!is_received(state, c)) continue;
      out += "    var " + names_.messages[c] + " v_message_" +
             std::to_string(c) + ";\n";
    }
    return out;
  }

  bool is_received(std::uint32_t state, std::uint32_t channel) const {
    return std::any_of(tree_.transitions.begin(),
                       tree_.transitions.end(),
                       [&](const TreeTransition& t) {
                         return t.from == state && t.channel == channel &&
                                t.action == Action::observe;
                       });
  }

  std::string receptions(std::uint32_t state) {
    std::string out;
    for (std::uint32_t c = 0; c < signature_.channels.size(); ++c) {
      if (!is_received(state, c)) continue;
      const std::string number = std::to_string(c);
      const bool empty = signature_.channels[c].parameters.empty();
      out += "      [] sut.receive(" + names_.messages[c] + ":?)" +
             (empty ? "" : " -> value v_message_" + number) + " {\n";
      bool first = true;
      for (const TreeTransition& t : tree_.transitions) {
        if (t.from != state || t.channel != c || t.action != Action::observe) {
          continue;
        }
        // A message and the end of the time-out may come together.
        std::vector<std::string> values;
        for (std::size_t i = 0; i < t.variables.size(); ++i) {
          values.push_back("v_message_" + number + "." +
                           names_.fields[c].at(i));
        }
        out += branch(
            t,
            state,
            "f_elapsed(" + ttcn3_float(tree_.states[state].time_out) + ")",
            values,
            first);
        first = false;
      }
      out += otherwise(state) + "      }\n";
    }
    return out + "      [] sut.receive {\n        testcase.stop(" +
           ttcn3_string(where(state) +
                        ": the tree has no transition for the message") +
           ");\n      }\n";
  }

  std::string otherwise(std::uint32_t state) const {
    return "        testcase.stop(" +
           ttcn3_string(where(state) + ": no guard holds for what was seen") +
           ");\n";
  }

  /// Binds the variables of a transition and takes it if its guard holds.
  std::string branch(const TreeTransition& t,
                     std::uint32_t state,
                     const std::string& delay,
                     const std::vector<std::string>& values,
                     bool first) {
    const Ttcn3Names before = known_;
    std::string out = bind(t, delay, values, first);
    out += "        if (" + formula(t.guard, state) + ") {\n" + target(t) +
           "          return;\n        }\n";
    known_ = before;
    return out;
  }

  std::string bind(const TreeTransition& t,
                   const std::string& delay,
                   const std::vector<std::string>& values,
                   bool first) {
    std::string out;
    // The clock is read once.
    if (first) out += "        v_delay := " + delay + ";\n";
    if (!t.delay.empty()) {
      out += "        " + variables_.at(t.delay) + " := v_delay;\n";
      know(t.delay);
    }
    for (std::size_t i = 0; i < t.variables.size(); ++i) {
      const auto id = variables_.find(t.variables[i]);
      if (id == variables_.end()) continue;
      out +=
          "        " + id->second + " := " + converted(values[i], t, i) + ";\n";
      know(t.variables[i]);
    }
    return out;
  }

  /// Terms compute in Reals where the channel has integers.
  std::string converted(const std::string& value,
                        const TreeTransition& t,
                        std::size_t i) const {
    const auto& parameters = signature_.channels[t.channel].parameters;
    const logic::Term v = tree_.terms->find_variable(t.variables[i]);
    const bool widen = t.action == Action::observe && v.valid() &&
                       v.sort() == logic::Sort::real() &&
                       parameters[i].sort() == logic::Sort::integer();
    return widen ? "int2float(" + value + ")" : value;
  }

  std::string target(const TreeTransition& t) {
    if (!t.to_leaf) {
      enter(t.to);
      return "          " + state_name(t.to) + "();\n";
    }
    const suite::TreeLeaf& leaf = tree_.leaves[t.to];
    const std::string reason = ttcn3_string(
        leaf.reason.empty() ? leaf.name : leaf.name + ": " + leaf.reason);
    switch (leaf.verdict) {
      case suite::Verdict::pass:
        return "          setverdict(pass);\n";
      case suite::Verdict::fail:
        return "          setverdict(fail, " + reason + ");\n";
      case suite::Verdict::inconclusive:
        return "          setverdict(inconc, " + reason + ");\n";
      case suite::Verdict::error:
        break;
    }
    return "          testcase.stop(" + reason + ");\n";
  }

  std::string stimulation(const PlannedStimulation& planned,
                          std::uint32_t state) {
    const TreeTransition& t = tree_.transitions.at(planned.transition);
    std::vector<std::string> bound;
    std::vector<std::string> sent;
    const auto& parameters = signature_.channels[t.channel].parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      logic::Value v = i < planned.values.size()
                           ? planned.values[i]
                           : suite::default_value(parameters[i]);
      bound.push_back(ttcn3_value(v));
      // Terms compute in Reals where the channel has integers.
      if (parameters[i].sort() == logic::Sort::integer() &&
          v.kind() == logic::SortKind::real) {
        v = logic::Value::integer(v.as_real().get_num());
      }
      sent.push_back(ttcn3_value(v));
    }
    std::string message = names_.messages[t.channel] + ":{";
    for (std::size_t i = 0; i < sent.size(); ++i) {
      message += (i > 0 ? ", " : "") + sent[i];
    }
    const Ttcn3Names before = known_;
    std::string out =
        "      [] t_stimulus.timeout {\n" +
        bind(t,
             "f_elapsed(" + ttcn3_float(tree_.states[state].time_out) + ")",
             bound,
             true);
    // A stimulation that comes too late is not sent; the system may still say
    // something.
    out += "        if (not " + formula(t.guard, state) +
           ") { repeat; }\n        sut.send(" + message + "});\n" + target(t) +
           "      }\n";
    known_ = before;
    return out;
  }

  std::string silence(std::uint32_t state) {
    std::string out = "      [] t_silence.timeout {\n";
    bool first = true;
    for (const TreeTransition& t : tree_.transitions) {
      if (t.from != state || t.action != Action::quiescence) continue;
      out += branch(
          t, state, ttcn3_float(tree_.states[state].time_out), {}, first);
      first = false;
    }
    return out + otherwise(state) + "      }\n";
  }

  const suite::Test& test_;
  suite::Tree tree_;
  const suite::Signature& signature_;
  const Ttcn3Interface& names_;
  const std::map<std::uint32_t, PlannedStimulation>& plan_;
  std::string id_;
  Identifiers ids_;
  std::map<std::string, std::string> variables_;  ///< of the tree, in TTCN-3
  Ttcn3Names known_;                              ///< those with a value
  std::set<std::uint32_t> entered_;
  std::string states_;
};

}  // namespace

std::string ttcn3_tree(const suite::Test& test,
                       const suite::Signature& signature,
                       const Ttcn3Interface& names,
                       const std::map<std::uint32_t, PlannedStimulation>& plan,
                       const std::string& id) {
  return TreeModule(test, signature, names, plan, id).write();
}

}  // namespace catenary::report
