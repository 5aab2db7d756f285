// SPDX-License-Identifier: Apache-2.0
/// \file
/// Counters of the pipeline. Piece p lies in slot p % slots. It may be begun
/// while p < taken + slots, so that the piece before it in the slot was
/// consumed. `finished_` of the slot is p + 1 once its results are complete.

#include "engine/reach/explicit/pipeline.h"

#include "engine/reach/explicit/spin.h"

namespace catenary::engine::reach {

namespace {

constexpr std::uint64_t kCancelled = std::uint64_t{1} << 63;

}  // namespace

Pipeline::Pipeline(unsigned threads, std::size_t slots)
    : threads_(threads),
      slots_(slots),
      finished_(std::make_unique<std::atomic<std::uint64_t>[]>(slots)) {}

void Pipeline::start(std::uint64_t count) {
  for (std::size_t i = 0; i < slots_; ++i) finished_[i].store(0);
  count_ = count;
  begun_.store(0);
  taken_.store(0);
}

std::optional<std::uint64_t> Pipeline::try_begin() {
  // A stale value only makes the exchange fail, which reads it again.
  std::uint64_t piece = begun_.load(std::memory_order_relaxed);
  for (;;) {
    // Acquire: what thread 0 did with the slot before happens before this
    // thread reuses it.
    const std::uint64_t taken = taken_.load(std::memory_order_acquire);
    if (piece >= count_ || taken >= kCancelled || piece >= taken + slots_) {
      return std::nullopt;
    }
    if (begun_.compare_exchange_weak(piece, piece + 1)) return piece;
  }
}

std::optional<std::uint64_t> Pipeline::begin() {
  for (;;) {
    // Read before the attempt: if it changes in between, the wait below returns
    // at once, so that no wake-up is lost.
    const std::uint64_t taken = taken_.load(std::memory_order_acquire);
    if (const auto piece = try_begin()) return piece;
    if (taken >= kCancelled || begun_.load() >= count_) return std::nullopt;
    wait_while(taken_, taken, threads_);
  }
}

void Pipeline::finish(std::uint64_t piece) {
  std::atomic<std::uint64_t>& finished = finished_[slot_of(piece)];
  finished.store(piece + 1, std::memory_order_release);
  finished.notify_one();
}

bool Pipeline::ready() const {
  const std::uint64_t piece = taken();
  return finished_[slot_of(piece)].load(std::memory_order_acquire) == piece + 1;
}

void Pipeline::wait_until_ready() const {
  const std::uint64_t piece = taken();
  const std::atomic<std::uint64_t>& finished = finished_[slot_of(piece)];
  // Another piece may finish in the same slot only after this one was taken, so
  // the value changes to piece + 1 next.
  for (std::uint64_t seen = finished.load(std::memory_order_acquire);
       seen != piece + 1;
       seen = finished.load(std::memory_order_acquire)) {
    wait_while(finished, seen, threads_);
  }
}

void Pipeline::take() {
  taken_.fetch_add(1, std::memory_order_release);
  taken_.notify_all();
}

void Pipeline::cancel() {
  // A count that no round reaches: all comparisons with it fail.
  taken_.store(kCancelled, std::memory_order_release);
  taken_.notify_all();
}

}  // namespace catenary::engine::reach
