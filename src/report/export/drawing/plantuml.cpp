// SPDX-License-Identifier: Apache-2.0
/// \file
/// Draws the tests of a suite with PlantUML: a test of steps as a sequence
/// diagram, adaptive tests and trees as state diagrams.
#include "report/export/drawing/plantuml.h"

#include <string_view>
#include <vector>

#include "report/console/console.h"
#include "report/export/drawing/diagram.h"
#include "report/export/drawing/graph_texts.h"
#include "report/export/drawing/step_texts.h"
#include "report/export/drawing/tree_labels.h"
#include "suite/adaptive.h"

namespace catenary::report {

namespace {

/// Keeps PlantUML from reading a text as its markup: "**", "//" and others are
/// bold or italic, "<" and "[" begin tags and links. A "~" before a character
/// takes its meaning away.
std::string plain_text(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool doubled =
        i + 1 < text.size() && text[i + 1] == c &&
        std::string_view("*_/-\"~^=").find(c) != std::string_view::npos;
    if (doubled || c == '<' || c == '[') out += '~';
    out += c;
    if (doubled) {
      out += '~';
    }
  }
  return out;
}

/// A name for a participant. PlantUML has no escape for the quote.
std::string participant_name(const std::string& text) {
  std::string out = "\"";
  for (const char c : printable(text)) out += c == '"' ? '\'' : c;
  return out + "\"";
}

/// How a line begins, up to its text.
std::string beginning(const SequenceItem& item,
                      const std::string& from,
                      const std::string& to) {
  using Kind = SequenceItem::Kind;
  switch (item.kind) {
    case Kind::call:
      return from + " -> " + to;
    case Kind::answer:
      return from + " --> " + to;
    case Kind::message:
      return from + " ->> " + to;
    case Kind::note_left:
      return "note left of " + to;
    case Kind::note_right:
      return "note right of " + to;
    case Kind::note_over:
      return "note over " + to;
    case Kind::state:
      return "hnote over " + to;
    case Kind::divider:
      break;
  }
  return "";
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
    out += "state " + quoted_text(printable(v.name)) + " as " + v.id + " #" +
           verdict_colour(v.verdict) + "\n";
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

std::string to_plantuml(const SequenceDiagram& diagram) {
  std::string out;
  for (const SequenceDiagram::Participant& p : diagram.participants) {
    out += "participant " +
           (p.name.empty() ? "" : participant_name(p.name) + " as ") + p.alias +
           "\n";
  }
  for (const SequenceItem& item : diagram.items) {
    if (item.kind == SequenceItem::Kind::divider) {
      out += "== " + item.text + " ==\n";
      continue;
    }
    out += beginning(item,
                     diagram.participants[item.from].alias,
                     diagram.participants[item.to].alias) +
           " : " + plain_text(item.text) + "\n";
  }
  return out;
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
    } else {
      out += to_plantuml(sequence_of(test, suite));
    }
    out += "@enduml\n";
  }
  return out;
}

}  // namespace catenary::report
