// SPDX-License-Identifier: Apache-2.0
/// \file
/// Searches for test purposes around a given path: extension to an output, and
/// other paths that serve the same purpose.

#include "engine/symbolic/testing/purposes.h"

#include <algorithm>
#include <queue>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace catenary::engine::symbolic {

namespace {

/// A path that may be extended. Smallest lower bound first; among equal ones
/// the earlier path.
struct Open {
  std::uint32_t least;
  std::uint32_t number;
  Path path;
  Region region;
  std::uint32_t state;

  bool operator<(const Open& other) const {
    return std::tie(least, number) > std::tie(other.least, other.number);
  }
};

}  // namespace

bool begins(const Path& path, const Path& longer) {
  return path.size() <= longer.size() &&
         std::equal(path.begin(), path.end(), longer.begin());
}

Purposes::Purposes(Execution& execution,
                   Space& space,
                   const SelectOptions& options,
                   const base::Budget& budget)
    : execution_(execution),
      space_(space),
      options_(options),
      budget_(budget),
      graph_(space.automaton()) {}

bool Purposes::has_internal(std::uint32_t state) const {
  const model::TimedAutomaton& a = space_.automaton();
  const auto& leaving = a.states.at(state).transitions;
  return std::any_of(leaving.begin(), leaving.end(), [&](std::uint32_t t) {
    return a.transitions[t].action == model::TimedAction::internal;
  });
}

/// The first error of the check is the reason.
const std::string& Purposes::refusal(const Path& path) {
  const auto at = known_.find(path);
  if (at != known_.end()) return at->second;
  const TestCaseResult result =
      check_purpose(execution_, path, options_.test_case, budget_);
  std::string why;
  if (result.refusal != Refusal::none) {
    why = to_string(result.refusal);
    for (const base::Diagnostic& d : result.diagnostics) {
      if (d.severity != base::Severity::error) continue;
      why = d.message;
      break;
    }
  }
  if (result.late_steps != 0) {
    late_.emplace(
        path.begin(),
        path.begin() + static_cast<std::ptrdiff_t>(result.late_steps));
  }
  return known_.emplace(path, why).first->second;
}

bool Purposes::is_late(const Path& path) const {
  return std::ranges::any_of(
      late_, [&path](const Path& start) { return begins(start, path); });
}

std::optional<Path> Purposes::extended(const Path& path,
                                       const SearchNode& end) {
  const std::vector<Path> all = answered(path, end);
  return all.empty() ? std::nullopt : std::optional(all.front());
}

/// Extensions depend only on the symbolic state, so they are remembered by it.
std::vector<Path> Purposes::answered(const Path& path, const SearchNode& end) {
  const model::TimedAutomaton& a = space_.automaton();
  const auto is_output = [&](std::uint32_t t) {
    return a.transitions[t].action == model::TimedAction::output;
  };
  if (!path.empty() && is_output(path.back())) return {path};
  const auto [at, fresh] = tails_.try_emplace({end.state, end.region});
  std::vector<Path>& tails = at->second;
  if (fresh) {
    Search::Settings settings;
    settings.seed = options_.seed;
    settings.max_nodes = kExpansions;
    Search search(space_, settings);
    std::set<std::uint32_t> outputs;
    search.run_from(
        end.state,
        end.region,
        0,
        [](std::uint32_t, std::uint32_t) { return 0U; },
        [&](std::uint32_t n) {
          const SearchNode& node = search.nodes()[n];
          // Breadth-first: all outputs at the first depth that has any.
          if (!tails.empty() && node.depth > tails.front().size()) {
            return Search::Next::stop;
          }
          if (node.transition != SearchNode::kNone &&
              is_output(node.transition)) {
            if (outputs.insert(node.transition).second) {
              tails.push_back(search.path_to(n));
            }
            return Search::Next::leave;
          }
          // No output can follow.
          return graph_.to_output(node.state) >= StateGraph::kFar
                     ? Search::Next::leave
                     : Search::Next::expand;
        });
  }
  std::vector<Path> out;
  for (const Path& tail : tails) {
    Path whole = path;
    whole.insert(whole.end(), tail.begin(), tail.end());
    // All extensions are equally long.
    if (options_.max_steps != 0 && whole.size() > options_.max_steps) break;
    out.push_back(std::move(whole));
  }
  return out;
}

bool Purposes::ends_in_output(const Path& path) const {
  return !path.empty() && space_.automaton().transitions[path.back()].action ==
                              model::TimedAction::output;
}

std::uint32_t Purposes::missing(const Path& path,
                                std::uint32_t state,
                                const Wanted& wanted) const {
  if (!wanted.covers(path)) return wanted.missing(state, path);
  // At the end an output is needed.
  return ends_in_output(path) ? 0 : graph_.to_output(state);
}

/// A* over paths: length so far plus a lower bound of what is missing. No
/// subsumption, since another path to the same region may be a test purpose
/// where this one is not.
Purposes::Found Purposes::find(const std::optional<Path>& first,
                               const Wanted& wanted) {
  Found found;
  std::size_t tried = 0;
  const auto accept = [&](const Path& path) {
    const std::string& why = refusal(path);
    ++tried;
    if (why.empty()) {
      found.path = path;
      return true;
    }
    if (found.why.empty()) found.why = why;
    return false;
  };
  if (first && accept(*first)) return found;
  const model::TimedAutomaton& a = space_.automaton();
  std::priority_queue<Open> queue;
  std::uint32_t number = 0;
  const auto add = [&](Path path, Region region, std::uint32_t state) {
    const std::uint32_t more = missing(path, state, wanted);
    if (more >= StateGraph::kFar) return;
    const auto least = static_cast<std::uint32_t>(path.size()) + more;
    if (options_.max_steps != 0 && least > options_.max_steps) return;
    queue.push({least, number++, std::move(path), region, state});
  };
  add({}, space_.initial(), a.initial);
  // Limits of work, so that results are the same on every machine.
  for (std::size_t i = 0;
       i < kExpansions && !queue.empty() && tried < kCandidates;
       ++i) {
    if (budget_.poll() != base::StopReason::none) break;
    const Open open = queue.top();
    queue.pop();
    if (is_late(open.path)) continue;
    const bool complete = ends_in_output(open.path) && wanted.covers(open.path);
    if (complete && open.path != first && accept(open.path)) return found;
    // Longer paths through this state are no test purposes either.
    if (has_internal(open.state)) {
      if (found.why.empty()) {
        found.why = "state " + a.states[open.state].name +
                    " has a transition without communication";
      }
      continue;
    }
    for (const std::uint32_t t :
         ordered_transitions(a, open.state, options_.seed)) {
      // Undecided steps are not taken.
      if (space_.enabled(open.region, t) != Truth::yes) continue;
      Path next = open.path;
      next.push_back(t);
      add(std::move(next), space_.after(open.region, t), a.transitions[t].to);
    }
  }
  if (found.why.empty()) found.why = "no output can follow";
  return found;
}

}  // namespace catenary::engine::symbolic
