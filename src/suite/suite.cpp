// SPDX-License-Identifier: Apache-2.0
/// \file
/// The names of enumerators, formulas, look-up, and the canonical form of
/// suites.
#include "suite/suite.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/sha256.h"
#include "logic/term/copy.h"
#include "logic/term/smtlib/smtlib.h"
#include "logic/value/value.h"
#include "suite/adaptive.h"
#include "suite/write.h"

namespace catenary::suite {
namespace {

/// "[0, 3)", with round brackets at open and infinite ends.
std::string to_string(const Interval& interval) {
  std::string out = interval.lo_open || !interval.lo ? "(" : "[";
  out += interval.lo ? interval.lo->to_string() : "-∞";
  out += ", ";
  out += interval.hi ? interval.hi->to_string() : "∞";
  return out + (interval.hi_open || !interval.hi ? ")" : "]");
}

/// "one of 1, 2".
std::string to_string(const OneOf& set) {
  std::string out = "one of";
  const char* separator = " ";
  for (const logic::Value& value : set.values) {
    out += separator + value.to_string();
    separator = ", ";
  }
  return out;
}

}  // namespace

const char* to_string(TestKind kind) {
  switch (kind) {
    case TestKind::linear:
      return "linear";
    case TestKind::chain:
      return "chain";
    case TestKind::tree:
      return "tree";
  }
  return "linear";
}

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::fail:
      return "fail";
    case Verdict::inconclusive:
      return "inconclusive";
    case Verdict::error:
      return "error";
  }
  return "error";
}

const char* to_string(Action action) {
  switch (action) {
    case Action::stimulate:
      return "stimulate";
    case Action::observe:
      return "observe";
    case Action::quiescence:
      return "quiescence";
  }
  return "observe";
}

bool operator==(const Formula& a, const Formula& b) {
  // Equal terms of one manager are one node.
  if (a.terms == b.terms && a.spelling.empty() && b.spelling.empty()) {
    return a.term == b.term;
  }
  return to_smtlib(a) == to_smtlib(b);
}

std::string to_smtlib(const Formula& formula) {
  if (!formula.spelling.empty() || formula.empty()) return formula.spelling;
  return logic::to_smtlib(formula.term);
}

bool Tree::operator==(const Tree& other) const {
  return variables == other.variables && functions == other.functions &&
         states == other.states && leaves == other.leaves &&
         transitions == other.transitions;
}

Tree with_own_terms(const Tree& tree) {
  Tree out = tree;
  out.terms = std::make_shared<logic::TermManager>();
  // Declared first, so that their ids do not depend on the formulas.
  for (const TreeVariable& v : out.variables) {
    (void)out.terms->variable(v.name, v.sort);
  }
  for (const TreeState& s : out.states) {
    for (const TreeDefinition& d : s.definitions) {
      (void)out.terms->variable(d.name, d.sort);
    }
  }
  logic::TermCopier copier(*out.terms);
  const auto own = [&](Formula& f) {
    if (!f.empty()) f = {out.terms, copier.copy(f.term), f.spelling};
  };
  for (TreeState& s : out.states) {
    for (TreeDefinition& d : s.definitions) own(d.value);
  }
  for (TreeTransition& t : out.transitions) {
    own(t.guard);
    own(t.sure_guard);
  }
  return out;
}

std::string define_function(const TreeFunction& function) {
  std::string out = "(define-fun " + logic::smtlib_symbol(function.name) + " (";
  const char* separator = "(";
  for (const TreeVariable& p : function.parameters) {
    out += separator + logic::smtlib_symbol(p.name) + " " + p.sort.to_string() +
           ")";
    separator = " (";
  }
  return out + ") Bool " + function.body + ")";
}

std::string to_string(const Expectation& expectation) {
  struct Printer {
    std::string operator()(const logic::Value& v) const {
      return v.to_string();
    }
    std::string operator()(const Interval& i) const { return to_string(i); }
    std::string operator()(const OneOf& s) const { return to_string(s); }
    std::string operator()(const Formula& f) const { return to_smtlib(f); }
  };
  return std::visit(Printer{}, expectation);
}

/// Defaults first, then what the test sets.
std::vector<logic::Value> values_of(const std::vector<Assignment>& assignments,
                                    const std::vector<Signal>& signals) {
  std::vector<logic::Value> out;
  out.reserve(signals.size());
  for (const Signal& signal : signals) out.push_back(default_value(signal));
  for (const Assignment& a : assignments) out[a.signal] = a.value;
  return out;
}

const SuiteGoal* Suite::find_goal(std::string_view id) const {
  const auto it = std::find_if(
      goals.begin(), goals.end(), [&](const auto& g) { return g.id == id; });
  return it == goals.end() ? nullptr : &*it;
}

const Test* Suite::find_test(std::string_view id) const {
  const auto it = std::find_if(
      tests.begin(), tests.end(), [&](const auto& t) { return t.id == id; });
  return it == tests.end() ? nullptr : &*it;
}

std::string content_id(const Test& test, const Signature& signature) {
  // What names it is not part of the content.
  if (test.id.empty() && test.name.empty()) {
    return base::sha256(compact_text(test, signature));
  }
  Test content = test;
  content.id.clear();
  content.name.clear();
  return content_id(content, signature);
}

