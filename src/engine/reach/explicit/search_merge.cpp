// SPDX-License-Identifier: Apache-2.0
/// \file
/// The sequential half of breadth-first search: one thread takes the results of
/// chunks into the search, in the order of their steps.
///
/// Whatever ends a search within a chunk, such as the memory limit, ends it at
/// a step: results of later steps are dropped. So the result is the same for
/// every size of chunk.
#include <algorithm>
#include <tuple>

#include "engine/reach/explicit/record.h"
#include "engine/reach/explicit/search.h"

namespace catenary::engine::reach {

namespace {

/// Candidates whose index entries are loaded together.
constexpr std::size_t kPrefetchBlock = 64;
// Edges whose memory is prepared at once.
constexpr std::uint64_t kFewestEdges = 4096;
constexpr std::uint64_t kMostEdges = 1 << 18;

/// Whether step a comes after step b in the sequential order.
bool after(StepRef a, StepRef b) {
  return std::tie(a.source, a.letter) > std::tie(b.source, b.letter);
}

}  // namespace

Stop Search::merge(Chunk& chunk) {
  base::WorkClock::charge(chunk.done - chunk.begin, step_price_);
  base::WorkClock::charge(chunk.loops);
  loops_ += chunk.loops;
  // First of all: hit sets of the chunk's candidates may be among the new ones.
  std::vector<std::uint64_t>& sets = local_sets_[chunk.worker];
  sets.insert(sets.end(), chunk.new_sets.begin(), chunk.new_sets.end());
  place_targets(chunk);
  if (context_.options.keep_edges) {
    take_edges(chunk);
  } else {
    if (context_.keeps_ends()) take_ends(chunk);
    numbered_ = table_->size();
  }
  // The whole search is repeated with all edges, so nothing else counts.
  if (chunk.ran_on) {
    memory_.header().ran_on.store(1, std::memory_order_relaxed);
    return Stop::interrupt;
  }
  for (const NewHit& hit : chunk.hits) take_hit(hit);
  for (const NewFinding& finding : chunk.findings) {
    record_finding(memory_, finding);
  }
  transitions_ += chunk.transitions;
  // Later levels are published by their callers, together with positions.
  if (depth_ == 0) publish();
  if (out_of_memory_) return Stop::memory;
  return chunk.done < chunk.end ? requested_stop() : Stop::none;
}

void Search::take_edges(Chunk& chunk) {
  const bool initial = depth_ == 0;
  // States between two candidates have no edges: they are closed first.
  for (const Candidate& c : chunk.candidates) {
    if (!initial && !close_states(c.step.source)) {
      drop_after({expanding_ - 1, kNoLetter}, chunk);
      return;
    }
    if (!take_edge(c, chunk.worker)) {
      drop_after(c.step, chunk);
      return;
    }
  }
  // The chunk may end with states that have no candidates at all.
  if (initial || out_of_memory_) return;
  const auto end = static_cast<StateId>(memory_.level_start[depth_ - 1] +
                                        chunk.done / letters_);
  if (!close_states(end)) drop_after({expanding_ - 1, kNoLetter}, chunk);
}

// With keeps_ends(): keeps the first step to each set of goals that ends a run,
// and the initialisations.
void Search::take_ends(Chunk& chunk) {
  for (const Candidate& c : chunk.candidates) {
    if (depth_ != 0 && c.target != kEnded) continue;
    // The element is written before the counter that covers it. If the set is
    // not new, the entry is overwritten by the next new one.
    if (hit_sets_.size() < memory_.ends.capacity()) {
      memory_.ends[hit_sets_.size()] = c.step;
    }
    if (depth_ == 0) {
      (void)take_edge(c, chunk.worker);
    } else {
      (void)global_hits(c.hits, chunk.worker);
    }
    if (!out_of_memory_) continue;
    drop_after(c.step, chunk);
    return;
  }
}

// Numbers the states of the candidates that are new. If there is no more room,
// the chunk is cut at that candidate.
void Search::place_targets(Chunk& chunk) {
  const std::size_t width = table_->state_bytes();
  const std::byte* packed = chunk.states.data();
  std::vector<Candidate>& all = chunk.candidates;
  for (std::size_t block = 0; block < all.size(); block += kPrefetchBlock) {
    const std::size_t end = std::min(all.size(), block + kPrefetchBlock);
    // With one thread, expand() has started these loads already.
    if (crew_ != nullptr) {
      for (std::size_t i = block; i < end; ++i) table_->prefetch(all[i].hash);
    }
    for (std::size_t i = block; i < end; ++i) {
      if (all[i].target == kNoState) table_->prefetch_state(all[i].hash);
    }
    for (std::size_t i = block; i < end; ++i) {
      Candidate& c = all[i];
      if (c.target != kNoState) continue;
      const StateId fresh = table_->size();
      c.target = table_->insert(c.hash, packed);
      // States lie one behind the other, only for candidates without a target.
      packed += width;
      if (c.target == fresh) {
        // Before the counter of states is published: see publish().
        memory_.found_by[fresh] = c.step;
      } else if (c.target == kNoState) {
        out_of_memory_ = true;
        drop_after(c.step, chunk);
        all.resize(i);
        return;
      }
    }
  }
}

// Drops what the chunk found in steps after `last`, so that a search that ends
// there is the same for every size of chunk.
void Search::drop_after(StepRef last, Chunk& chunk) {
  std::erase_if(chunk.hits,
                [&](const NewHit& hit) { return after(hit.step, last); });
  std::erase_if(chunk.findings, [&](const NewFinding& finding) {
    return after(finding.step, last);
  });
  if (chunk.ran_on && after(*chunk.ran_on, last)) chunk.ran_on.reset();
}

void Search::take_hit(const NewHit& hit) {
  const std::uint64_t bit = std::uint64_t{1} << (hit.goal % 64);
  std::atomic<std::uint64_t>& word = covered_[hit.goal / 64];
  // Another chunk reported it before: the first in the order of steps counts.
  if ((word.fetch_or(bit, std::memory_order_relaxed) & bit) != 0) return;
  record_hit(memory_, hit, depth_);
}

// Adds an edge. Returns false, and sets out_of_memory_, if there is no room.
bool Search::take_edge(const Candidate& candidate, std::uint32_t worker) {
  const HitSetId hits = global_hits(candidate.hits, worker);
  if (out_of_memory_) return false;
  const Edge edge{candidate.target, hits, candidate.step.letter};
  // A state counts once an edge leads to it: a state without one would make the
  // graph inconsistent.
  if (edge.target != kEnded) numbered_ = std::max(numbered_, edge.target + 1);
  if (depth_ == 0) {
    std::atomic<std::uint32_t>& count = memory_.header().initial_edges;
    const std::uint32_t i = count.load(std::memory_order_relaxed);
    memory_.initial_edges[i] = edge;
    count.store(i + 1, std::memory_order_release);
    return true;
  }
  // An edge with a smaller letter has the same target and hits.
  if (!filter_.is_new(edge.target, edge.hits)) return true;
  out_of_memory_ = edge_count_ == memory_.edges.capacity();
  if (out_of_memory_) return false;
  if (edge_count_ == edges_ready_) prepare_edges();
  memory_.edges[edge_count_++] = edge;
  return true;
}

// Takes memory for the next edges at once. The amount doubles with the number
// of edges, within bounds.
void Search::prepare_edges() {
  const std::uint64_t count =
      std::min({std::max<std::uint64_t>(edges_ready_, kFewestEdges),
                kMostEdges,
                memory_.edges.capacity() - edges_ready_});
  advise(memory_.edges.data() + edges_ready_, count * sizeof(Edge), Use::write);
  edges_ready_ += count;
}

// Marks the states before `end` as having all their edges. Returns false, and
// sets out_of_memory_, if the memory limit is reached before that.
bool Search::close_states(StateId end) {
  if (expanding_ >= end) return true;
  filter_.next_state();
  while (expanding_ < end && !out_of_memory_) {
    memory_.first_edge[++expanding_] = edge_count_;
    if (memory_limit_ == 0) continue;
    // The parent copies the edges, so they count twice.
    const std::uint64_t bytes =
        kept_bytes(table_->state_bytes(), true, numbered_) +
        2 * edge_count_ * sizeof(Edge) + 3 * hit_sets_.bytes();
    out_of_memory_ = bytes > memory_limit_;
  }
  return !out_of_memory_;
}

/// Numbers of workers are translated once; the table of a worker is filled as
/// its sets occur in merged steps. So ids do not depend on the workers.
HitSetId Search::global_hits(HitSetId local, std::uint32_t worker) {
  if (local == 0) return 0;
  std::vector<HitSetId>& known = global_hits_[worker];
  const std::size_t n = context_.system.hit_words();
  if (known.size() <= local) known.resize(local + 1, 0);
  if (known[local] != 0) return known[local];
  const std::uint64_t* words = local_sets_[worker].data() + local * n;
  const HitSetId id = hit_sets_.intern(words);
  // Only new sets are written.
  if (id + 1 > memory_.header().hit_sets.load(std::memory_order_relaxed)) {
    if ((id + std::uint64_t{1}) * n > memory_.hit_words.capacity()) {
      out_of_memory_ = true;
      return 0;
    }
    std::copy(words, words + n, memory_.hit_words.data() + id * n);
    memory_.header().hit_sets.store(id + 1, std::memory_order_release);
  }
  return known[local] = id;
}

void Search::publish() {
  RunHeader& header = memory_.header();
  header.states.store(numbered_, std::memory_order_release);
  header.expanded.store(expanding_, std::memory_order_release);
  header.transitions.store(transitions_, std::memory_order_relaxed);
}

}  // namespace catenary::engine::reach
