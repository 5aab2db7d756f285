// SPDX-License-Identifier: Apache-2.0
/// \file
/// From shared memory to a Result. Counters are read with acquire order before
/// the elements that they cover, so everything read is complete, however the
/// child ended: see RunMemory.

#include "engine/reach/process/read_back.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>

namespace catenary::engine::reach {

using model::GoalStatus;
using model::StepOutcome;
using model::Trust;

namespace {

/// A record as a finding, with the run that leads to it.
Finding finding_of(const FindingRecord& record,
                   const RunMemory& memory,
                   const Letters& letters) {
  Finding finding;
  finding.outcome = record.outcome;
  finding.event.text = record.text;
  finding.event.where = {record.file, record.line, record.column};
  finding.trace = trace_to(record.step, memory, letters);
  finding.occurrences = record.occurrences;
  return finding;
}

/// The goals of a bit set, ascending.
std::vector<std::uint32_t> goals_of(const std::uint64_t* words,
                                    std::size_t count) {
  std::vector<std::uint32_t> goals;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::uint64_t w = words[i]; w != 0; w &= w - 1) {
      goals.push_back(static_cast<std::uint32_t>(i * 64 + std::countr_zero(w)));
    }
  }
  return goals;
}

// Copies `count` elements of shared memory. Large pieces are mapped and
// provided at once: page faults would dominate the copy.
template <typename T>
std::vector<T> copy_of(T* data, std::size_t count) {
  constexpr std::size_t kLarge = 4 << 20;
  std::vector<T> copy;
  copy.reserve(count);
  if (count * sizeof(T) >= kLarge) {
    advise(data, count * sizeof(T), Use::read);
    advise(copy.data(), count * sizeof(T), Use::fill_once);
  }
  copy.assign(data, data + count);
  return copy;
}

/// The hit sets as sorted lists.
std::vector<std::vector<std::uint32_t>> hit_sets_of(
    const SearchContext& context) {
  const RunMemory& memory = context.memory;
  const std::size_t words = context.system.hit_words();
  const std::uint32_t sets =
      memory.header().hit_sets.load(std::memory_order_acquire);
  std::vector<std::vector<std::uint32_t>> out(std::max<std::uint32_t>(sets, 1));
  for (std::uint32_t id = 1; id < sets; ++id) {
    out[id] = goals_of(memory.hit_words.data() + id * words, words);
  }
  return out;
}

// The graph as far as it is complete. States that were not expanded get no
// edges.
Graph graph_of(const SearchContext& context, const Result& result) {
  const RunMemory& memory = context.memory;
  const RunHeader& header = memory.header();
  const std::size_t states = header.states.load(std::memory_order_acquire);
  // The child may have died between the two counters.
  const std::size_t expanded = std::min<std::size_t>(
      header.expanded.load(std::memory_order_acquire), states);
  Graph graph;
  graph.goal_count = static_cast<std::uint32_t>(context.system.goals.size());
  graph.closed = result.closed;
  graph.complete_depth = result.complete_depth;
  graph.ended_is_final = context.system.any_state_final;

  graph.first_edge.assign(memory.first_edge.data(),
                          memory.first_edge.data() + expanded + 1);
  // States without complete edges: all begin at the end of the list.
  graph.first_edge.resize(states + 1, graph.first_edge.back());
  graph.edges = copy_of(memory.edges.data(), graph.first_edge.back());
  const std::uint32_t starts =
      header.initial_edges.load(std::memory_order_acquire);
  graph.initial.assign(memory.initial_edges.data(),
                       memory.initial_edges.data() + starts);
  // Their states were not published.
  std::erase_if(graph.initial, [&](const Edge& edge) {
    return edge.target != kEnded && edge.target >= states;
  });

  graph.hit_sets = hit_sets_of(context);
  graph.distance.resize(states);
  const std::uint32_t levels = header.levels.load(std::memory_order_acquire);
  for (std::uint32_t level = 0; level < levels; ++level) {
    const std::size_t end =
        level + 1 < levels ? memory.level_start[level + 1] : states;
    for (std::size_t s = memory.level_start[level]; s < end; ++s) {
      graph.distance[s] = level;
    }
  }
  if (context.system.any_state_final) {
    graph.is_final.assign(states, 1);
  } else {
    graph.is_final.assign(memory.is_final.data(),
                          memory.is_final.data() + states);
  }
  return graph;
}

