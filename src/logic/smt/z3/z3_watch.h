// SPDX-License-Identifier: Apache-2.0
/// \file
/// Limits of one call of Z3. Only for this folder.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "logic/smt/solver.h"

namespace z3 {
class context;
}  // namespace z3

namespace catenary::logic::smt {

/// Interrupts Z3 from a thread of its own where the budget or a limit of the
/// options ends while this object lives. Memory is what all of Z3 holds in
/// this process. A context that was interrupted is not to be used again.
class Z3Watch {
 public:
  /// All must outlive this.
  Z3Watch(z3::context& context,
          const base::Budget& budget,
          const Options& options);
  ~Z3Watch();
  Z3Watch(const Z3Watch&) = delete;
  Z3Watch& operator=(const Z3Watch&) = delete;

  /// Ends the watch. What interrupted Z3; none where nothing did.
  [[nodiscard]] Unknown stop();

 private:
  void run();
  [[nodiscard]] Unknown look() const;

  z3::context& context_;
  const base::Budget& budget_;
  const Options& options_;
  base::Budget::Clock::time_point deadline_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  Unknown reason_ = Unknown::none;
  std::thread thread_;
};

}  // namespace catenary::logic::smt
