// SPDX-License-Identifier: Apache-2.0
/// \file
/// Storage of decision diagrams: the unique table, reference counts of handles,
/// mark-and-sweep collection, and queries that build nothing.
///
/// Differs from the packages after Brace, Rudell and Bryant in that only
/// handles are counted: nodes do not count references from nodes, so that
/// operations need no bookkeeping for their intermediate results.
#include "logic/bdd/bdd.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace catenary::logic::bdd {

namespace {

/// Where constants are in the order: below all variables.
constexpr std::uint32_t kBottom = UINT32_MAX;
constexpr std::uint64_t kDefaultMemory = std::uint64_t{1} << 30;
/// A node, its reference count, its bucket, its share of the computed table.
constexpr std::uint64_t kNodeBytes = 16 + 4 + 8 + 20;
constexpr std::size_t kComputedMin = std::size_t{1} << 14;
constexpr std::size_t kComputedMax = std::size_t{1} << 22;

/// Mixes three words into one; the low bits index the tables.
std::uint64_t mix(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  std::uint64_t h = a * 0x9e3779b97f4a7c15U + b * 0xc2b2ae3d27d4eb4fU +
                    c * 0x165667b19e3779f9U;
  h ^= h >> 29;
  h *= 0xbf58476d1ce4e5b9U;
  return h ^ (h >> 32);
}

}  // namespace

Bdd::Bdd(Manager* manager, std::uint32_t edge)
    : manager_(manager), edge_(edge) {
  manager_->retain(edge_);
}

Bdd::Bdd(const Bdd& other) : manager_(other.manager_), edge_(other.edge_) {
  if (manager_ != nullptr) manager_->retain(edge_);
}

Bdd::Bdd(Bdd&& other) noexcept
    : manager_(std::exchange(other.manager_, nullptr)),
      edge_(std::exchange(other.edge_, 0)) {}

Bdd& Bdd::operator=(Bdd other) noexcept {
  std::swap(manager_, other.manager_);
  std::swap(edge_, other.edge_);
  return *this;
}

Bdd::~Bdd() {
  if (manager_ != nullptr) manager_->release(edge_);
}

/// Node 0 is the constant, which is always referenced.
Manager::Manager(base::Budget budget) : budget_(std::move(budget)) {
  const std::uint64_t memory =
      budget_.memory_bytes() == 0 ? kDefaultMemory : budget_.memory_bytes();
  max_nodes_ = static_cast<std::size_t>(
      std::clamp<std::uint64_t>(memory / kNodeBytes, 1024, 1U << 30));
  nodes_.push_back({kBottom, 0, 0, 0});
  references_.push_back(1);
  buckets_.assign(std::size_t{1} << 14, 0);
  computed_.resize(kComputedMin);
}

Manager::~Manager() = default;

// A clock read for every node would dominate the operations.
void Manager::poll() {
  if ((++ticks_ & 0xfffU) != 0) return;
  constexpr base::WorkClock::duration kPrice{0x1000 * 50};
  const base::StopReason stop = budget_.spend(kPrice);
  if (stop != base::StopReason::none) throw LimitReached(stop);
}

Manager::Edge Manager::make(std::uint32_t variable, Edge low, Edge high) {
  // Reduction rule: a test whose outcome does not matter is left out.
  if (low == high) return low;
  // Canonical form with complement edges: `high` is regular; otherwise both
  // children and the resulting edge are complemented.
  const Edge flip = high & 1;
  low ^= flip;
  high ^= flip;
  std::size_t bucket = mix(variable, low, high) & (buckets_.size() - 1);
  for (std::uint32_t n = buckets_[bucket]; n != 0; n = nodes_[n].next) {
    const Node& node = nodes_[n];
    if (node.variable == variable && node.low == low && node.high == high) {
      return n * 2 | flip;
    }
  }
  // Checked before anything is changed, so that a failed operation leaves the
  // table consistent.
  if (used_ >= max_nodes_) throw LimitReached(base::StopReason::memory);
  if (used_ >= buckets_.size()) {
    grow_buckets();
    bucket = mix(variable, low, high) & (buckets_.size() - 1);
  }
  std::uint32_t n = free_;
  if (n != 0) {
    free_ = nodes_[n].next;
  } else {
    n = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
    references_.push_back(0);
  }
  ++used_;
  nodes_[n] = {variable, low, high, buckets_[bucket]};
  buckets_[bucket] = n;
  return n * 2 | flip;
}