// The reduced graph of Options::shortest_ends: a shortest run to each last step
// that hits goals. Runs share their beginnings.
Graph ends_of(const SearchContext& context, const Result& result) {
  const RunMemory& memory = context.memory;
  const RunHeader& header = memory.header();
  const StateId states = header.states.load(std::memory_order_acquire);
  Graph graph;
  graph.goal_count = static_cast<std::uint32_t>(context.system.goals.size());
  graph.closed = result.closed;
  graph.complete_depth = result.complete_depth;
  graph.hit_sets = hit_sets_of(context);

  // Steps by their source; the targets are numbers of the search.
  std::map<StateId, std::vector<Edge>> out;
  const std::uint32_t starts =
      header.initial_edges.load(std::memory_order_acquire);
  for (std::uint32_t i = 0; i < starts; ++i) {
    const Edge& edge = memory.initial_edges[i];
    if (edge.target != kEnded && edge.target >= states) continue;
    graph.initial.push_back(edge);
    if (edge.target != kEnded) out[edge.target];
  }
  // Follows each run backwards, until it meets one that was followed before.
  for (HitSetId id = 1; id < graph.hit_sets.size(); ++id) {
    StepRef step = memory.ends[id];
    Edge edge{kEnded, id, step.letter};
    while (step.source != kNoState) {
      const auto [at, fresh] = out.try_emplace(step.source);
      at->second.push_back(edge);
      const StepRef before = memory.found_by[step.source];
      edge = {step.source, 0, before.letter};
      // The rest of the way back is in the map already.
      if (!fresh) break;
      step = before;
    }
  }

  // States are renumbered without gaps, in the same order: breadth first.
  std::map<StateId, StateId> number;
  for (const auto& [state, edges] : out) {
    number.emplace(state, static_cast<StateId>(number.size()));
  }
  const auto renumber = [&](Edge edge) {
    if (edge.target != kEnded) edge.target = number.at(edge.target);
    return edge;
  };
  for (Edge& edge : graph.initial) edge = renumber(edge);
  for (auto& [state, edges] : out) {
    // Edges of a state have ascending letters, as Graph requires.
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
      return a.letter < b.letter;
    });
    graph.first_edge.push_back(graph.edges.size());
    graph.distance.push_back(memory.distance(state));
    for (const Edge& edge : edges) graph.edges.push_back(renumber(edge));
  }
  graph.first_edge.push_back(graph.edges.size());
  graph.is_final.assign(graph.distance.size(), 1);
  return graph;
}

/// Whether a run could not be followed to its end.
bool is_lost(const Finding& finding) {
  return finding.outcome == StepOutcome::unsupported ||
         finding.outcome == StepOutcome::hung;
}

// Why the end of the search is not a proof; empty if it is one.
std::string gap_of(const SearchContext& context, const Result& result) {
  std::string why;
  if (!context.system.exhaustive(&why)) {
    return "only some input values were tried: " + why;
  }
  const auto lost = std::ranges::find_if(result.findings, is_lost);
  if (lost != result.findings.end()) {
    return std::string("some runs could not be followed to their end (") +
           to_string(lost->outcome) + ": " + lost->event.text +
           (lost->event.where.known() ? " at " + lost->event.where.to_string()
                                      : "") +
           ")";
  }
  // The list of findings may have been full: the flag counts as well.
  return context.memory.header().gaps.load() != 0
             ? "some runs could not be followed to their end"
             : "";
}

/// The length of a shortest run that could not be followed. Levels are merged
/// one after the other, so that shorter ones would be among the findings. 0
/// where that is not known: only some values were tried, or the list was full.
std::uint32_t first_gap(const SearchContext& context, const Result& result) {
  if (!context.system.exhaustive() ||
      context.memory.header().findings.load() >= RunMemory::kMaxFindings) {
    return 0;
  }
  std::uint32_t first = std::numeric_limits<std::uint32_t>::max();
  for (const Finding& f : result.findings) {
    if (!is_lost(f)) continue;
    first = std::min(first, static_cast<std::uint32_t>(f.trace.steps.size()));
  }
  return first;
}

