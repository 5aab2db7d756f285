// SPDX-License-Identifier: Apache-2.0
/// \file
/// Draws the tests of a suite with Mermaid: a test of steps as a sequence
/// diagram, adaptive tests and trees as state diagrams.
#include <set>
#include <vector>

#include "report/console/console.h"
#include "report/export/drawing/diagram.h"
#include "report/export/drawing/graph_texts.h"
#include "report/export/drawing/mermaid_text.h"
#include "report/export/drawing/sequence.h"
#include "report/export/drawing/step_texts.h"
#include "report/export/drawing/tree_labels.h"
#include "suite/adaptive.h"

namespace catenary::report {

namespace {

/// A label must not be empty.
std::string mermaid_label(const std::string& text) {
  return text.empty() ? "#8203;" : text;
}

std::string sequence_line(const SequenceItem& item,
                          const std::string& from,
                          const std::string& to) {
  using Kind = SequenceItem::Kind;
  const std::string text = mermaid_label(mermaid_text(item.text));
  switch (item.kind) {
    case Kind::call:
      return from + "->>" + to + ": " + text;
    case Kind::answer:
      return from + "-->>" + to + ": " + text;
    case Kind::message:
      return from + "-)" + to + ": " + text;
    case Kind::note_left:
      return "Note left of " + to + ": " + text;
    case Kind::note_right:
      return "Note right of " + to + ": " + text;
    case Kind::note_over:
      return "Note over " + to + ": " + text;
    case Kind::state:
      return "Note over " + to + ": state " + text;
    case Kind::divider:
      break;
  }
  return "";
}

std::string mermaid_sequence(const SequenceDiagram& diagram) {
  std::string out = "sequenceDiagram\n";
  for (const SequenceDiagram::Participant& p : diagram.participants) {
    out += "  participant " + p.alias +
           (p.name.empty() ? "" : " as " + mermaid_text(p.name)) + "\n";
  }
  // Mermaid has no dividers: a note over all participants.
  const std::string first = diagram.participants.front().alias;
  const std::string last = diagram.participants.back().alias;
  for (const SequenceItem& item : diagram.items) {
    if (item.kind == SequenceItem::Kind::divider) {
      out += "  Note over " + first + (first == last ? "" : "," + last) + ": " +
             mermaid_text(item.text) + "\n";
      continue;
    }
    out += "  " +
           sequence_line(item,
                         diagram.participants[item.from].alias,
                         diagram.participants[item.to].alias) +
           "\n";
  }
  return out;
}

/// A transition, with its label if it has one.
std::string mermaid_edge(const std::string& from,
                         const std::string& to,
                         const std::string& label) {
  return "  " + from + " --> " + to +
         (label.empty() ? "" : " : " + mermaid_text(label)) + "\n";
}

std::string mermaid_state(const std::string& id,
                          const std::vector<std::string>& lines) {
  return "  state \"" + mermaid_label(mermaid_lines(lines)) + "\" as " + id +
         "\n";
}

/// A class with a colour; the text stays readable on dark pages.
std::string colour_class(const std::string& colour) {
  return "  classDef " + colour + " fill:" + colour + ",color:black\n";
}

std::string mermaid_tree(const suite::Test& test,
                         const suite::Signature& signature) {
  const TreeLabels labels(test.tree, signature);
  std::string out = "stateDiagram-v2\n";
  for (std::uint32_t i = 0; i < test.tree.states.size(); ++i) {
    out += mermaid_state("q" + std::to_string(i), labels.state(i));
  }
  for (const DrawnVerdict& v : labels.verdicts()) {
    out += mermaid_state("verdict_" + v.id, {v.name});
  }
  if (!test.tree.states.empty()) out += "  [*] --> q0\n";
  for (std::uint32_t i = 0; i < test.tree.transitions.size(); ++i) {
    const suite::TreeTransition& t = test.tree.transitions[i];
    out += mermaid_edge("q" + std::to_string(t.from),
                        t.to_leaf ? "verdict_" + labels.verdict_of(t.to).id
                                  : "q" + std::to_string(t.to),
                        labels.transition(i));
  }
  std::set<std::string> colours;
  for (const DrawnVerdict& v : labels.verdicts()) {
    const std::string colour = verdict_colour(v.verdict);
    if (colours.insert(colour).second) out += colour_class(colour);
    out += "  class verdict_" + v.id + " " + colour + "\n";
  }
  return out;
}

std::string mermaid_adaptive(const suite::Test& test,
                             const suite::Signature& signature) {
  const auto name = [](std::size_t i) { return "s" + std::to_string(i); };
  std::string out = "stateDiagram-v2\n";
  for (std::size_t i = 0; i < test.steps.size(); ++i) {
    const suite::Step& step = test.steps[i];
    std::vector<std::string> lines = adaptive_lines(step, signature);
    if (!step.goals.empty()) lines.push_back(names_text(step.goals));
    out += mermaid_state(name(i), lines);
  }
  out += "  [*] --> s0\n";
  std::string hits;
  for (std::size_t i = 0; i < test.steps.size(); ++i) {
    const suite::Step& step = test.steps[i];
    for (const suite::AdaptiveBranch& branch : step.next) {
      out += mermaid_edge(name(i),
                          name(branch.to),
                          expectations_text(branch.when, signature.outputs));
    }
    // The test may end where it reaches a goal, and ends where nothing follows.
    if (!step.goals.empty() || step.next.empty()) {
      out += mermaid_edge(name(i), "[*]", "");
    }
    if (!step.goals.empty()) hits += "  class " + name(i) + " palegreen\n";
  }
  return out + (hits.empty() ? "" : colour_class("palegreen") + hits);
}

}  // namespace

std::string write_mermaid(const suite::Suite& suite) {
  std::vector<MermaidDiagram> diagrams;
  for (const suite::Test& test : suite.tests) {
    MermaidDiagram d;
    d.title = std::string(suite::to_string(test.kind)) + " " +
              (test.name.empty() ? short_id(test.id) : test.name);
    if (suite::is_adaptive(test)) {
      d.content = mermaid_adaptive(test, suite.signature);
    } else if (test.kind == suite::TestKind::tree) {
      d.content = mermaid_tree(test, suite.signature);
    } else {
      d.content = mermaid_sequence(sequence_of(test, suite));
    }
    diagrams.push_back(std::move(d));
  }
  return write_mermaid_file(diagrams);
}

}  // namespace catenary::report