void canonicalise(Suite& suite) {
  std::unordered_map<std::string, const SuiteGoal*> goals;
  for (const SuiteGoal& goal : suite.goals) goals.emplace(goal.id, &goal);
  const auto by_signal = [](const auto& a, const auto& b) {
    return a.signal < b.signal;
  };
  for (Test& test : suite.tests) {
    std::sort(test.initial.begin(), test.initial.end(), by_signal);
    for (Step& step : test.steps) {
      std::sort(step.inputs.begin(), step.inputs.end(), by_signal);
      // They mostly are, and may be thousands.
      if (!std::is_sorted(step.expect.begin(), step.expect.end(), by_signal)) {
        std::sort(step.expect.begin(), step.expect.end(), by_signal);
      }
      for (AdaptiveBranch& branch : step.next) {
        std::sort(branch.when.begin(), branch.when.end(), by_signal);
      }
    }
    // Only if an engine gave none: the requirements of the goals, each once, in
    // the order of the goals.
    if (test.requirements.empty()) {
      for (const std::string& id : test.goals) {
        const auto goal = goals.find(id);
        if (goal == goals.end()) continue;
        for (const std::string& r : goal->second->requirements) {
          if (std::find(test.requirements.begin(),
                        test.requirements.end(),
                        r) == test.requirements.end()) {
            test.requirements.push_back(r);
          }
        }
      }
    }
    // Spares content_id() a copy, which may be large.
    test.id.clear();
    test.id = content_id(test, suite.signature);
  }
}

void revoke_untested_coverage(Suite& suite) {
  std::unordered_set<std::string_view> covered;
  for (const Test& test : suite.tests) {
    covered.insert(test.goals.begin(), test.goals.end());
  }
  for (SuiteGoal& goal : suite.goals) {
    // Statuses other than `covered` do not depend on the tests.
    if (goal.status != GoalStatus::covered || covered.contains(goal.id)) {
      continue;
    }
    goal.status = GoalStatus::undecided;
    goal.trust = Trust::claimed;
    goal.depth = -1;
    goal.reason = "a run was found (" + goal.reason +
                  "), but no test of the suite covers the goal";
  }
}

bool is_called(const Test& test, std::string_view text) {
  return test.id.starts_with(text) || test.name == text;
}

bool is_test_name(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
  });
}

namespace {

/// 0 = what people look for first.
int rank(const SuiteGoal* goal) {
  static const std::unordered_set<std::string> kModel = {
      "property", "requirement", "label", "annotation", "state", "transition"};
  if (goal == nullptr) return 2;
  if (goal->violation) return 0;
  return kModel.contains(goal->kind) ? 1 : 2;
}

/// Characters that a name has not become '_', of several together one.
std::string slug(const std::string& text) {
  constexpr std::size_t kLongest = 60;
  std::string out;
  for (const char c : text) {
    if (is_test_name(std::string_view(&c, 1))) {
      out += c;
    } else if (!out.empty() && out.back() != '_') {
      out += '_';
    }
    if (out.size() == kLongest) break;
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  return out.empty() ? "test" : out;
}

}  // namespace

std::string name_after(const std::string& goal) {
  return slug(goal);
}

void name_tests(Suite& suite) {
  std::unordered_map<std::string_view, const SuiteGoal*> goals;
  for (const SuiteGoal& goal : suite.goals) goals.emplace(goal.id, &goal);
  std::unordered_set<std::string_view> covered;
  std::unordered_set<std::string> used;
  for (Test& test : suite.tests) {
    const std::string* first = nullptr;
    int best = 3;
    std::size_t fresh = 0;
    for (const std::string& id : test.goals) {
      if (!covered.insert(id).second) continue;
      ++fresh;
      const auto goal = goals.find(id);
      const int r = rank(goal == goals.end() ? nullptr : goal->second);
      if (r >= best) continue;
      best = r;
      first = &id;
    }
    if (first != nullptr) {
      test.name = slug(*first);
      if (fresh > 1) test.name += "-and-" + std::to_string(fresh - 1) + "-more";
    } else if (!test.note.empty() || test.goals.empty()) {
      test.name = slug(test.note);
    } else {
      test.name = "again-" + slug(test.goals.front());
    }
    const std::string name = test.name;
    for (int n = 2; !used.insert(test.name).second; ++n) {
      test.name = name + "-" + std::to_string(n);
    }
  }
}

std::size_t length_of(const Test& test) {
  if (is_adaptive(test)) {
    // The depth of each step; branches lead forwards, so that one pass
    // suffices.
    std::vector<std::size_t> depth(test.steps.size(), 1);
    for (std::size_t s = 0; s < test.steps.size(); ++s) {
      for (const AdaptiveBranch& branch : test.steps[s].next) {
        depth[branch.to] = depth[s] + 1;
      }
    }
    return *std::max_element(depth.begin(), depth.end());
  }
  // Each state but the verdicts is left by one step of the purpose.
  return is_automaton(test) ? test.tree.states.size() : test.steps.size();
}

}  // namespace catenary::suite
