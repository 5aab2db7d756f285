// SPDX-License-Identifier: Apache-2.0
/// \file
/// The transition relation as clauses: initialisation and step are bit-blasted
/// once, into templates that are copied for every step of an unrolling.
///
/// Slots of the state on which no query depends are left out: cone-of-influence
/// reduction (Clarke, Grumberg, Peled, "Model Checking", MIT Press, 1999).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/budget.h"
#include "logic/smt/circuit/sat.h"
#include "model/step/encoding.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// A property of one step that searches look for. The word is that of IC3: the
/// bad states are those from which a step hits a target.
struct Target {
  /// What the step does.
  enum class Kind : std::uint8_t {
    /// It hits StepSystem::goals[index of the target].
    goal,
    /// It ends with the error of `event`.
    crash,
    /// It leaves what the encoding describes: the terms say nothing of what
    /// happens then.
    unfaithful
  };
  /// See Kind.
  Kind kind = Kind::goal;
  /// For `crash`: the error.
  model::Stepper::Event event;
};

/// The clauses of the initialisation or of the step, and where their literals
/// are among the roots of the template.
struct RelationPart {
  /// The clauses. The first roots are the values of slots() after the part.
  logic::smt::CnfTemplate cnf;
  /// The terms that they were made of.
  const model::EncodedPart* terms = nullptr;
  /// Index of the first root of the outcomes: running, ended, discarded, final
  /// and "the inputs are within their domains".
  std::size_t outcomes = 0;
  /// Index of the first root of the targets; one for each target.
  std::size_t targets = 0;
};

/// The templates of both parts, and the meaning of their roots.
class Relation {
 public:
  /// Bit-blasts both parts. Everything given must outlive the relation. Throws
  /// base::ToolError if bit-blasting fails or the budget ends it. Cost: that of
  /// simplifying and bit-blasting one step, once for a search.
  Relation(const model::StepSystem& system,
           const model::Encoding& encoding,
           logic::TermManager& terms,
           const base::Budget& budget);

  /// The system given to the constructor.
  [[nodiscard]] const model::StepSystem& system() const { return system_; }
  /// The encoding given to the constructor.
  [[nodiscard]] const model::Encoding& encoding() const { return encoding_; }
  /// The manager of all terms.
  [[nodiscard]] logic::TermManager& terms() const { return terms_; }
  /// The initialisation.
  [[nodiscard]] const RelationPart& init() const { return init_; }
  /// The step.
  [[nodiscard]] const RelationPart& step() const { return step_; }

  /// All targets: the goals of the system in their order, then one for each
  /// distinct error, and last `unfaithful`.
  [[nodiscard]] const std::vector<Target>& targets() const { return targets_; }
  /// Index of the last target.
  [[nodiscard]] std::uint32_t unfaithful() const {
    return static_cast<std::uint32_t>(targets_.size() - 1);
  }

  /// Indices into Encoding::state of the slots that matter, ascending. The
  /// templates contain only these.
  [[nodiscard]] const std::vector<std::size_t>& slots() const { return slots_; }
  /// The variables of slots(), in the same order.
  [[nodiscard]] const std::vector<logic::Term>& state() const { return state_; }

 private:
  /// Fills targets_.
  void find_targets();
  /// Computes the cone of influence: slots_ and state_.
  void find_slots();
  /// A Boolean term for each target, in one part.
  [[nodiscard]] std::vector<logic::Term> target_terms(
      const model::EncodedPart& part) const;
  /// That every variable is within its range.
  [[nodiscard]] logic::Term domain(
      const std::vector<model::Variable>& variables,
      const std::vector<logic::Term>& terms) const;
  /// Makes the template of one part.
  void blast(const model::EncodedPart& part,
             std::vector<logic::Term> variables,
             logic::Term domain,
             const base::Budget& budget,
             RelationPart& out) const;

  const model::StepSystem& system_;
  const model::Encoding& encoding_;
  logic::TermManager& terms_;
  std::vector<Target> targets_;
  std::vector<std::size_t> slots_;
  std::vector<logic::Term> state_;
  RelationPart init_, step_;
};

}  // namespace catenary::engine::reach
