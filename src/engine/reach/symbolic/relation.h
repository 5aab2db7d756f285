// SPDX-License-Identifier: Apache-2.0
/// \file
/// A step system as clauses: initialisation and step bit-blasted once, to be
/// copied for every step of an unrolling.
///
/// Parts of the state that nothing we ask about depends on are left out (cone
/// of influence: Clarke, Grumberg, Peled, "Model Checking", MIT Press, 1999).
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

/// Something that a step may do and that we look for.
struct Target {
  enum class Kind : std::uint8_t {
    goal,       ///< hits StepSystem::goals[index of the target]
    crash,      ///< goes wrong with this event
    unfaithful  ///< leaves what the encoding describes
  };
  Kind kind = Kind::goal;
  model::Stepper::Event event;  ///< crash
};

/// Where the literals of a part are in its template's roots.
struct RelationPart {
  logic::smt::CnfTemplate cnf;
  const model::EncodedPart* terms = nullptr;
  std::size_t outcomes = 0;  ///< running, ended, discarded, final, domain
  std::size_t targets = 0;   ///< one for each target
};

/// Templates of both parts, and what their roots mean.
class Relation {
 public:
  /// Everything given must outlive the relation. Throws base::ToolError where
  /// bit-blasting fails or the budget ends it.
  Relation(const model::StepSystem& system,
           const model::Encoding& encoding,
           logic::TermManager& terms,
           const base::Budget& budget);

  [[nodiscard]] const model::StepSystem& system() const { return system_; }
  [[nodiscard]] const model::Encoding& encoding() const { return encoding_; }
  [[nodiscard]] logic::TermManager& terms() const { return terms_; }
  [[nodiscard]] const RelationPart& init() const { return init_; }
  [[nodiscard]] const RelationPart& step() const { return step_; }

  /// Goals of the system in their order, then what goes wrong, and last that
  /// the encoding is left.
  [[nodiscard]] const std::vector<Target>& targets() const { return targets_; }
  [[nodiscard]] std::uint32_t unfaithful() const {
    return static_cast<std::uint32_t>(targets_.size() - 1);
  }

  /// Indices into Encoding::state of the slots that matter, ascending: only
  /// these are in the templates.
  [[nodiscard]] const std::vector<std::size_t>& slots() const { return slots_; }
  /// Their variables.
  [[nodiscard]] const std::vector<logic::Term>& state() const { return state_; }

 private:
  void find_targets();
  void find_slots();
  [[nodiscard]] std::vector<logic::Term> target_terms(
      const model::EncodedPart& part) const;
  [[nodiscard]] logic::Term domain(
      const std::vector<model::Variable>& variables,
      const std::vector<logic::Term>& terms) const;
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

/// The variable has a value between lo and hi; true where every bit pattern
/// is one. Floats: where the user gave a range, not NaN, since no range holds
/// it; else any value of the type, infinities and NaNs of any bits too.
[[nodiscard]] logic::Term in_range(logic::TermManager& terms,
                                   const model::Variable& variable,
                                   logic::Term bits);

}  // namespace catenary::engine::reach
