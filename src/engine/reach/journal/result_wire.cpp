// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/journal/result_wire.h"

#include <optional>
#include <utility>
#include <vector>

#include "base/check.h"
#include "model/step/wire.h"

namespace catenary::base {

/// Three numbers of 32 bits.
template <>
inline constexpr bool is_wire_block<engine::reach::Edge> = true;

}  // namespace catenary::base

namespace catenary::engine::reach {

namespace {

using base::WireReader;
using base::WireWriter;
using model::StepSystem;
using model::Trace;

void write_run(WireWriter& to,
               const StepSystem& system,
               const model::SharedTrace& run) {
  to.put(run.has_value());
  if (run) write(to, system, *run);
}

void read_run(WireReader& from,
              const StepSystem& system,
              model::SharedTrace& run) {
  run.reset();
  if (!from.get<bool>()) return;
  Trace read_back;
  read(from, system, read_back);
  run = std::move(read_back);
}

bool same_report(const GoalReport& a, const GoalReport& b) {
  return a.result.status == b.result.status &&
         a.result.trust == b.result.trust &&
         a.result.reason == b.result.reason &&
         a.result.depth == b.result.depth && a.shortest == b.shortest &&
         a.trace == b.trace;
}

void write(WireWriter& to, const StepSystem& system, const GoalReport& goal) {
  to.put(goal.result.status,
         goal.result.trust,
         goal.result.reason,
         goal.result.depth,
         goal.shortest);
  write_run(to, system, goal.trace);
}

void read(WireReader& from, const StepSystem& system, GoalReport& goal) {
  goal.result.status = from.get_enum(model::GoalStatus::excluded);
  goal.result.trust = from.get_enum(model::Trust::certified);
  from.get(goal.result.reason, goal.result.depth, goal.shortest);
  read_run(from, system, goal.trace);
}

/// Those that changed, each behind its number.
void write_goals(WireWriter& to,
                 const StepSystem& system,
                 const std::vector<GoalReport>& goals,
                 const std::vector<GoalReport>& before) {
  to.put(std::uint64_t{goals.size()});
  for (std::uint64_t g = 0; g < goals.size(); ++g) {
    if (g < before.size() && same_report(goals[g], before[g])) continue;
    to.put(g);
    write(to, system, goals[g]);
  }
  to.put(std::uint64_t{goals.size()});
}

void read_goals(WireReader& from,
                const StepSystem& system,
                std::vector<GoalReport>& goals) {
  const auto size = from.get<std::uint64_t>();
  if (size != 0 && size != system.goals.size()) WireReader::fail();
  goals.resize(size);
  for (auto g = from.get<std::uint64_t>(); g != size;
       g = from.get<std::uint64_t>()) {
    if (g > size) WireReader::fail();
    read(from, system, goals[g]);
  }
}

void write(WireWriter& to, const StepSystem& system, const Finding& finding) {
  to.put(finding.outcome, finding.event);
  write(to, system, finding.trace);
  to.put(finding.trust, finding.occurrences);
}

void read(WireReader& from, const StepSystem& system, Finding& finding) {
  finding.outcome = from.get_enum(model::StepOutcome::unsupported);
  from.get(finding.event);
  read(from, system, finding.trace);
  finding.trust = from.get_enum(model::Trust::certified);
  from.get(finding.occurrences);
}

void write(WireWriter& to, const StepSystem& system, const Graph& graph) {
  to.put(graph.goal_count, graph.initial);
  to.put(std::uint64_t{graph.letters.size()});
  for (const auto& letter : graph.letters) write_inputs(to, system, letter);
  to.put(graph.first_edge,
         graph.edges,
         graph.hit_sets,
         graph.distance,
         graph.is_final,
         graph.ended_is_final,
         graph.closed,
         graph.complete_depth);
}

void read(WireReader& from, const StepSystem& system, Graph& graph) {
  from.get(graph.goal_count, graph.initial);
  for (std::size_t left = from.get_count(); left > 0; --left) {
    graph.letters.push_back(read_inputs(from, system));
  }
  from.get(graph.first_edge,
           graph.edges,
           graph.hit_sets,
           graph.distance,
           graph.is_final,
           graph.ended_is_final,
           graph.closed,
           graph.complete_depth);
}

void write(WireWriter& to, const StepSystem&, const Share& share) {
  to.put(share.engine, share.allowed.has_value());
  to.put(
      std::int64_t{
          share.allowed.value_or(std::chrono::milliseconds(0)).count()},
      std::int64_t{share.work.count()},
      share.seconds,
      share.stop,
      share.covered,
      share.unreachable);
}

void read(WireReader& from, const StepSystem&, Share& share) {
  from.get(share.engine);
  const auto limited = from.get<bool>();
  const std::chrono::milliseconds allowed(from.get<std::int64_t>());
  if (limited) share.allowed = allowed;
  share.work = std::chrono::milliseconds(from.get<std::int64_t>());
  from.get(share.seconds);
  share.stop = from.get_enum(Stop::solver);
  from.get(share.covered, share.unreachable);
}

template <typename Item>
void write_all(WireWriter& to,
               const StepSystem& system,
               const std::vector<Item>& items) {
  to.put(std::uint64_t{items.size()});
  for (const Item& item : items) write(to, system, item);
}

template <typename Item>
void read_all(WireReader& from,
              const StepSystem& system,
              std::vector<Item>& items) {
  items.clear();
  for (std::size_t left = from.get_count(); left > 0; --left) {
    read(from, system, items.emplace_back());
  }
}

}  // namespace

bool is_writable(const Result& result) {
  return result.state_ranges.empty() && result.output_ranges.empty() &&
         (!result.graph || result.graph->edges.size() <= kMostEdges);
}

void write(WireWriter& to,
           const StepSystem& system,
           const Result& result,
           const Result& before) {
  CATENARY_CHECK(is_writable(result), "the result can be written");
  write_goals(to, system, result.goals, before.goals);
  write_all(to, system, result.findings);
  to.put(result.graph.has_value());
  if (result.graph) write(to, system, *result.graph);
  to.put(result.proof,
         result.states,
         result.transitions,
         result.closed,
         result.complete_depth,
         result.stop,
         result.stop_text,
         result.initial_ended,
         result.contradiction);
  write_run(to, system, result.refutation);
  write_all(to, system, result.samples);
  to.put(result.encoded.instructions,
         result.encoded.terms,
         result.encoded.variables,
         result.encoded.clauses,
         result.engine,
         result.seconds,
         std::int64_t{result.work.count()});
  write_all(to, system, result.shares);
}

void read(WireReader& from, const StepSystem& system, Result& result) {
  read_goals(from, system, result.goals);
  read_all(from, system, result.findings);
  result.graph.reset();
  if (from.get<bool>()) read(from, system, result.graph.emplace());
  from.get(result.proof,
           result.states,
           result.transitions,
           result.closed,
           result.complete_depth);
  result.stop = from.get_enum(Stop::solver);
  from.get(result.stop_text, result.initial_ended, result.contradiction);
  read_run(from, system, result.refutation);
  read_all(from, system, result.samples);
  from.get(result.encoded.instructions,
           result.encoded.terms,
           result.encoded.variables,
           result.encoded.clauses,
           result.engine,
           result.seconds);
  result.work = std::chrono::milliseconds(from.get<std::int64_t>());
  read_all(from, system, result.shares);
}

}  // namespace catenary::engine::reach
