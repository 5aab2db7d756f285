// SPDX-License-Identifier: Apache-2.0
/// \file
/// Texts for drawings of test-case trees.
#include "report/export/drawing/tree_labels.h"

#include <algorithm>

#include "logic/term/infix.h"
#include "report/console/console.h"
#include "report/export/tree_names.h"

namespace catenary::report {

namespace {

/// "In? a, b" or "Out! x": what happens on a transition, as timed models write
/// it.
std::string event_text(const suite::TreeTransition& t,
                       const suite::Signature& signature) {
  if (t.action == suite::Action::quiescence) return "silence";
  std::string out = signature.channels[t.channel].name +
                    (t.action == suite::Action::stimulate ? "!" : "?");
  for (std::size_t i = 0; i < t.variables.size(); ++i) {
    out += (i == 0 ? " " : ", ") + t.variables[i];
  }
  return out;
}

}  // namespace

std::string formula_text(const suite::Formula& formula) {
  // Calls of functions are shorter than what they mean.
  const std::string smtlib = suite::to_smtlib(formula);
  const std::size_t longest = smtlib.size() + smtlib.size() / 2 + 20;
  return logic::to_infix(formula.term, logic::InfixStyle::readable, longest)
      .value_or(smtlib);
}

TreeLabels::TreeLabels(const suite::Tree& tree,
                       const suite::Signature& signature) {
  // Names of verdicts come from the suite and must not collide with those that
  // are given to states.
  Identifiers ids;
  for (std::size_t i = 0; i < tree.states.size(); ++i) {
    (void)ids.unique("q" + std::to_string(i));  // nodes of states
  }
  for (const suite::TreeLeaf& leaf : tree.leaves) {
    // Leaves of the same name are drawn as one node.
    const auto there =
        std::ranges::find(verdicts_, leaf.name, &DrawnVerdict::name);
    drawn_.push_back(static_cast<std::size_t>(there - verdicts_.begin()));
    if (there == verdicts_.end()) {
      verdicts_.push_back({leaf.name, ids.unique(leaf.name), leaf.verdict});
    }
  }
  for (const suite::TreeState& s : tree.states) {
    std::vector<std::string>& lines = states_.emplace_back();
    lines.push_back(
        printable(s.name + " (silence: " + s.time_out.get_str() + ")"));
    for (const suite::TreeDefinition& d : s.definitions) {
      lines.push_back(printable(d.name + " = " + formula_text(d.value)));
    }
  }
  for (const suite::TreeTransition& t : tree.transitions) {
    std::string text = event_text(t, signature);
    if (!t.delay.empty()) text += " after " + t.delay;
    // Nothing is said of a guard that always holds.
    if (!t.guard.term.is_true()) text += " [" + formula_text(t.guard) + "]";
    if (!t.rule.empty()) text += " " + t.rule;
    transitions_.push_back(printable(text));
  }
}

}  // namespace catenary::report
