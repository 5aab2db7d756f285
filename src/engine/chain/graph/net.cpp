// SPDX-License-Identifier: Apache-2.0
/// \file
/// Construction of the network. States that no chain can use are left out, arcs
/// with the same effect are merged, and arcs that hit less than another arc to
/// the same node are removed; the optimum stays the same.

#include "engine/chain/graph/net.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/check.h"
#include "base/error.h"

namespace catenary::engine::chain {

Net::Net(const reach::Graph& graph,
         const std::vector<bool>& wanted,
         base::Budget budget)
    : budget_(std::move(budget)), graph_(graph) {
  find_useful();
  // At first each hit set of the graph is a class, and each goal is kept.
  class_.resize(graph_.hit_sets.size());
  for (HitClass c = 0; c < class_.size(); ++c) class_[c] = c;
  classes_ = graph_.hit_sets;
  goals_.resize(graph_.goal_count);
  for (std::uint32_t g = 0; g < graph_.goal_count; ++g) goals_[g] = g;
  for (const auto& goals : classes_) {
    wanted_hits_.push_back(static_cast<std::uint32_t>(
        std::count_if(goals.begin(), goals.end(), [&](std::uint32_t goal) {
          return wanted[goal];
        })));
  }
  build_arcs();
  number_classes(wanted);
  merge_arcs();
  reverse_arcs();
}

void Net::keep_goals(const std::vector<bool>& keep) {
  number_classes(keep);
  merge_arcs();
  reverse_arcs();
}

/// Polls the budget every few thousand items.
void Net::check_time(std::uint64_t done) const {
  constexpr std::uint64_t kPollEvery = 4096;
  // Small graphs are always prepared, so that there is a suite in any case.
  constexpr base::WorkClock::duration kPrice{50 * kPollEvery};
  if (done == 0 || done % kPollEvery != 0 ||
      budget_.spend(kPrice) == base::StopReason::none) {
    return;
  }
  throw base::StoppedError("no time or work was left to look for chains");
}

Node Net::node_of(reach::StateId state) const {
  if (state == reach::kEnded) return graph_.ended_is_final ? end() : kFar;
  return node_[state];
}

std::vector<std::uint8_t> Net::reached_states() const {
  std::vector<std::uint8_t> seen(graph_.state_count(), 0);
  std::vector<reach::StateId> queue;
  const auto visit = [&](reach::StateId s) {
    if (s == reach::kEnded || seen[s] != 0) return;
    seen[s] = 1;
    queue.push_back(s);
  };
  for (const reach::Edge& edge : graph_.initial) visit(edge.target);
  for (std::size_t at = 0; at < queue.size(); ++at) {
    check_time(at);
    for (const reach::Edge& edge : graph_.out(queue[at])) visit(edge.target);
  }
  return seen;
}

/// By counting sort.
Net::Sources Net::edge_sources() const {
  const reach::StateId n = graph_.state_count();
  Sources out;
  std::vector<std::uint64_t>& first = out.first;
  first.assign(n + std::size_t{1}, 0);
  for (reach::StateId s = 0; s < n; ++s) {
    check_time(s);
    for (const reach::Edge& edge : graph_.out(s)) {
      if (edge.target != reach::kEnded) ++first[edge.target + std::size_t{1}];
    }
  }
  for (reach::StateId s = 0; s < n; ++s) first[s + 1] += first[s];
  out.states.resize(first[n]);
  std::vector<std::uint64_t> next(first.begin(), first.end() - 1);
  for (reach::StateId s = 0; s < n; ++s) {
    check_time(s);
    for (const reach::Edge& edge : graph_.out(s)) {
      if (edge.target != reach::kEnded) out.states[next[edge.target]++] = s;
    }
  }
  return out;
}

void Net::find_useful() {
  const reach::StateId n = graph_.state_count();
  const std::vector<std::uint8_t> seen = reached_states();
  const Sources sources = edge_sources();
  // Backwards from the states in which a chain may end.
  std::vector<std::uint8_t> useful(n, 0);
  std::vector<reach::StateId> queue;
  const auto use = [&](reach::StateId s) {
    if (seen[s] == 0 || useful[s] != 0) return;
    useful[s] = 1;
    queue.push_back(s);
  };
  for (reach::StateId s = 0; s < n; ++s) {
    bool ends = graph_.is_final[s] != 0;
    for (const reach::Edge& edge : graph_.out(s)) {
      ends = ends || (edge.target == reach::kEnded && graph_.ended_is_final);
    }
    if (ends) use(s);
  }
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const reach::StateId s = queue[at];
    for (std::uint64_t i = sources.first[s]; i < sources.first[s + 1]; ++i) {
      use(sources.states[i]);
    }
  }

