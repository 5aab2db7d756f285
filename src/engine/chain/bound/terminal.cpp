// SPDX-License-Identifier: Apache-2.0
/// \file
/// The optimum for goals that end the run that hits them, as error calls do.
/// Each chain has exactly one such last step, so a cheapest suite is a cheapest
/// set cover, where the cost of a last step is the depth at which it is first
/// possible.
#include <algorithm>

#include "base/check.h"
#include "engine/chain/bound/bound.h"
#include "logic/ilp/programme.h"

namespace catenary::engine::chain {
namespace {

/// The last step of a class with the shortest run to it.
struct LastStep {
  std::uint64_t depth = kNever;  ///< steps of the chain, this one included
  Node from = 0;
};

/// Whether every arc that hits something ends its run.
bool all_terminal(const Net& net) {
  for (const Node u : net.hitting_nodes()) {
    for (const Arc& arc : net.out(u)) {
      if (arc.hits != 0 && arc.node != net.end()) return false;
    }
  }
  return net.goal_count() > 0;
}

/// Appends the shortest path to `from`, found backwards by distances, and the
/// last step.
void append_chain(const Net& net,
                  const std::vector<std::uint32_t>& distance,
                  Node from,
                  HitClass hits,
                  Run& run) {
  std::vector<Move> back{{from, {net.end(), hits}}};
  for (Node at = from; at != net.start();) {
    const auto in = net.in(at);
    const auto arc = std::find_if(in.begin(), in.end(), [&](const Arc& a) {
      return distance[a.node] != kFar &&
             distance[a.node] + net.arc_cost(a.node) == distance[at];
    });
    CATENARY_CHECK(arc != in.end(), "a distance without a way");
    back.push_back({arc->node, {at, arc->hits}});
    at = arc->node;
  }
  run.moves.insert(run.moves.end(), back.rbegin(), back.rend());
}

/// The last step of each class. Of the arcs of one class, only the nearest
/// counts: the others cover the same and cost more.
std::vector<LastStep> last_steps(const Net& net,
                                 const std::vector<std::uint32_t>& distance) {
  std::vector<LastStep> steps(net.classes().size());
  for (const Node u : net.hitting_nodes()) {
    for (const Arc& arc : net.out(u)) {
      const std::uint64_t depth = distance[u] + net.arc_cost(u);
      if (arc.hits != 0 && depth < steps[arc.hits].depth) {
        steps[arc.hits] = {depth, u};
      }
    }
  }
  return steps;
}

}  // namespace

TerminalOutcome solve_terminal(const Net& net,
                               std::uint64_t reset,
                               const base::Budget& budget) {
  TerminalOutcome outcome;
  outcome.applies = all_terminal(net);
  if (!outcome.applies) return outcome;
  const std::vector<std::uint32_t> distance = distances_from_start(net);
  const std::vector<LastStep> steps = last_steps(net, distance);
  // With a weight beyond what any choice of steps can save, a larger reset cost
  // changes nothing; a smaller number keeps the solver exact.
  std::uint64_t deepest = 0;
  for (const LastStep& step : steps) {
    if (step.depth != kNever) deepest = std::max(deepest, step.depth);
  }
  const std::uint64_t weight =
      std::min<std::uint64_t>(reset, deepest * net.goal_count() + 1);

  logic::IntegerProgramme programme;
  std::vector<HitClass> candidate;
  std::vector<logic::LinearRow> cover(net.goal_count());
  for (HitClass c = 1; c < steps.size(); ++c) {
    if (steps[c].depth == kNever) continue;
    const std::uint32_t variable =
        programme.add_variable({0,
                                1,
                                static_cast<double>(steps[c].depth + weight),
                                logic::VariableKind::integer});
    candidate.push_back(c);
    for (const std::uint32_t goal : net.classes()[c]) {
      cover[goal].lower = 1;
      cover[goal].terms.push_back({variable, 1});
    }
  }
  // One row for each goal: at least one of its last steps is chosen.
  for (logic::LinearRow& row : cover) programme.add_row(std::move(row));
  logic::IlpOptions options;
  options.budget = budget;
  const logic::IlpResult found = logic::solve(programme, options);
  if (found.values.empty()) return outcome;

  outcome.proved = found.status == logic::IlpStatus::optimal;
  outcome.run.cost = 0;
  for (std::size_t i = 0; i < candidate.size(); ++i) {
    if (found.values[i] < 0.5) continue;
    const HitClass c = candidate[i];
    // A reset before each chain but the first.
    if (!outcome.run.moves.empty()) outcome.run.cost += reset;
    append_chain(net, distance, steps[c].from, c, outcome.run);
    outcome.run.cost += steps[c].depth;
  }
  if (outcome.proved) outcome.lower = outcome.run.cost;
  return outcome;
}

}  // namespace catenary::engine::chain
