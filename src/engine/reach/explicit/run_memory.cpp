// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/explicit/run_memory.h"

#include <algorithm>

namespace catenary::engine::reach {

namespace {

constexpr auto kShared = Mapping::Sharing::with_children;

template <typename T>
/// Room for `count` elements or fewer; at least one, since a mapping is not
/// empty.
MappedArray<T> shared(std::uint64_t count) {
  return {std::max<std::uint64_t>(count, 1), kShared};
}

}  // namespace

RunMemory::RunMemory(const model::StepSystem& system,
                     const Options& options,
                     std::uint64_t initial_letters,
                     std::uint64_t max_states,
                     std::uint64_t max_edges)
    : workers(options.jobs, kShared, options.jobs),
      // One more, so that systems without goals have a valid mapping.
      goals(system.goals.size() + 1, kShared, system.goals.size() + 1),
      findings(kMaxFindings, kShared, kMaxFindings),
      found_by(shared<StepRef>(max_states)),
      level_start(shared<StateId>(max_states + 2)),
      header_(1, kShared) {
  for (std::uint32_t w = 0; w < options.jobs; ++w) workers[w].idle();
  if (options.ranges) {
    const std::size_t n = scalars_of(system).size() + system.outputs.size();
    hulls = {n + 1, kShared, n + 1};
  }
  if (!options.keep_edges && !options.shortest_ends) return;
  initial_edges = {initial_letters, kShared, initial_letters};
  hit_words = shared<std::uint64_t>(max_edges);
  if (!options.keep_edges) {
    ends = shared<StepRef>(max_edges);
    return;
  }
  first_edge = shared<std::uint64_t>(max_states + 1);
  edges = shared<Edge>(max_edges);
  is_final = shared<std::uint8_t>(max_states);
}

/// The last level that begins at or before the state.
std::uint32_t RunMemory::distance(StateId state) const {
  const StateId* begin = level_start.data();
  const StateId* end = begin + header().levels.load(std::memory_order_acquire);
  return static_cast<std::uint32_t>(std::upper_bound(begin, end, state) -
                                    begin - 1);
}

}  // namespace catenary::engine::reach
