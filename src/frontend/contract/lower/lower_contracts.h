// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lowers the contracts of one view after the other, and the conditions of
/// purposes that belong to a view. docs/req.md has the meaning of each form of
/// a contract; those over several steps become obligations at single steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "frontend/contract/lower/lower.h"

namespace catenary::frontend::contract {

/// Adds to the interface; use run() once, then purpose().
class ContractLowering {
 public:
  /// All must outlive it.
  ContractLowering(model::Interface& out,
                   Scope& scope,
                   Memory& memory,
                   Problems& problems)
      : out_(out), scope_(scope), memory_(memory), problems_(problems) {}

  /// Lowers all views with their requirements and contracts.
  void run(const FileSyntax& file);
  /// The condition of the purpose with that index in the file; nothing where it
  /// belongs to no view. Invalid where a fault was reported.
  [[nodiscard]] std::optional<logic::Term> purpose(std::size_t index) const;

 private:
  /// A contract with its terms.
  struct Parts {
    /// As written, or made by id_of().
    std::string id;
    /// True where no assumption is written.
    logic::Term assumption;
    logic::Term guarantee;
    /// What ends an "until"; invalid elsewhere.
    logic::Term release;
    /// The steps that each part reads.
    Reads assumption_reads;
    Reads guarantee_reads;
    Reads release_reads;
    /// Conditions under which the parts have a value, at each step.
    std::vector<logic::Term> needed;
  };

  /// A frame contract; its assumption depends on the other contracts of its
  /// view, so it is completed last.
  struct Frame {
    /// Its index in Interface::contracts.
    std::uint32_t contract = 0;
    /// The variable that keeps its value, at the current step.
    logic::Term kept;
  };

  /// Notes all ids, and reports those that occur twice.
  void ids(const FileSyntax& file);
  /// Lowers a view: its requirements, then its frames.
  void view(const ViewSyntax& syntax);
  /// Lowers the purposes of that view; those of the whole interface have none.
  void purposes(const FileSyntax& file, const std::string& view);
  /// Lowers a requirement with its contracts.
  void requirement(const RequirementSyntax& syntax);
  /// Adds the contract that its parts have a value, where they divide by what
  /// may be 0.
  void values(const ContractSyntax& syntax, Parts& p);
  // One method for each form of a contract.
  /// Dispatches on the form.
  void contract(const ContractSyntax& syntax);
  /// An obligation at some steps.
  void plain(const ContractSyntax& syntax, const Parts& p);
  /// An obligation to answer within a number of steps, by a variable that
  /// counts the steps of waiting.
  void within(const ContractSyntax& syntax, const Parts& p);
  /// An obligation for a number of steps, by a variable that counts the steps
  /// that are owed.
  void lasting(const ContractSyntax& syntax, const Parts& p);
  /// An obligation up to a release, by a Boolean variable.
  void until(const ContractSyntax& syntax, const Parts& p);
  /// Variables that keep their values unless another contract applies that may
  /// change them.
  void frame(const ContractSyntax& syntax);
  /// Gives frames their assumptions.
  void finish_frames();

  /// Lowers assumption and guarantee; nothing where one has a fault.
  [[nodiscard]] std::optional<Parts> parts(const ContractSyntax& syntax);
  /// The condition at the first step and at later ones, as far as `when`
  /// applies; one that reads the step before is false at the first.
  [[nodiscard]] Memory::Steps steps(
      logic::Term t,
      const Reads& reads,
      ContractSyntax::When when = ContractSyntax::When::always) const;
  /// Adds "when `when`, the guarantee" at all steps. `when` must not read an
  /// earlier step.
  void obligation(const ContractSyntax& syntax,
                  logic::Term when,
                  const Parts& p);
  /// Adds an empty contract to the last requirement.
  model::Contract& add(const ContractSyntax& syntax, const std::string& id);
  /// The id as written, or the requirement's id with a number.
  [[nodiscard]] std::string id_of(const ContractSyntax& syntax);
  /// Warns about a contract at the first step that reads the step before.
  void warn_always(const Reads& reads, const char* outcome);

  model::Interface& out_;
  Scope& scope_;
  Memory& memory_;
  Problems& problems_;
  // Where names are declared, for messages about a second one.
  std::unordered_map<std::string, Place> contract_ids_;
  std::unordered_map<std::string, Place> requirement_ids_;
  std::unordered_map<std::string, Place> view_names_;
  /// Frames of the view that wait for their assumptions.
  std::vector<Frame> frames_;
  /// By contract of the view: the condition under which it excepts variables
  /// from frames, where that is not its assumption. A "within" does so as long
  /// as it waits for its answer.
  std::unordered_map<std::uint32_t, logic::Term> open_;
  /// Conditions of purposes by index in the file.
  std::unordered_map<std::size_t, logic::Term> purposes_;
  /// Number of contracts of the requirement so far.
  std::uint32_t unnamed_ = 0;
};

}  // namespace catenary::frontend::contract
