// SPDX-License-Identifier: Apache-2.0
/// \file
/// Draws the tests of a suite with DOT (Graphviz) and PlantUML.
///
/// A test of steps is a path of nodes in DOT and a sequence diagram in
/// PlantUML; adaptive tests and trees are graphs in both. All texts pass
/// printable(), and are then quoted as the format asks.
#include "report/export/diagram.h"

#include <string_view>
#include <vector>

#include "report/console/console.h"
#include "report/export/message_diagram.h"
#include "report/export/tree_labels.h"
#include "suite/adaptive.h"

namespace catenary::report {
namespace {

using suite::Signal;

/// "gas (4)" where the signal has a name for the value, else "4".
std::string value_text(const Signal& signal, const logic::Value& value) {
  for (const auto& [name, named] : signal.names) {
    if (named == value) return name + " (" + value.to_string() + ")";
  }
  return value.to_string();
}

/// "a = 1, b = 2", with the names of values.
std::string assignments_text(const std::vector<suite::Assignment>& list,
                             const std::vector<Signal>& signals) {
  std::string out;
  for (const suite::Assignment& a : list) {
    if (!out.empty()) out += ", ";
    out +=
        signals[a.signal].name + " = " + value_text(signals[a.signal], a.value);
  }
  return printable(out);
}

/// "a = 1, b in [0, 3]" of what is expected.
std::string expectations_text(
    const std::vector<suite::ExpectedOutput>& expected,
    const std::vector<Signal>& signals) {
  std::string out;
  for (const suite::ExpectedOutput& e : expected) {
    if (!out.empty()) out += ", ";
    const Signal& signal = signals[e.signal];
    out += signal.name;
    if (const auto* v = std::get_if<logic::Value>(&e.expectation)) {
      out += " = " + value_text(signal, *v);
      // A formula speaks of itself; sets and intervals need the "in".
    } else if (std::holds_alternative<suite::Formula>(e.expectation)) {
      out += ": " + suite::to_string(e.expectation);
    } else {
      out += " in " + suite::to_string(e.expectation);
    }
  }
  return printable(out);
}

/// Names with commas between them.
std::string names_text(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) {
    out += (out.empty() ? "" : ", ") + name;
  }
  return printable(out);
}

/// "Button(3) at 5", with the expectations of its values and its time.
std::string event_text(const suite::Event& event,
                       const suite::Signature& signature) {
  std::string out = signature.channels[event.channel].name + "(";
  for (std::size_t i = 0; i < event.values.size(); ++i) {
    out += (i == 0 ? "" : ", ") + suite::to_string(event.values[i]);
  }
  return printable(out + ") at " + event.at.get_str());
}

/// A string of DOT, which knows no other escapes than these two.
std::string dot_quote(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

/// Colours that both formats know.
const char* dot_colour(suite::Verdict verdict) {
  switch (verdict) {
    case suite::Verdict::pass:
      return "palegreen";
    case suite::Verdict::fail:
    case suite::Verdict::error:
      return "lightpink";
    case suite::Verdict::inconclusive:
      return "lightyellow";
  }
  return "lightpink";
}

/// Lines of a label in one string. Both DOT and PlantUML have "\n" for a line
/// end, which must not be quoted again.
std::string lines_text(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) {
    const std::string quoted = dot_quote(line);
    out += (out.empty() ? "" : "\\n") + quoted.substr(1, quoted.size() - 2);
  }
  return "\"" + out + "\"";
}

/// A test-case tree: states as ellipses, verdicts as boxes, each drawn once.
void dot_tree(const suite::Test& test,
              const suite::Signature& signature,
              const std::string& prefix,
              std::string& out) {
  // The names of nodes have the prefix of the test, since all tests share the
  // name space of one graph.
  const TreeLabels labels(test.tree, signature);
  for (std::uint32_t i = 0; i < test.tree.states.size(); ++i) {
    out += "    " + prefix + "q" + std::to_string(i) +
           " [label=" + lines_text(labels.state(i)) + "];\n";
  }
  for (const DrawnVerdict& v : labels.verdicts()) {
    out += "    " + prefix + v.id +
           " [shape=box, style=filled, fillcolor=" + dot_colour(v.verdict) +
           ", label=" + dot_quote(printable(v.name)) + "];\n";
  }
  for (std::uint32_t i = 0; i < test.tree.transitions.size(); ++i) {
    const suite::TreeTransition& t = test.tree.transitions[i];
    out +=
        "    " + prefix + "q" + std::to_string(t.from) + " -> " + prefix +
        (t.to_leaf ? labels.verdict_of(t.to).id : "q" + std::to_string(t.to)) +
        " [label=" + dot_quote(labels.transition(i)) + "];\n";
  }
}

/// A chain of nodes: numbers of steps and the goals reached, with the inputs
/// between them.
void dot_path(const suite::Test& test,
              const suite::Signature& signature,
              const std::string& prefix,
              std::string& out) {
  const auto node = [&](std::size_t i, const std::vector<std::string>& goals) {
    // Nodes that reach goals stand out.
    out += "    " + prefix + "s" + std::to_string(i) + " [label=" +
           dot_quote(goals.empty()
                         ? std::to_string(i)
                         : std::to_string(i) + ": " + names_text(goals)) +
           (goals.empty() ? "" : ", style=filled, fillcolor=palegreen") +
           "];\n";
  };
  node(0, test.initial_goals);
  for (std::size_t i = 0; i < test.steps.size(); ++i) {
    node(i + 1, test.steps[i].goals);
  }
  for (std::size_t i = 0; i < test.steps.size(); ++i) {
    std::string label =
        assignments_text(test.steps[i].inputs, signature.inputs);
    for (const suite::Event& event : test.steps[i].events) {
      label += (label.empty() ? "" : ", ") + event_text(event, signature);
    }
    out += "    " + prefix + "s" + std::to_string(i) + " -> " + prefix + "s" +
           std::to_string(i + 1) + " [label=" + dot_quote(label) + "];\n";
  }
}

/// The inputs that are sent and the outputs that are expected then, as lines of
/// a label.
std::vector<std::string> adaptive_lines(const suite::Step& step,
                                        const suite::Signature& signature) {
  std::vector<std::string> out{assignments_text(step.inputs, signature.inputs)};
  if (!step.expect.empty()) {
    out.push_back("expected: " +
                  expectations_text(step.expect, signature.outputs));
  }
  return out;
}

/// Nodes are what is done, edges what is answered.
void dot_adaptive(const suite::Test& test,
                  const suite::Signature& signature,
                  const std::string& prefix,
                  std::string& out) {
  const auto name = [&](std::size_t i) {
    return prefix + "s" + std::to_string(i);
  };
  for (std::size_t i = 0; i < test.steps.size(); ++i) {
    const suite::Step& step = test.steps[i];
    std::vector<std::string> lines = adaptive_lines(step, signature);
    if (!step.goals.empty()) lines.push_back(names_text(step.goals));
    out += "    " + name(i) + " [label=" + lines_text(lines) +
           (step.goals.empty() ? "" : ", style=filled, fillcolor=palegreen") +
           "];\n";
  }
  for (std::size_t i = 0; i < test.steps.size(); ++i) {
    for (const suite::AdaptiveBranch& branch : test.steps[i].next) {
      out += "    " + name(i) + " -> " + name(branch.to) + " [label=" +
             dot_quote(expectations_text(branch.when, signature.outputs)) +
             "];\n";
    }
  }
}

/// A sequence diagram of a test of steps.
void plantuml_sequence(const suite::Test& test,
                       const suite::Signature& signature,
                       std::string& out) {
  out += "participant Tester\nparticipant SUT\n";
  // The reset sets the initial choices.
  out += "Tester -> SUT : reset";
  if (!test.initial.empty()) {
    out += " " + plain_text(assignments_text(test.initial, signature.initial));
  }
  out += "\n";
  const auto goals = [&](const std::vector<std::string>& ids) {
    if (!ids.empty()) {
      out += "note right of SUT : " + plain_text("goals " + names_text(ids)) +
             "\n";
    }
  };
  goals(test.initial_goals);
  for (std::size_t i = 0; i < test.steps.size(); ++i) {
    const suite::Step& step = test.steps[i];
    out += "== step " + std::to_string(i + 1) + " ==\n";
    if (!step.inputs.empty()) {
      out += "Tester -> SUT : " +
             plain_text(assignments_text(step.inputs, signature.inputs)) + "\n";
    }
    for (const suite::Event& event : step.events) {
      // Messages have arrow heads of their own, since nobody waits for an
      // answer.
      const bool sent = signature.channels[event.channel].direction ==
                        suite::Direction::input;
      out += (sent ? "Tester ->> SUT : " : "SUT ->> Tester : ") +
             plain_text(event_text(event, signature)) + "\n";
    }
    if (!step.expect.empty()) {
      out += "SUT --> Tester : " +
             plain_text(expectations_text(step.expect, signature.outputs)) +
             "\n";
    }
    goals(step.goals);
  }
}

/// A test-case tree as a diagram of states.
void plantuml_tree(const suite::Test& test,
                   const suite::Signature& signature,
                   std::string& out) {
  const TreeLabels labels(test.tree, signature);
  for (std::uint32_t i = 0; i < test.tree.states.size(); ++i) {
    out += "state " + lines_text(labels.state(i)) + " as q" +
           std::to_string(i) + "\n";
  }
  for (const DrawnVerdict& v : labels.verdicts()) {
    out += "state " + dot_quote(printable(v.name)) + " as " + v.id + " #" +
           dot_colour(v.verdict) + "\n";
  }
  if (!test.tree.states.empty()) out += "[*] --> q0\n";
  for (std::uint32_t i = 0; i < test.tree.transitions.size(); ++i) {
    const suite::TreeTransition& t = test.tree.transitions[i];
    out +=
        "q" + std::to_string(t.from) + " --> " +
        (t.to_leaf ? labels.verdict_of(t.to).id : "q" + std::to_string(t.to)) +
        " : " + plain_text(labels.transition(i)) + "\n";
  }
}

/// An adaptive test as a diagram of states, like dot_adaptive().
void plantuml_adaptive(const suite::Test& test,
                       const suite::Signature& signature,
                       std::string& out) {
  for (std::size_t i = 0; i < test.steps.size(); ++i) {
    const suite::Step& step = test.steps[i];
    std::vector<std::string> lines = adaptive_lines(step, signature);
    if (!step.goals.empty()) lines.push_back(names_text(step.goals));
    out += "state " + lines_text(lines) + " as s" + std::to_string(i) +
           (step.goals.empty() ? "" : " #palegreen") + "\n";
  }
  out += "[*] --> s0\n";
  for (std::size_t i = 0; i < test.steps.size(); ++i) {
    const suite::Step& step = test.steps[i];
    for (const suite::AdaptiveBranch& branch : step.next) {
      out += "s" + std::to_string(i) + " --> s" + std::to_string(branch.to);
      if (!branch.when.empty()) {
        out += " : " +
               plain_text(expectations_text(branch.when, signature.outputs));
      }
      out += "\n";
    }
    // The test may end where it reaches a goal, and ends where nothing follows.
    if (!step.goals.empty() || step.next.empty()) {
      out += "s" + std::to_string(i) + " --> [*]\n";
    }
  }
}

}  // namespace

