// SPDX-License-Identifier: Apache-2.0
/// \file
/// The record of one run of a tree: the place, the events, the verdict and its
/// explanation.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exec/tree/tree_program.h"
#include "exec/tree/tree_walk.h"
#include "logic/term/evaluate/evaluate.h"

namespace catenary::exec {

/// Base class of the walk over a tree; it keeps the record.
class TreeReport {
 public:
  TreeReport(TreeContext& context,
             const suite::Test& test,
             TreeProgram& program);

 protected:
  /// Decides the verdict.
  void set(suite::Verdict verdict, suite::VerdictCode code, std::string reason);
  /// The verdict for a SUT that could not be started.
  void not_started(const SutReply& reply);
  /// The verdict for a SUT that died or violated its protocol.
  void died(SutOutcome outcome,
            const std::string& reason,
            const std::string& where);
  void died(const TimedReply& reply) {
    died(reply.outcome, reply.reason, place());
  }
  /// The verdict for a test case that is at fault itself.
  void broken(const std::string& why);
  /// The verdict, other than pass, of taking `transition` to `leaf`.
  void judge(const ProgramTransition& transition,
             const suite::TreeLeaf& leaf,
             suite::VerdictCode code);
  /// Appends an event to the result; `channel` is absent for silence.
  void record(suite::TimedObservation::Kind kind,
              const mpq_class& at,
              std::optional<std::uint32_t> channel,
              const std::vector<logic::Value>& values,
              double jitter);

  /// Names of channels.
  [[nodiscard]] const suite::Signature& signature() const {
    return context_.suite.signature;
  }
  /// The state the walk is in.
  [[nodiscard]] const ProgramState& state() const {
    return program_.states()[state_];
  }
  /// For example "in state ec3, after 2 steps of the purpose".
  [[nodiscard]] std::string place() const;
  /// For example "Cash(5) after 3"; null is silence.
  [[nodiscard]] std::string seen(const TimedMessage* message,
                                 const mpq_class& delay) const;

  /// The state that all trees of a run share.
  TreeContext& context_;
  /// The test that is run.
  const suite::Test& test_;
  /// Its tree.
  TreeProgram& program_;
  /// The result so far.
  suite::TestResult result_;
  /// Whether the verdict is there; the walk ends then.
  bool decided_ = false;
  /// The current state.
  std::uint32_t state_ = 0;
  /// The values of everything that was sent, observed or computed.
  logic::Assignment known_;
  /// A stimulation was optimistic about hidden values.
  bool optimistic_ = false;
  /// About stimulations that were not sent.
  std::string note_;
  /// The last observation.
  std::string seen_;
};

}  // namespace catenary::exec