/// Ranges from the hulls. They are proved if the search was closed, the hulls
/// are complete, and every value of the inputs was tried or accounted for.
void read_ranges(const SearchContext& context, Result& result) {
  const model::StepSystem& system = context.system;
  const bool complete =
      result.closed && context.memory.header().hulls_complete.load(
                           std::memory_order_acquire) != 0;
  const auto scalars = scalars_of(system);
  for (std::size_t i = 0; i < scalars.size(); ++i) {
    ValueRange range = context.memory.hulls[i].range(scalars[i]->type);
    widen_by_classes(system, *scalars[i], range);
    range.proved = complete;
    result.state_ranges.push_back(std::move(range));
  }
  for (std::size_t i = 0; i < system.outputs.size(); ++i) {
    const model::Variable& output = system.outputs[i];
    ValueRange range =
        context.memory.hulls[scalars.size() + i].range(output.type);
    range.proved = complete && !holds_classes(system, output.holds);
    result.output_ranges.push_back(std::move(range));
  }
}

}  // namespace

model::Trace trace_to(StepRef step,
                      const RunMemory& memory,
                      const Letters& letters) {
  model::Trace trace;
  while (step.source != kNoState) {
    if (step.letter != kNoLetter) {
      trace.steps.push_back(letters.input.values(step.letter));
    }
    step = memory.found_by[step.source];
  }
  trace.initial = letters.initial.values(step.letter);
  std::reverse(trace.steps.begin(), trace.steps.end());
  return trace;
}

model::GoalResult judge_not_hit(const Result& result,
                                bool started,
                                const std::string& gap) {
  model::GoalResult goal;
  // The reasons in the order of their weight.
  goal.status = GoalStatus::undecided;
  if (result.stop == Stop::died || result.stop == Stop::letters) {
    goal.reason = result.stop_text;
  } else if (!started) {
    goal.reason = std::string("stopped by ") + to_string(result.stop) +
                  " before every initialisation was run";
  } else if (!gap.empty()) {
    goal.reason = "not hit, but " + gap;
  } else if (result.stop == Stop::none) {
    goal.status = GoalStatus::unreachable;
    goal.trust = Trust::proved;
    goal.reason = "no step from any of the " + std::to_string(result.states) +
                  " reachable states hits it";
  } else {
    goal.status = GoalStatus::not_within_bound;
    goal.depth = result.complete_depth;
    goal.trust = Trust::proved;
    goal.reason = "no run of at most " + steps_text(result.complete_depth) +
                  " hits it; stopped by " + to_string(result.stop);
  }
  return goal;
}

Result read_back(const SearchContext& context,
                 Stop stop,
                 const std::string& stop_text,
                 const Finding* extra) {
  const RunMemory& memory = context.memory;
  const RunHeader& header = memory.header();
  Result result;
  result.stop = stop;
  result.stop_text = stop_text;
  result.initial_ended = header.initial_ended.load() != 0;
  result.states = header.states.load(std::memory_order_acquire);
  result.transitions = header.transitions.load();
  const std::uint32_t findings =
      header.findings.load(std::memory_order_acquire);
  for (std::uint32_t i = 0; i < findings; ++i) {
    result.findings.push_back(
        finding_of(memory.findings[i], memory, context.letters));
  }
  if (extra != nullptr) result.findings.push_back(*extra);

  const std::string gap = gap_of(context, result);
  // All runs before a shortest one that is lost were examined.
  const std::uint32_t lost = gap.empty() ? 0 : first_gap(context, result);
  result.complete_depth = header.complete_depth.load();
  if (!gap.empty()) {
    result.complete_depth =
        std::min(result.complete_depth, lost == 0 ? 0 : lost - 1);
  }
  const bool started = header.started.load(std::memory_order_acquire) != 0;
  result.closed = stop == Stop::none && gap.empty();
  const model::GoalResult not_hit = judge_not_hit(result, started, gap);
  result.goals.resize(context.system.goals.size());
  for (std::size_t g = 0; g < result.goals.size(); ++g) {
    GoalReport& report = result.goals[g];
    const GoalHit& hit = memory.goals[g];
    report.result = not_hit;
    if (hit.known.load(std::memory_order_acquire) == 0) continue;
    report.result.status = GoalStatus::covered;
    report.result.trust = Trust::claimed;
    report.result.depth = hit.depth;
    // Values that were not tried may lead there in fewer steps.
    const bool shortest = hit.depth == 0 || gap.empty() || hit.depth <= lost;
    report.shortest = shortest;
    report.result.reason = hit_text(hit.depth, shortest);
    report.trace = trace_to(hit.step, memory, context.letters);
  }
  if (context.options.ranges) read_ranges(context, result);
  if (context.options.keep_edges) {
    result.graph = graph_of(context, result);
  } else if (context.keeps_ends()) {
    result.graph = ends_of(context, result);
  }
  return result;
}

}  // namespace catenary::engine::reach
