// SPDX-License-Identifier: Apache-2.0
/// \file
/// Adapters for timed systems under test: messages with time stamps in place of
/// steps.
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

/// A message of the SUT: an output, or an input that it received from third
/// parties.
struct TimedMessage {
  /// Since the reset, in the model's time unit.
  mpq_class at = 0;
  /// Index in Signature::channels.
  std::uint32_t channel = 0;
  /// One for each parameter of the channel.
  std::vector<logic::Value> values;
};

/// The answer to a call.
struct TimedReply {
  /// Whether the SUT still answers, and if not, why.
  SutOutcome outcome = SutOutcome::ok;
  /// If the outcome is not `ok`.
  std::string reason;
  /// See wait() and send().
  std::optional<TimedMessage> message;
  /// The clock after the call.
  mpq_class now = 0;
  /// In real time: seconds later than requested.
  double jitter = 0;
};

/// One timed SUT with a clock that is virtual (it jumps, and is exact) or real.
/// State machine: open(), then reset() and after it wait() and send(),
/// repeatedly; after an outcome that is_alive() denies, only open() or close().
class TimedAdapter {
 public:
  virtual ~TimedAdapter() = default;

  /// Starts the SUT; a running one is closed first. `signature` must live until
  /// close().
  virtual SutReply open(const suite::Signature& signature) = 0;
  /// Starts the system anew, at time 0.
  virtual SutReply reset(std::chrono::milliseconds limit) = 0;

  /// Waits up to the model time `until`, which is not before now. Returns the
  /// earliest message that is stamped `until` or before; without one, nothing
  /// happened and the time is `until` (in real time: or a little later).
  virtual TimedReply wait(const mpq_class& until) = 0;

  /// Sends an input now. If a message of the SUT came first (in real time:
  /// since the last wait()), that is returned and nothing is sent; otherwise
  /// TimedReply::now is the time of sending.
  virtual TimedReply send(std::uint32_t channel,
                          const std::vector<logic::Value>& values) = 0;

  /// Whether it also simulates those who send on uncontrollable channels.
  [[nodiscard]] virtual bool plays_others() const { return false; }
  /// Third parties are to send this, not before now; whatever the system does
  /// or receives before cancels it. Without effect if they are not simulated.
  virtual void arrange(const TimedMessage& input) {}

  /// For recorded systems only: the next input in the log, if it is not later
  /// than `until` and no message of the SUT precedes it. The tester has to send
  /// it, otherwise the log belongs to another test.
  [[nodiscard]] virtual std::optional<TimedMessage> recorded_input(
      const mpq_class& until) {
    return std::nullopt;
  }
  /// Whether inputs are recorded, so that the tester cannot choose.
  [[nodiscard]] virtual bool is_recorded() const { return false; }
  /// Whether time passes by itself.
  [[nodiscard]] virtual bool is_real_time() const { return false; }

  /// Called before the reset of each run of a test, which are numbered from 0.
  /// A system that chooses at random makes choices of that number, whatever ran
  /// before.
  virtual void begin_run(std::uint64_t /*number*/) {}

  /// Ends the SUT; without effect if it is not open.
  virtual void close() = 0;
  /// The end of what the SUT printed since the last call.
  virtual std::string take_output() { return {}; }
  /// See Adapter::sandbox().
  [[nodiscard]] virtual std::string sandbox() const { return "none"; }
};

}  // namespace catenary::exec
