// SPDX-License-Identifier: Apache-2.0
#include "engine/abstraction/guided_search.h"

#include <queue>
#include <utility>

namespace catenary::engine::abstraction {

namespace {

constexpr std::uint32_t kFar = ExploredStates::kNone;

}  // namespace

GuidedSearch::GuidedSearch(ExploredStates& whole, const ExploredStates& without)
    : whole_(whole), without_(without) {
  const auto states = static_cast<std::uint32_t>(without.size());
  first_source_.assign(states + 1, 0);
  for (std::uint32_t s = 0; s < states; ++s) {
    for (const std::uint32_t to : without.next(s)) ++first_source_[to + 1];
  }
  for (std::uint32_t s = 0; s < states; ++s) {
    first_source_[s + 1] += first_source_[s];
  }
  sources_.resize(first_source_.back());
  std::vector<std::uint32_t> at(first_source_.begin(), first_source_.end() - 1);
  for (std::uint32_t s = 0; s < states; ++s) {
    for (const std::uint32_t to : without.next(s)) sources_[at[to]++] = s;
  }
}

// Steps before the one that hits the goal.
void GuidedSearch::measure(std::uint32_t goal) {
  distance_.assign(without_.size(), kFar);
  std::vector<std::uint32_t> queue;
  for (const ExploredStates::Hit& hit : without_.hits()) {
    const std::uint32_t s = hit.step.source;
    if (hit.goal != goal) continue;
    if (s == kFar) exact_ = false;  // by an initialisation, which is no step
    if (s == kFar || distance_[s] == 0) continue;
    distance_[s] = 0;
    queue.push_back(s);
  }
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const std::uint32_t s = queue[i];
    for (std::uint32_t k = first_source_[s]; k < first_source_[s + 1]; ++k) {
      const std::uint32_t from = sources_[k];
      if (distance_[from] != kFar) continue;
      distance_[from] = distance_[s] + 1;
      queue.push_back(from);
    }
  }
}

std::uint32_t GuidedSearch::distance(std::uint32_t state) {
  while (image_.size() <= state) {
    const auto next = static_cast<std::uint32_t>(image_.size());
    image_.push_back(without_.find(whole_.state(next)));
  }
  if (image_[state] == ExploredStates::kNone) {
    exact_ = false;  // all states have one, where nothing is missing
    return kFar;
  }
  return distance_[image_[state]];
}

GuidedSearch::Found GuidedSearch::search(std::uint32_t goal,
                                         const Exploring& on,
                                         std::size_t most) {
  using Place = std::pair<std::uint32_t, std::uint32_t>;  // distance, state
  std::priority_queue<Place, std::vector<Place>, std::greater<>> places;
  measure(goal);
  std::uint32_t known = 0;
  const auto add_new = [&] {
    for (; known < whole_.size(); ++known) {
      if (whole_.is_expanded(known)) continue;
      const std::uint32_t d = distance(known);
      if (d != kFar) places.emplace(d, known);
    }
  };
  add_new();
  for (std::size_t expanded = 0; !places.empty(); ++expanded) {
    if (expanded == most || on.budget.poll() != base::StopReason::none) {
      return Found::nothing;
    }
    const std::uint32_t state = places.top().second;
    places.pop();
    if (whole_.expand(state) != ExploredStates::End::done) exact_ = false;
    if (!on.wanted(goal)) return Found::run;
    add_new();
  }
  return exact_ ? Found::proof : Found::nothing;
}

}  // namespace catenary::engine::abstraction
