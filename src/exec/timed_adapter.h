// SPDX-License-Identifier: Apache-2.0
/// \file
/// Adapters for timed systems under test: messages with time stamps in place
/// of steps.
#pragma once

#include <gmpxx.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exec/adapter.h"
#include "logic/value/value.h"
#include "suite/signature.h"

namespace catenary::exec {

/// A message of the SUT: an output, or an input it got from others.
struct TimedMessage {
  mpq_class at = 0;           ///< since the reset, in the model's time unit
  std::uint32_t channel = 0;  ///< in Signature::channels
  std::vector<logic::Value> values;
};

struct TimedReply {
  SutOutcome outcome = SutOutcome::ok;
  std::string reason;                   ///< where the outcome is not ok
  std::optional<TimedMessage> message;  ///< see wait() and send()
  mpq_class now = 0;                    ///< the clock after the call
  double jitter = 0;  ///< real time: seconds later than was asked for
};

/// One timed SUT with a clock that is virtual (jumps, exact) or real.
/// State machine: open(), then reset() and after it wait() and send(), again
/// and again; after an outcome that is_alive() denies, only open() or close().
class TimedAdapter {
 public:
  virtual ~TimedAdapter() = default;

  /// Starts the SUT; a running one is closed first. `signature` must live
  /// until close().
  virtual SutReply open(const suite::Signature& signature) = 0;
  /// Starts the system anew, at time 0.
  virtual SutReply reset(std::chrono::milliseconds limit) = 0;

  /// Waits up to the model time `until`, which is not before now. Gives the
  /// earliest message stamped `until` or before; where there is none, nothing
  /// happened and the time is `until` (real time: or a little later).
  virtual TimedReply wait(const mpq_class& until) = 0;

  /// Sends an input now. Where a message of the SUT came first (in real time,
  /// since the last wait()), that is returned and nothing is sent; else
  /// TimedReply::now is the moment of sending.
  virtual TimedReply send(std::uint32_t channel,
                          const std::vector<logic::Value>& values) = 0;

  /// Whether it simulates those who send on uncontrollable channels, too.
  [[nodiscard]] virtual bool plays_others() const { return false; }
  /// They are to send this, not before now; whatever the system does or is sent
  /// before makes them forget it. Does nothing where they are not simulated.
  virtual void arrange(const TimedMessage& input) {}

  /// Recorded systems only: the input that stands next in the log, not later
  /// than `until`, where no message of the SUT stands before it. The tester
  /// has to send it, or the log is of another test.
  [[nodiscard]] virtual std::optional<TimedMessage> recorded_input(
      const mpq_class& until) {
    return std::nullopt;
  }
  /// Whether inputs are recorded: the tester cannot choose.
  [[nodiscard]] virtual bool is_recorded() const { return false; }
  [[nodiscard]] virtual bool is_real_time() const { return false; }

  /// Ends the SUT; does nothing where it is not open.
  virtual void close() = 0;
  /// The end of what the SUT printed since the last call.
  virtual std::string take_output() { return {}; }
  [[nodiscard]] virtual std::string sandbox() const { return "none"; }
};

}  // namespace catenary::exec
