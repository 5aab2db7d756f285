// SPDX-License-Identifier: Apache-2.0
/// \file
/// The contracts of one view after the other, and what purposes look for in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "frontend/contract/lower/lower.h"

namespace catenary::frontend::contract {

class ContractLowering {
 public:
  ContractLowering(model::Interface& out,
                   Scope& scope,
                   Memory& memory,
                   Problems& problems)
      : out_(out), scope_(scope), memory_(memory), problems_(problems) {}

  /// All views with their requirements and contracts.
  void run(const FileSyntax& file);
  /// What the purpose of that index in the file looks for; nothing where it is
  /// for no view. Invalid where a fault was reported.
  [[nodiscard]] std::optional<logic::Term> purpose(std::size_t index) const;

 private:
  /// A contract whose terms are known.
  struct Parts {
    std::string id;
    /// True where none is written.
    logic::Term assumption;
    logic::Term guarantee;
    Reads assumption_reads;
    Reads guarantee_reads;
  };

  /// A frame waits for the other contracts of its view.
  struct Frame {
    std::uint32_t contract = 0;
    logic::Term kept;
  };

  void ids(const FileSyntax& file);
  void view(const ViewSyntax& syntax);
  void purposes(const FileSyntax& file, const std::string& view);
  void requirement(const RequirementSyntax& syntax);
  void contract(const ContractSyntax& syntax);
  void plain(const ContractSyntax& syntax, const Parts& p);
  void within(const ContractSyntax& syntax, const Parts& p);
  void lasting(const ContractSyntax& syntax, const Parts& p);
  void until(const ContractSyntax& syntax, const Parts& p);
  void frame(const ContractSyntax& syntax);
  void finish_frames();

  [[nodiscard]] std::optional<Parts> parts(const ContractSyntax& syntax);
  /// What holds at the first step and at later ones, where `when` lets it.
  [[nodiscard]] Memory::Steps steps(
      logic::Term t,
      const Reads& reads,
      ContractSyntax::When when = ContractSyntax::When::always) const;
  /// "When the first, then the guarantee", at all steps; the first reads no
  /// earlier step.
  void obligation(const ContractSyntax& syntax,
                  logic::Term when,
                  const Parts& p);
  model::Contract& add(const ContractSyntax& syntax, const std::string& id);
  [[nodiscard]] std::string id_of(const ContractSyntax& syntax);
  void warn_always(const Reads& reads, const char* outcome);

  model::Interface& out_;
  Scope& scope_;
  Memory& memory_;
  Problems& problems_;
  std::unordered_map<std::string, Place> contract_ids_;
  std::unordered_map<std::string, Place> requirement_ids_;
  std::unordered_map<std::string, Place> view_names_;
  std::vector<Frame> frames_;
  /// By contract of the view, where frames go by another condition than its
  /// assumption: that a "within" waits for its answer, due or not.
  std::unordered_map<std::uint32_t, logic::Term> open_;
  /// By index.
  std::unordered_map<std::size_t, logic::Term> purposes_;
  /// Contracts of the requirement so far.
  std::uint32_t unnamed_ = 0;
};

}  // namespace catenary::frontend::contract
