// SPDX-License-Identifier: Apache-2.0
/// \file
/// What one run of a tree came to, while it goes on: the place, the events, the
/// verdict and its explanation.
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

class TreeReport {
 public:
  TreeReport(TreeContext& context,
             const suite::Test& test,
             TreeProgram& program);

 protected:
  void set(suite::Verdict verdict, suite::VerdictCode code, std::string reason);
  void not_started(const SutReply& reply);
  void died(SutOutcome outcome,
            const std::string& reason,
            const std::string& where);
  void died(const TimedReply& reply) {
    died(reply.outcome, reply.reason, place());
  }
  void broken(const std::string& why);
  /// A verdict other than pass, by taking `transition` to `leaf`.
  void judge(const ProgramTransition& transition,
             const suite::TreeLeaf& leaf,
             suite::VerdictCode code);
  void record(suite::TimedObservation::Kind kind,
              const mpq_class& at,
              std::optional<std::uint32_t> channel,
              const std::vector<logic::Value>& values,
              double jitter);

  [[nodiscard]] const suite::Signature& signature() const {
    return context_.suite.signature;
  }
  [[nodiscard]] const ProgramState& state() const {
    return program_.states()[state_];
  }
  /// E.g. "in state ec3, after 2 steps of the purpose".
  [[nodiscard]] std::string place() const;
  /// E.g. "Cash(5) after 3"; null is silence.
  [[nodiscard]] std::string seen(const TimedMessage* message,
                                 const mpq_class& delay) const;

  TreeContext& context_;
  const suite::Test& test_;
  TreeProgram& program_;
  suite::TestResult result_;
  bool decided_ = false;
  std::uint32_t state_ = 0;
  logic::Assignment known_;  ///< values of all that was sent, seen, computed
  bool optimistic_ = false;  ///< a stimulation hoped for the best
  std::string note_;         ///< about stimulations that are not sent
  std::string seen_;         ///< what was seen last
};

}  // namespace catenary::exec
