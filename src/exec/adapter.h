// SPDX-License-Identifier: Apache-2.0
/// \file
/// Adapters: the door between the runner and a system under test (SUT),
/// whatever the SUT is.
#pragma once

#include <gmpxx.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "logic/value/value.h"
#include "suite/signature.h"

namespace catenary::exec {

/// How a call of the SUT came out.
enum class SutOutcome : std::uint8_t {
  ok,
  ended,       ///< the system is over by itself; the outputs are valid
  refused,     ///< the SUT or its adapter reported an error
  crashed,     ///< died of a signal
  exited,      ///< called exit()
  hung,        ///< no answer within the time limit; it was killed
  protocol,    ///< its answer makes no sense
  interrupted  ///< the budget was spent while waiting
};
[[nodiscard]] const char* to_string(SutOutcome outcome);

/// Whether the SUT still lives after a call that came out like this.
[[nodiscard]] bool is_alive(SutOutcome outcome);

struct SutReply {
  SutOutcome outcome = SutOutcome::ok;
  std::string reason;  ///< where the outcome is not ok, e.g. "SIGSEGV (…)"
  /// One for each output of the suite's signature, on ok and ended of step();
  /// absent = not provided.
  std::vector<std::optional<logic::Value>> outputs;
};

/// What the SUT has of the suite's signature, by position.
struct SutInfo {
  std::string name;
  std::vector<bool> inputs;
  std::vector<bool> initial;
  std::vector<bool> outputs;
};

/// One SUT. State machine: open(), then reset() and after it step(), again and
/// again; after an outcome that is_alive() denies, only open() or close().
class Adapter {
 public:
  virtual ~Adapter() = default;

  /// Starts the SUT; a running one is closed first. `signature` must live
  /// until close(). Fills `info` on ok.
  virtual SutReply open(const suite::Signature& signature, SutInfo& info) = 0;

  /// Starts the system anew with a value for each initial choice of the
  /// signature. `limit` is wall-clock time; 0 = none.
  virtual SutReply reset(std::span<const logic::Value> initial,
                         std::chrono::milliseconds limit) = 0;

  /// One step of duration `dt` (in the signature's time unit) with a value for
  /// each input of the signature.
  virtual SutReply step(const mpq_class& dt,
                        std::span<const logic::Value> inputs,
                        std::chrono::milliseconds limit) = 0;

  /// Asked after a step whose outputs are not allowed: whether the SUT says
  /// more than it was asked for within `time`. Then its answers do not belong
  /// to the steps they were taken for, and the outcome is `protocol`.
  virtual SutReply settle(std::chrono::milliseconds /*time*/) { return {}; }

  /// Ends the SUT; does nothing where it is not open.
  virtual void close() = 0;

  /// The end of what the SUT printed since the last call.
  virtual std::string take_output() { return {}; }
  /// What confines the SUT, for reports.
  [[nodiscard]] virtual std::string sandbox() const { return "none"; }
};

}  // namespace catenary::exec
