// SPDX-License-Identifier: Apache-2.0
/// \file
/// Draws the tests of a suite with DOT (Graphviz): a test of steps as a path of
/// nodes, adaptive tests and trees as graphs. All texts pass printable(), and
/// are then quoted.
#include "report/export/drawing/diagram.h"

#include <vector>

#include "report/console/console.h"
#include "report/export/drawing/graph_texts.h"
#include "report/export/drawing/step_texts.h"
#include "report/export/drawing/tree_labels.h"
#include "suite/adaptive.h"

namespace catenary::report {
namespace {

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
           " [shape=box, style=filled, fillcolor=" + verdict_colour(v.verdict) +
           ", label=" + quoted_text(printable(v.name)) + "];\n";
  }
  for (std::uint32_t i = 0; i < test.tree.transitions.size(); ++i) {
    const suite::TreeTransition& t = test.tree.transitions[i];
    out +=
        "    " + prefix + "q" + std::to_string(t.from) + " -> " + prefix +
        (t.to_leaf ? labels.verdict_of(t.to).id : "q" + std::to_string(t.to)) +
        " [label=" + quoted_text(labels.transition(i)) + "];\n";
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
           quoted_text(goals.empty()
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
           std::to_string(i + 1) + " [label=" + quoted_text(label) + "];\n";
  }
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
             quoted_text(expectations_text(branch.when, signature.outputs)) +
             "];\n";
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
           quoted_text(std::string(suite::to_string(test.kind)) + " " +
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

}  // namespace catenary::report
