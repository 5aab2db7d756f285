// SPDX-License-Identifier: Apache-2.0
/// \file
/// Adapters: the interface between the runner and a system under test (SUT)
/// that goes by steps, whatever kind of SUT it is.
#pragma once

#include <gmpxx.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "logic/value/value.h"
#include "suite/signature.h"

namespace catenary::exec {

/// The outcome of a call of the SUT.
enum class SutOutcome : std::uint8_t {
  /// It answered as asked.
  ok,
  /// The system is over by itself; the outputs of this step are valid.
  ended,
  /// The SUT or its adapter reported an error.
  refused,
  /// It died of a signal.
  crashed,
  /// It called exit().
  exited,
  /// No answer within the time limit; it was killed.
  hung,
  /// Its answer violates the protocol.
  protocol,
  /// A recorded log does not have what was asked for.
  mismatch,
  /// The budget was spent while waiting.
  interrupted
};
/// The name of the enumerator.
[[nodiscard]] const char* to_string(SutOutcome outcome);

/// Whether the SUT still lives after a call with this outcome.
[[nodiscard]] bool is_alive(SutOutcome outcome);

/// The answer to a call.
struct SutReply {
  /// Whether there are outputs, and if not, why.
  SutOutcome outcome = SutOutcome::ok;
  /// If the outcome is not `ok`, e.g. "SIGSEGV (…)".
  std::string reason;
  /// After `ok` and `ended` of step(): one for each output of the suite's
  /// signature; absent = not provided.
  std::vector<std::optional<logic::Value>> outputs;
};

/// Starts of one SUT: it is started when it is needed, and after it died.
class SutStart {
 public:
  /// Opens the adapter of the SUT.
  using Open = std::function<SutReply()>;

  /// Starts the SUT unless it runs. A SUT that did not greet in time is not
  /// started again: each attempt would take the whole limit.
  [[nodiscard]] SutReply start(const Open& open);
  /// The same before there is a test for the SUT. Returns why it cannot be
  /// reached; empty = it runs, or it crashed, which is a verdict about it. The
  /// next start() repeats the answer of an attempt that failed.
  [[nodiscard]] std::string reach(const Open& open);
  /// To be called with the outcome of a call that failed: whether the SUT has
  /// to be started again.
  void ended(SutOutcome outcome) { runs_ = is_alive(outcome); }

 private:
  /// Whether the SUT was started and has not died since.
  bool runs_ = false;
  /// What reach() was answered, if it failed.
  std::optional<SutReply> failed_;
  /// Why the SUT did not greet in time; empty = it did, or was not asked.
  std::string no_greeting_;
};

/// Which signals of the suite's signature the SUT has, by position.
struct SutInfo {
  /// As the system calls itself, for reports.
  std::string name;
  /// For each input of the suite.
  std::vector<bool> inputs;
  /// For each initial choice.
  std::vector<bool> initial;
  /// For each output; derived ones are often missing.
  std::vector<bool> outputs;
};

/// One SUT. State machine: open(), then reset() and after it step(),
/// repeatedly; after an outcome that is_alive() denies, only open() or close().
/// Not thread-safe.
class Adapter {
 public:
  virtual ~Adapter() = default;

  /// Starts the SUT; a running one is closed first. `signature` must live until
  /// close(). Fills `info` on `ok`.
  virtual SutReply open(const suite::Signature& signature, SutInfo& info) = 0;

  /// Starts the system anew with a value for each initial choice of the
  /// signature. `limit` is wall-clock time; 0 = none.
  virtual SutReply reset(std::span<const logic::Value> initial,
                         std::chrono::milliseconds limit) = 0;

  /// Executes one step of duration `dt` (in the signature's time unit) with a
  /// value for each input of the signature. `limit` as for reset().
  virtual SutReply step(const mpq_class& dt,
                        std::span<const logic::Value> inputs,
                        std::chrono::milliseconds limit) = 0;

  /// Called after a step whose outputs are not allowed: waits for `time`
  /// whether the SUT says more than it was asked for. If so, its answers do not
  /// belong to the steps to which they were attributed, and the outcome is
  /// `protocol`. The default accepts.
  virtual SutReply settle(std::chrono::milliseconds /*time*/) { return {}; }

  /// Called before the reset of each run of a test, which are numbered from 0.
  /// A system that chooses at random makes choices of that number, whatever ran
  /// before.
  virtual void begin_run(std::uint64_t /*number*/) {}

  /// Ends the SUT; without effect if it is not open.
  virtual void close() = 0;

  /// The end of what the SUT printed since the last call.
  virtual std::string take_output() { return {}; }
  /// How the SUT is confined, for reports, e.g. "process, rlimits".
  [[nodiscard]] virtual std::string sandbox() const { return "none"; }
};

}  // namespace catenary::exec
