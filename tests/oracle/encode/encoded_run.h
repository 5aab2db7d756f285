// SPDX-License-Identifier: Apache-2.0
/// \file
/// An encoding, run by the evaluator of terms.
#pragma once

#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "logic/term/evaluate/evaluate.h"
#include "logic/term/term.h"
#include "model/step/encoding.h"
#include "observation.h"

namespace catenary::oracle {

/// Where the encoding contradicts itself or the native run.
class Difference : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Keeps a state of its own: addresses mean something to the encoding only.
class EncodedRun {
 public:
  /// Encodes. The system must outlive it. Throws base::ToolError where that
  /// takes too many terms or too much time.
  EncodedRun(const model::StepSystem& system,
             const model::EncodeOptions& options,
             const base::Budget& budget);

  /// Compares with what was seen natively, and throws Difference. Where the
  /// native step ran on, the encoding's state goes on, too. False where the
  /// encoding says it is unfaithful: then nothing was compared, and the run
  /// cannot be continued if the native one was.
  bool reset(const std::vector<Bits>& initial, const Observation& native);
  bool step(const std::vector<Bits>& inputs, const Observation& native);

  /// The same with Encoder::follow(), from the state before the last step()
  /// (or the last reset()): its branches must hold.
  bool follow(const std::vector<Bits>& values, const Observation& native);

  /// Makes the encoding wrong, to see that this is found: where the first of
  /// the inputs is odd, the lowest bit of the first output is another.
  void plant_mistake();

  [[nodiscard]] const model::Encoding& encoding() const { return encoding_; }
  [[nodiscard]] std::uint64_t branches() const { return branches_; }
  /// What had no faithful encoding: "TEXT (FILE:LINE:COL)".
  [[nodiscard]] const std::set<std::string>& reasons() const {
    return reasons_;
  }

 private:
  logic::Assignment assign(const std::vector<Bits>& values) const;
  bool compare(const model::EncodedPart& part,
               const logic::Assignment& assignment,
               const Observation& native,
               std::vector<logic::Value>* next);
  void note_reason(const model::EncodedPart& part, logic::Evaluator& evaluator);
  void compare_state(const model::EncodedPart& part,
                     logic::Evaluator& evaluator,
                     const Observation& native,
                     std::vector<logic::Value>* next) const;
  void compare_stop(const model::EncodedPart& part,
                    logic::Evaluator& evaluator,
                    const Observation& native) const;

  const model::StepSystem& system_;
  model::EncodeOptions options_;
  base::Budget budget_;
  logic::TermManager terms_;
  model::Encoding encoding_;
  std::vector<logic::Value> state_;   ///< after the last step that ran on
  std::vector<logic::Value> before_;  ///< before the last step
  bool is_init_ = true;               ///< the last thing was a reset()
  std::set<std::string> reasons_;
  std::uint64_t branches_ = 0;  ///< conditions that follow() gave
};

}  // namespace catenary::oracle