  // Useful states are numbered in the order of the graph, which is breadth
  // first.
  node_.assign(n, kFar);
  for (reach::StateId s = 0; s < n; ++s) {
    if (useful[s] == 0) continue;
    node_[s] = states_++;
    state_.push_back(s);
  }
  final_.assign(node_count(), 0);
  for (Node v = 0; v < states_; ++v) final_[v] = graph_.is_final[state_[v]];
  final_[end()] = 1;
}

/// Arcs to useless states are left out; equal arcs are merged.
void Net::build_arcs() {
  first_out_.assign(node_count() + std::size_t{1}, 0);
  const auto append = [&](Node n, std::span<const reach::Edge> edges) {
    const std::size_t begin = out_.size();
    for (const reach::Edge& edge : edges) {
      const Node target = node_of(edge.target);
      if (target != kFar) out_.push_back({target, edge.hits});
    }
    std::sort(out_.begin() + static_cast<std::ptrdiff_t>(begin), out_.end());
    out_.erase(std::unique(out_.begin() + static_cast<std::ptrdiff_t>(begin),
                           out_.end()),
               out_.end());
    first_out_[n + std::size_t{1}] = out_.size();
  };
  for (Node n = 0; n < states_; ++n) {
    check_time(n);
    append(n, graph_.out(state_[n]));
  }
  // Nothing leaves end().
  first_out_[end() + std::size_t{1}] = out_.size();
  append(start(), graph_.initial);
}

namespace {

/// The FNV-1a hash over integers: sets of goals may be long and differ in one.
struct HashOfGoals {
  std::size_t operator()(const std::vector<std::uint32_t>& goals) const {
    std::uint64_t hash = 14695981039346656037U;
    for (const std::uint32_t g : goals) hash = (hash ^ g) * 1099511628211U;
    return hash;
  }
};

}  // namespace

void Net::number_classes(const std::vector<bool>& keep) {
  std::vector<bool> class_used(classes_.size(), false);
  for (const Arc& arc : out_) class_used[arc.hits] = true;
  // A goal stays if it is wanted and some arc hits it.
  std::vector<bool> goal_used(goals_.size(), false);
  for (HitClass c = 0; c < classes_.size(); ++c) {
    if (!class_used[c]) continue;
    for (const std::uint32_t g : classes_[c]) goal_used[g] = keep[g];
  }
  std::vector<std::uint32_t> goal(goals_.size(), kFar), goals;
  for (std::uint32_t g = 0; g < goals_.size(); ++g) {
    if (!goal_used[g]) continue;
    goal[g] = static_cast<std::uint32_t>(goals.size());
    goals.push_back(goals_[g]);
  }
  std::unordered_map<std::vector<std::uint32_t>, HitClass, HashOfGoals> known{
      {{}, 0}};
  std::vector<std::vector<std::uint32_t>> classes{{}};
  std::vector<HitClass> renumbered(classes_.size(), 0);
  for (HitClass c = 0; c < classes_.size(); ++c) {
    check_time(c);
    std::vector<std::uint32_t> reduced;
    for (const std::uint32_t g : classes_[c]) {
      if (goal[g] != kFar) reduced.push_back(goal[g]);
    }
    // A class without arcs is numbered only if its goals are those of another
    // class.
    const auto found = known.find(reduced);
    if (found != known.end()) {
      renumbered[c] = found->second;
    } else if (class_used[c]) {
      renumbered[c] = static_cast<HitClass>(classes.size());
      known.emplace(reduced, renumbered[c]);
      classes.push_back(std::move(reduced));
    }
  }
  for (HitClass& c : class_) c = renumbered[c];
  for (Arc& arc : out_) arc.hits = renumbered[arc.hits];
  goals_ = std::move(goals);
  classes_ = std::move(classes);
}