std::string write_dot(const suite::Suite& suite) {
  std::string out = "digraph suite {\n  rankdir=LR;\n  node [shape=ellipse];\n";
  for (std::size_t i = 0; i < suite.tests.size(); ++i) {
    const suite::Test& test = suite.tests[i];
    const std::string prefix = "t" + std::to_string(i + 1) + "_";
    // A cluster for each test, or they would all be mixed in one drawing.
    out += "  subgraph cluster_t" + std::to_string(i + 1) + " {\n    label=" +
           dot_quote(std::string(suite::to_string(test.kind)) + " " +
                     short_id(test.id)) +
           ";\n";
    if (suite::is_adaptive(test)) {
      dot_adaptive(test, suite.signature, prefix, out);
    } else if (test.kind == suite::TestKind::tree) {
      dot_tree(test, suite.signature, prefix, out);
    } else {
      dot_path(test, suite.signature, prefix, out);
    }
    out += "  }\n";
  }
  return out + "}\n";
}

std::string write_plantuml(const suite::Suite& suite) {
  std::string out;
  for (std::size_t i = 0; i < suite.tests.size(); ++i) {
    const suite::Test& test = suite.tests[i];
    out += "@startuml test_" + std::to_string(i + 1) + "\n";
    out += "title " + std::string(suite::to_string(test.kind)) + " " +
           short_id(test.id) + "\n";
    if (suite::is_adaptive(test)) {
      plantuml_adaptive(test, suite.signature, out);
    } else if (test.kind == suite::TestKind::tree) {
      plantuml_tree(test, suite.signature, out);
      // Models that take one message a step have diagrams that show messages
      // rather than the signals which stand for them.
    } else if (delivers_messages(suite.signature)) {
      out += message_sequence(test, suite);
    } else {
      plantuml_sequence(test, suite.signature, out);
    }
    out += "@enduml\n";
  }
  return out;
}

}  // namespace catenary::report
