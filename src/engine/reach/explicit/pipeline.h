// SPDX-License-Identifier: Apache-2.0
/// \file
/// Numbered pieces of work that several threads do in any order and one takes
/// over in order, while the others go on.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

namespace catenary::engine::reach {

/// Pieces 0 .. count - 1 of a round. Thread 0 takes them over; the others, and
/// thread 0 while it waits, do them. A piece lies in a slot from when it is
/// begun until it was taken over; there are few slots, so that no thread gets
/// far ahead of thread 0.
class Pipeline {
 public:
  /// For so many threads. Requires: slots >= 1.
  Pipeline(unsigned threads, std::size_t slots);

  [[nodiscard]] std::size_t slots() const { return slots_; }
  [[nodiscard]] std::size_t slot_of(std::uint64_t piece) const {
    return piece % slots_;
  }

  /// Requires: no thread is in another call.
  void start(std::uint64_t count);

  /// The next piece to do, if there is one and its slot is free now.
  [[nodiscard]] std::optional<std::uint64_t> try_begin();
  /// Waits for a free slot; nothing once all pieces were begun, or after
  /// cancel(). Not for thread 0.
  [[nodiscard]] std::optional<std::uint64_t> begin();
  /// The piece was done: what was written before is seen by who takes it over.
  void finish(std::uint64_t piece);

  // For thread 0:

  /// Whether the next piece to take over was done.
  [[nodiscard]] bool ready() const;
  /// Waits for that. Requires: it was begun.
  void wait_until_ready() const;
  [[nodiscard]] std::uint64_t taken() const {
    return taken_.load(std::memory_order_relaxed);
  }
  /// The piece that was ready is taken over, and its slot free.
  void take();
  /// No other piece is begun in this round.
  void cancel();

 private:
  unsigned threads_;
  std::size_t slots_;
  /// Of each slot the piece that was finished in it last, plus 1.
  std::unique_ptr<std::atomic<std::uint64_t>[]> finished_;
  std::uint64_t count_ = 0;
  alignas(64) std::atomic<std::uint64_t> begun_{0};
  /// Pieces taken over; beyond all counts where the round was cancelled.
  alignas(64) std::atomic<std::uint64_t> taken_{0};
};

}  // namespace catenary::engine::reach
