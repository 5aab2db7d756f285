// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes test-case trees as SMT-LIB: variables, and each guard as a function.
///
/// The script asks nothing. It lets people and solvers see what the guards
/// mean, e.g. by an assertion added to it.
#include "report/export/smtlib.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "logic/value/value.h"
#include "report/console/console.h"
#include "report/export/tree_names.h"
#include "suite/adaptive.h"

namespace catenary::report {

namespace {

/// One line of comment, whatever the text holds.
std::string comment_line(const std::string& text) {
  return "; " + printable(text) + "\n";
}

/// Writes one tree.
class TreeScript {
 public:
  TreeScript(const suite::Tree& tree, const suite::Signature& signature)
      : tree_(tree), signature_(signature) {}

  std::string run() {
    for (const auto& v : tree_.variables) {
      out_ += "(declare-const " + logic::smtlib_symbol(v.name) + " " +
              v.sort.to_string() + ")\n";
    }
    for (const auto& f : tree_.functions)
      out_ += suite::define_function(f) + "\n";
    for (std::uint32_t s = 0; s < tree_.states.size(); ++s) state(s);
    return std::move(out_);
  }

 private:
  /// A state: its definitions, then the transitions that leave it.
  void state(std::uint32_t index) {
    // Names come from the model and may hold anything; in a comment they stay
    // on one line.
    const suite::TreeState& s = tree_.states[index];
    out_ += comment_line(s.name + ": silence is over after " +
                         s.time_out.get_str() + " " + signature_.time_unit);
    for (const auto& d : s.definitions) {
      define(logic::smtlib_symbol(d.name), d.sort.to_string(), d.value);
    }
    for (const suite::TreeTransition& t : tree_.transitions) {
      if (t.from == index) transition(t);
    }
  }

  /// A transition: a function without parameters whose body is its guard.
  void transition(const suite::TreeTransition& t) {
    const std::string target =
        t.to_leaf ? tree_.leaves[t.to].name : tree_.states[t.to].name;
    std::string what = suite::to_string(t.action);
    if (t.action != suite::Action::quiescence) {
      what += " " + message_text(t, signature_);
    }
    if (!t.delay.empty()) what += " after " + t.delay;
    out_ += comment_line(what + " -> " + target);
    const bool silent = t.action == suite::Action::quiescence;
    const std::string name = unique(
        tree_.states[t.from].name + (t.rule.empty() ? "" : " ") + t.rule + " " +
        (silent ? "silence" : signature_.channels[t.channel].name));
    define(logic::smtlib_symbol(name), "Bool", t.guard);
    // A stronger guard that does not depend on hidden values, where the tree
    // has one.
    if (!t.sure_guard.empty()) {
      define(
          logic::smtlib_symbol(unique(name + " sure")), "Bool", t.sure_guard);
    }
  }

  void define(const std::string& symbol,
              const std::string& sort,
              const suite::Formula& value) {
    out_ += "(define-fun " + symbol + " () " + sort + " " +
            suite::to_smtlib(value) + ")\n";
  }

  /// A name not used yet. The names of functions hold a blank, and none of a
  /// variable does, so the two kinds cannot collide.
  std::string unique(const std::string& wanted) {
    std::string name = wanted;
    for (int n = 2; !used_.insert(name).second; ++n) {
      name = wanted + " " + std::to_string(n);
    }
    return name;
  }

  const suite::Tree& tree_;
  const suite::Signature& signature_;
  std::set<std::string> used_;
  std::string out_;
};

}  // namespace

std::string write_smtlib(const suite::Suite& suite) {
  const auto trees = std::ranges::count_if(suite.tests, &suite::is_automaton);
  if (trees == 0) {
    throw base::InputError({},
                           "the suite does not have a test-case tree; only "
                           "trees can be written as "
                           "SMT-LIB",
                           "no-tree");
  }
  std::string out = "(set-logic ALL)\n";
  for (const suite::Test& test : suite.tests) {
    if (!suite::is_automaton(test)) continue;
    out += comment_line("test " + short_id(test.id) +
                        (test.note.empty() ? "" : ": " + test.note));
    // Different trees declare the same names. A level for each keeps them
    // apart.
    if (trees > 1) out += "(push 1)\n";
    out += TreeScript(test.tree, suite.signature).run();
    if (trees > 1) out += "(pop 1)\n";
  }
  return out;
}

}  // namespace catenary::report
