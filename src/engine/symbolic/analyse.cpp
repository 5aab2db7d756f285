// SPDX-License-Identifier: Apache-2.0
/// \file
/// The analysis of `catenary check`: reachability by one exhaustive search,
/// simple properties by the text of the automaton, and everything else by
/// looking at the symbolic states that the search found.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "engine/symbolic/findings.h"
#include "engine/symbolic/search/liveness.h"
#include "engine/symbolic/search/search.h"
#include "engine/symbolic/search/select.h"
#include "engine/symbolic/search/targets.h"

namespace catenary::engine::symbolic {

namespace {

using base::Severity;
using model::TimedAction;

/// Findings that need no symbolic state.
class Reporter {
 public:
  Reporter(const model::TimedAutomaton& automaton,
           std::vector<suite::Finding>& findings)
      : automaton_(automaton), findings_(findings) {}

  // Variables that may be read before they are written, in the initial state:
  // only live ones matter.
  void variables() {
    const auto live = live_variables(automaton_, true);
    for (const std::uint32_t i : automaton_.uninitialised()) {
      const model::TimedVariable& v = automaton_.variables[i];
      if (!live[automaton_.initial][i]) continue;
      if (v.parameter) {
        add("constant-without-value",
            Severity::note,
            v.where,
            "constant '" + v.name +
                "' has no value: it is the same in a whole run, but unknown");
      } else {
        add("uninitialised-variable",
            Severity::warning,
            v.where,
            "'" + v.name +
                "' may be read before it is written, and it has no initial "
                "value, so that a tester cannot know what it is");
      }
    }
  }

  // Ports that nothing is connected to, or that nothing uses.
  void channels() {
    for (std::uint32_t i = 0; i < automaton_.channels.size(); ++i) {
      const model::TimedChannel& c = automaton_.channels[i];
      const bool used = std::any_of(
          automaton_.transitions.begin(),
          automaton_.transitions.end(),
          [&](const auto& t) {
            return t.action != TimedAction::internal && t.channel == i;
          });
      if (!c.connected) {
        add("channel-not-connected",
            Severity::warning,
            c.where,
            "port '" + c.name + "' is not connected to the environment");
      }
      if (!used) {
        add("channel-unused",
            Severity::note,
            c.where,
            "no transition communicates over port '" + c.name + "'");
      }
    }
  }

  // Internal transitions are legal, but no test purpose can pass them.
  void internal_transitions() {
    for (std::uint32_t i = 0; i < automaton_.transitions.size(); ++i) {
      const model::TimedTransition& t = automaton_.transitions[i];
      if (t.action != TimedAction::internal) continue;
      add("internal-transition",
          Severity::note,
          t.where,
          automaton_.qualified(i) +
              " communicates nothing: no test purpose leads through state " +
              automaton_.states[t.from].name);
    }
  }

  // Targets that were proved unreachable.
  void unreachable(const std::vector<Target>& targets) {
    for (const Target& t : targets) {
      if (t.reachability != Reachability::unreachable) continue;
      const bool state = t.kind == Target::Kind::state;
      add(state ? "unreachable-state" : "unreachable-transition",
          Severity::warning,
          t.where,
          t.text + (state ? " is never reached: " : " is never taken: ") +
              t.reason);
    }
  }

  // Adds a finding.
  void add(const std::string& code,
           Severity severity,
           const base::SourceLocation& where,
           const std::string& message) {
    suite::Finding f;
    f.code = code;
    f.severity = severity;
    f.where = where;
    f.message = message;
    findings_.push_back(std::move(f));
  }

 private:
  const model::TimedAutomaton& automaton_;
  std::vector<suite::Finding>& findings_;
};

/// Looks for findings in the symbolic states of a search, each region once.
void look_at_states(const Space& space,
                    const Search& search,
                    const base::Budget& budget,
                    Findings& findings) {
  // Regions of one state that are looked at: counters may make many.
  constexpr std::size_t kMostPlaces = 100;
  std::set<std::pair<std::uint32_t, Region>> seen;
  std::map<std::uint32_t, std::size_t> looked_at;  // by state
  for (std::uint32_t n = 0; n < search.nodes().size(); ++n) {
    if (budget.poll() != base::StopReason::none) {
      findings.undecided().insert("the search for findings was stopped");
      break;
    }
    const SearchNode& node = search.nodes()[n];
    // Equal regions have the same findings; the first has the shortest path.
    if (!seen.emplace(node.state, node.region).second) continue;
    if (++looked_at[node.state] > kMostPlaces) {
      findings.undecided().insert(
          "findings were looked for in the first " +
          std::to_string(kMostPlaces) + " symbolic states of " +
          space.automaton().states[node.state].name + " only");
      continue;
    }
    findings.look_at({node.state, node.region, search.path_to(n)});
  }
}

}  // namespace

Analysis analyse(Execution& execution,
                 const SelectOptions& options,
                 const base::Budget& budget) {
  const model::TimedAutomaton& automaton = execution.automaton();
  Analysis result;
  result.states = targets_of(automaton, PathCriterion::states);
  result.transitions = targets_of(automaton, PathCriterion::transitions);
  // With obligations: assignments out of range are decided, so the variables in
  // them must be live.
  Space space(execution, options.test_case, budget, true);
  Search search(space, Search::settings_of(options));
  const StateGraph graph(automaton);
  TargetFinder states(automaton, graph, result.states, false);
  TargetFinder transitions(automaton, graph, result.transitions, false);
  // Both criteria in one search. Every node is expanded, since findings need
  // all symbolic states.
  search.run(
      0,
      [](std::uint32_t, std::uint32_t) { return 0U; },
      [&](std::uint32_t n) {
        (void)states.visit(search, n);
        (void)transitions.visit(search, n);
        return Search::Next::expand;
      });
  states.conclude(space, search);
  transitions.conclude(space, search);
  result.exhaustive = search.exhaustive();

  Reporter reporter(automaton, result.findings);
  reporter.variables();
  reporter.channels();
  reporter.internal_transitions();
  reporter.unreachable(result.states);
  reporter.unreachable(result.transitions);
  // The initial region is empty, and that is not because a solver gave up.
  if (search.nodes().empty() && search.unexplored().empty()) {
    reporter.add("no-start",
                 Severity::error,
                 automaton.states[automaton.initial].where,
                 "no initial values satisfy the guards of the initialisation");
  }

  Findings findings(space);
  findings.look_at_start();
  look_at_states(space, search, budget, findings);
  result.findings.insert(
      result.findings.end(), findings.found().begin(), findings.found().end());
  result.undecided.assign(findings.undecided().begin(),
                          findings.undecided().end());
  // Stable: findings at one place stay in the order of the checks.
  std::stable_sort(result.findings.begin(),
                   result.findings.end(),
                   [](const auto& a, const auto& b) {
                     return std::tie(a.where.line, a.where.column) <
                            std::tie(b.where.line, b.where.column);
                   });
  return result;
}

}  // namespace catenary::engine::symbolic