void Net::merge_arcs() {
  // Of two arcs to the same node, one that hits a superset is enough.
  const auto hits_more = [&](const Arc& arc, const Arc& other) {
    const auto& more = classes_[arc.hits];
    const auto& less = classes_[other.hits];
    return more.size() > less.size() &&
           std::includes(more.begin(), more.end(), less.begin(), less.end());
  };
  std::vector<Arc> kept;
  // The result is written over the old arcs: it is never longer.
  std::uint64_t write = 0, begin = 0;
  hitting_.clear();
  for (Node n = 0; n < node_count(); ++n) {
    check_time(n);
    const std::uint64_t stop = first_out_[n + std::size_t{1}];
    const auto low = out_.begin() + static_cast<std::ptrdiff_t>(begin);
    auto high = out_.begin() + static_cast<std::ptrdiff_t>(stop);
    std::sort(low, high);
    high = std::unique(low, high);
    kept.clear();
    for (auto group = low; group != high;) {
      const auto next = std::find_if(
          group, high, [&](const Arc& arc) { return arc.node != group->node; });
      for (auto arc = group; arc != next; ++arc) {
        if (std::none_of(group, next, [&](const Arc& other) {
              return hits_more(other, *arc);
            })) {
          kept.push_back(*arc);
        }
      }
      group = next;
    }
    first_out_[n] = write;
    bool hits = false;
    for (const Arc& arc : kept) {
      out_[write++] = arc;
      hits = hits || arc.hits != 0;
    }
    if (hits) hitting_.push_back(n);
    begin = stop;
  }
  first_out_[node_count()] = write;
  out_.resize(write);
  out_.shrink_to_fit();
}

/// By counting sort; sources come in ascending order.
void Net::reverse_arcs() {
  first_in_.assign(node_count() + std::size_t{1}, 0);
  for (const Arc& arc : out_) ++first_in_[arc.node + std::size_t{1}];
  for (Node n = 0; n < node_count(); ++n) first_in_[n + 1] += first_in_[n];
  in_.resize(out_.size());
  std::vector<std::uint64_t> next(first_in_.begin(), first_in_.end() - 1);
  for (Node n = 0; n < node_count(); ++n) {
    check_time(n);
    for (const Arc& arc : out(n)) in_[next[arc.node]++] = {n, arc.hits};
  }
}

/// Classes of forgotten goals are equal now: of the edges of the class, the one
/// that hits the most wanted goals, which covers more along the way.
std::uint64_t Net::edge(Node from, const Arc& arc) const {
  const bool initial = from == start();
  const std::span<const reach::Edge> edges =
      initial ? std::span<const reach::Edge>(graph_.initial)
              : graph_.out(state_[from]);
  std::size_t best = edges.size();
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (node_of(edges[i].target) == arc.node &&
        class_[edges[i].hits] == arc.hits &&
        (best == edges.size() ||
         wanted_hits_[edges[i].hits] > wanted_hits_[edges[best].hits])) {
      best = i;
    }
  }
  CATENARY_CHECK(best < edges.size(), "an arc that stands for no edge");
  return initial ? best : graph_.first_edge[state_[from]] + best;
}

}  // namespace catenary::engine::chain