/// Doubles the buckets, so that chains stay short, and relinks all nodes.
void Manager::grow_buckets() {
  std::vector<std::uint32_t> wider(buckets_.size() * 2, 0);
  for (std::uint32_t head : buckets_) {
    while (head != 0) {
      Node& node = nodes_[head];
      const std::uint32_t next = node.next;
      const std::size_t at =
          mix(node.variable, node.low, node.high) & (wider.size() - 1);
      node.next = wider[at];
      wider[at] = head;
      head = next;
    }
  }
  buckets_ = std::move(wider);
  // The computed table is cleared rather than rehashed: it is only a cache.
  if (computed_.size() < std::min(kComputedMax, buckets_.size())) {
    computed_.assign(computed_.size() * 2, {});
  }
}

/// Breadth first, with stamps in place of a set: a walk marks the nodes it
/// meets with its own number.
std::vector<std::uint32_t> Manager::below(Edge root) const {
  stamps_.resize(nodes_.size(), 0);
  // The counter wrapped around; old stamps could be taken for new ones.
  if (++stamp_ == 0) {
    std::fill(stamps_.begin(), stamps_.end(), 0);
    stamp_ = 1;
  }
  stamps_[0] = stamp_;
  std::vector<std::uint32_t> out;
  const auto meet = [&](Edge edge) {
    const std::uint32_t n = edge >> 1;
    if (stamps_[n] == stamp_) return;
    stamps_[n] = stamp_;
    out.push_back(n);
  };
  meet(root);
  for (std::size_t i = 0; i < out.size(); ++i) {
    meet(nodes_[out[i]].low);
    meet(nodes_[out[i]].high);
  }
  return out;
}

/// Mark and sweep. Marks what handles reach, then rebuilds the unique table
/// from the marked nodes, because removing nodes from chains one by one costs
/// more.
void Manager::collect() {
  std::vector<bool> marked(nodes_.size(), false);
  marked[0] = true;
  for (std::uint32_t n = 1; n < nodes_.size(); ++n) {
    if (references_[n] == 0 || marked[n]) continue;
    std::vector<std::uint32_t> open{n};
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      if (marked[at]) continue;
      marked[at] = true;
      open.push_back(nodes_[at].low >> 1);
      open.push_back(nodes_[at].high >> 1);
    }
  }
  // Everything unmarked goes to the free list. The order of the loop makes low
  // indices be reused first, which keeps walks local.
  std::fill(buckets_.begin(), buckets_.end(), 0);
  free_ = 0;
  used_ = 1;
  for (auto n = static_cast<std::uint32_t>(nodes_.size()) - 1; n > 0; --n) {
    Node& node = nodes_[n];
    if (!marked[n]) {
      node = {kBottom, 0, 0, free_};
      free_ = n;
      continue;
    }
    ++used_;
    const std::size_t at =
        mix(node.variable, node.low, node.high) & (buckets_.size() - 1);
    node.next = buckets_[at];
    buckets_[at] = n;
  }
  // Cached results may be nodes that were just freed.
  std::fill(computed_.begin(), computed_.end(), Computed{});
  // The next collection comes when the number of nodes has doubled.
  collect_at_ = std::max<std::size_t>(std::size_t{1} << 17, used_ * 2);
}

std::vector<std::uint32_t> Manager::support(const Bdd& f) const {
  std::vector<std::uint32_t> out = below(f.edge_);
  for (std::uint32_t& n : out) n = nodes_[n].variable;
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::optional<Manager::Split> Manager::split(const Bdd& f) {
  if (f.is_true() || f.is_false()) return std::nullopt;
  return Split{top(f.edge_), handle(low(f.edge_)), handle(high(f.edge_))};
}

std::size_t Manager::size(const Bdd& f) const {
  return below(f.edge_).size() + 1;
}

std::optional<std::vector<Literal>> Manager::pick(const Bdd& f) const {
  if (f.is_false()) return std::nullopt;
  std::vector<Literal> out;
  // Prefers the low branch. It is unusable only if it is the constant false;
  // then the high branch is not, since the node would be reduced.
  for (Edge e = f.edge_; e != 0;) {
    const bool value = low(e) == 1;
    out.emplace_back(top(e), value);
    e = value ? high(e) : low(e);
  }
  return out;
}

bool Manager::evaluate(const Bdd& f, const std::vector<bool>& values) const {
  Edge e = f.edge_;
  while ((e >> 1) != 0) {
    const std::uint32_t v = top(e);
    e = v < values.size() && values[v] ? high(e) : low(e);
  }
  return e == 0;
}

}  // namespace catenary::logic::bdd
