// SPDX-License-Identifier: Apache-2.0
/// \file
/// A pipeline with ordered output: several threads process numbered pieces of
/// work in any order, and one thread consumes the results in the order of their
/// numbers while the others go on.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

namespace catenary::engine::reach {

/// The pieces 0 .. count - 1 of a round. Thread 0 consumes them; the other
/// threads, and thread 0 while it would wait, process them. A piece occupies a
/// slot from the moment it is begun until it was consumed. There are few slots,
/// so that no thread gets far ahead of thread 0 and memory stays bounded.
///
/// Lock-free. A finished piece is published with release order and read with
/// acquire order, so its results need no other synchronisation.
class Pipeline {
 public:
  /// For `threads` threads in all. Requires: slots >= 1.
  Pipeline(unsigned threads, std::size_t slots);

  /// Pieces that may be under way at a time.
  [[nodiscard]] std::size_t slots() const { return slots_; }
  /// The slot of a piece; the same for pieces that differ by slots().
  [[nodiscard]] std::size_t slot_of(std::uint64_t piece) const {
    return piece % slots_;
  }

  /// Begins a round of `count` pieces. Requires: no thread is in another call.
  void start(std::uint64_t count);

  /// The next piece to process, if there is one and its slot is free now. Never
  /// waits.
  [[nodiscard]] std::optional<std::uint64_t> try_begin();
  /// Like try_begin(), but waits for a free slot. Returns nothing once all
  /// pieces were begun, or after cancel(). Not for thread 0, which frees the
  /// slots.
  [[nodiscard]] std::optional<std::uint64_t> begin();
  /// The piece was processed. Everything written before is visible to the
  /// thread that consumes it.
  void finish(std::uint64_t piece);

  // For thread 0:

  /// Whether the next piece to consume is finished.
  [[nodiscard]] bool ready() const;
  /// Waits until ready(). Requires: the piece was begun.
  void wait_until_ready() const;
  /// Pieces consumed in this round: the number of the next one.
  [[nodiscard]] std::uint64_t taken() const {
    return taken_.load(std::memory_order_relaxed);
  }
  /// The piece that was ready is consumed, and its slot is free.
  void take();
  /// No further piece is begun in this round. Threads that wait in begin()
  /// return.
  void cancel();

 private:
  /// Used to decide whether waiting by polling is worth it.
  unsigned threads_;
  std::size_t slots_;
  /// For each slot, the piece that was finished in it last, plus 1; 0 = none.
  std::unique_ptr<std::atomic<std::uint64_t>[]> finished_;
  /// Pieces of the round.
  std::uint64_t count_ = 0;
  /// Pieces that were begun. On a cache line of its own, like `taken_`: both
  /// are written by several threads.
  alignas(64) std::atomic<std::uint64_t> begun_{0};
  /// Pieces consumed. Larger than every count if the round was cancelled.
  alignas(64) std::atomic<std::uint64_t> taken_{0};
};

}  // namespace catenary::engine::reach
