// SPDX-License-Identifier: Apache-2.0
/// \file
/// Limits of time and memory for one call of Z3. Only for this folder.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "logic/smt/solver.h"

namespace z3 {
class context;
class solver;
}  // namespace z3

namespace catenary::logic::smt {

/// The price of what Z3 counts as one, on the clock of work.
inline constexpr base::WorkClock::duration kPriceOfCounted{300};
/// What Z3 has counted of its work in the context of the solver.
[[nodiscard]] std::uint64_t counted_work(const z3::solver& solver);
/// Charges what Z3 has counted in a context; after an exception, too. Charges
/// nothing where the context gives no answer any more.
void charge_for(z3::context& context);

/// Interrupts Z3 from a thread of its own when the budget or a limit of the
/// options ends while this object lives. Limits of work become generous limits
/// of time: they are for what Z3 does not count. The memory is what all of Z3
/// holds in this process. A context that was interrupted must not be used
/// again.
class Z3Watch {
 public:
  /// Whether the call counts its work: a query does, and stops by itself at its
  /// limit; a tactic does not, and is stopped here.
  enum class Counts : std::uint8_t { no, yes };

  /// Starts the watch. All arguments must outlive the object.
  Z3Watch(z3::context& context,
          const base::Budget& budget,
          const Options& options,
          Counts counts = Counts::no);
  /// Ends the watch.
  ~Z3Watch();
  Z3Watch(const Z3Watch&) = delete;
  Z3Watch& operator=(const Z3Watch&) = delete;

  /// Ends the watch. Returns what interrupted Z3, or `none` if nothing did. May
  /// be called again.
  [[nodiscard]] Unknown stop();

 private:
  /// The loop of the thread.
  void run();
  /// The limit that is exceeded now, or `none`.
  [[nodiscard]] Unknown look() const;

  /// The context that is interrupted.
  z3::context& context_;
  /// Polled by the thread.
  const base::Budget& budget_;
  /// The limits of memory and time.
  const Options& options_;
  /// When the time of this call is over in any case.
  base::Budget::Clock::time_point deadline_;
  /// Protects what follows.
  std::mutex mutex_;
  /// Signalled by stop(), so that the thread does not sleep on.
  std::condition_variable wake_;
  /// The thread is to end.
  bool done_ = false;
  /// Why Z3 was interrupted.
  Unknown reason_ = Unknown::none;
  /// Started last, when all else is ready.
  std::thread thread_;
};

}  // namespace catenary::logic::smt
