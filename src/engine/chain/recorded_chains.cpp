// SPDX-License-Identifier: Apache-2.0
#include "engine/chain/recorded_chains.h"

#include <string>

#include "base/journal/task_journal.h"
#include "base/sha256.h"
#include "base/wire.h"

namespace catenary::engine::chain {

namespace {

using base::WorkClock;

/// A name of what is asked: another graph, or other goals, have other chains.
/// Cost: linear in the graph.
std::string question(const reach::Graph& graph,
                     const std::vector<std::uint32_t>& goals,
                     const ChainOptions& options) {
  base::WireWriter to;
  to.put(goals,
         options.reset_cost.has_value(),
         options.reset_cost.value_or(0),
         options.optimiser,
         options.exact_search,
         graph.first_edge,
         graph.hit_sets,
         graph.distance,
         graph.is_final,
         graph.ended_is_final,
         graph.closed,
         graph.complete_depth);
  for (const auto* edges : {&graph.initial, &graph.edges}) {
    for (const reach::Edge& e : *edges) to.put(e.target, e.hits, e.letter);
  }
  return base::sha256(to.bytes());
}

std::string to_bytes(const ChainResult& result, WorkClock::duration work) {
  base::WireWriter to;
  to.put(std::int64_t{work.count()}, std::uint64_t{result.chains.size()});
  for (const Chain& chain : result.chains) {
    to.put(chain.initial, std::uint64_t{chain.steps.size()});
    for (const ChainStep& step : chain.steps) to.put(step.state, step.edge);
    to.put(chain.newly_covered);
  }
  to.put(result.bounds.lower,
         result.bounds.upper,
         result.bounds.minimal,
         result.bounds.chains_fewest,
         result.bounds.by,
         result.not_hit,
         result.uncoverable_to_final,
         result.stop,
         result.product_states);
  return to.bytes();
}

ChainResult from_bytes(const std::string& bytes) {
  base::WireReader from(bytes);
  const WorkClock::duration work(from.get<std::int64_t>());
  ChainResult out;
  out.chains.resize(from.get_count());
  for (Chain& chain : out.chains) {
    from.get(chain.initial);
    chain.steps.resize(from.get_count());
    for (ChainStep& step : chain.steps) from.get(step.state, step.edge);
    from.get(chain.newly_covered);
  }
  from.get(out.bounds.lower,
           out.bounds.upper,
           out.bounds.minimal,
           out.bounds.chains_fewest,
           out.bounds.by,
           out.not_hit,
           out.uncoverable_to_final);
  out.stop = from.get_enum(base::StopReason::interrupt);
  from.get(out.product_states);
  WorkClock::charge(work);
  return out;
}

}  // namespace

ChainResult find_chains_recorded(const reach::Graph& graph,
                                 const std::vector<std::uint32_t>& goals,
                                 const ChainOptions& options) {
  base::TaskJournal* const journal = base::task_journal();
  if (journal == nullptr) return find_chains(graph, goals, options);
  const base::TaskName task("chains " + question(graph, goals, options));
  if (auto kept = base::find_decoded(*journal, task.path(), &from_bytes)) {
    return *std::move(kept);
  }
  const WorkClock::time_point before = WorkClock::now();
  ChainResult out = find_chains(graph, goals, options);
  const bool cut = out.stop == base::StopReason::time ||
                   out.stop == base::StopReason::work ||
                   out.stop == base::StopReason::interrupt;
  if (!cut) {
    journal->keep(task.path(), to_bytes(out, WorkClock::now() - before));
  }
  return out;
}

}  // namespace catenary::engine::chain
