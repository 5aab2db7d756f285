// SPDX-License-Identifier: Apache-2.0
/// \file
/// Dependency structure of a requirement interface: which contracts share a
/// variable that the system chooses, and the independent parts that follow from
/// this. A part can be checked for consistency on its own, which replaces one
/// large game by many small ones.
///
/// Method: connected components of the graph whose nodes are variables that the
/// system chooses and groups of promises, and whose edges are contracts; by
/// union-find (disjoint_sets.h).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "model/contract/interface.h"

namespace catenary::engine::contract {

class DisjointSets;

/// Indices of contracts, variables, promises or bits: ascending, each once.
/// Functions that take Indices require this order; make_set() establishes it.
using Indices = std::vector<std::uint32_t>;

/// A set of contracts together with all that their meaning depends on.
///
/// *strategy*: an interface is consistent up to step k if and only if each of
/// its parts is. All parts see the same inputs, and an answer of one part does
/// not restrict that of another, so winning strategies of the parts compose.
///
/// *no dead end*: the first dead end of the interface is the first dead end of
/// one of its parts, since up to that step every other part has an answer to
/// any promised input.
struct Part {
  /// Contracts that are not definitions of derived variables.
  Indices contracts;
  /// Definitions of the derived variables that the part mentions, directly or
  /// through other definitions.
  Indices definitions;
  /// Variables that occur in a contract, definition or promise of the part.
  Indices variables;
  /// Promises of the environment that can restrict inputs of this part.
  Indices promises;
};

/// Dependencies of one interface, computed once by the constructor. Copies of
/// no terms are made; all results are indices into the interface.
class Structure {
 public:
  /// Cost: linear in the size of all formulas, and one closure over definitions
  /// for each variable. The interface must outlive this and must not change.
  explicit Structure(const model::Interface& interface);

  /// The interface that was given to the constructor.
  [[nodiscard]] const model::Interface& interface() const { return interface_; }
  /// The index of the variable whose current (`x'`) or previous (`x`) value a
  /// term stands for. Requires: one of the interface's own variable terms;
  /// throws std::out_of_range otherwise.
  [[nodiscard]] std::uint32_t variable_of(logic::Term variable) const {
    return of_term_.at(variable);
  }
  /// Variables that the assumption or guarantee of a contract mentions, at the
  /// current or previous step. Definitions are not followed.
  [[nodiscard]] const Indices& of_contract(std::uint32_t contract) const {
    return of_contract_[contract];
  }
  /// The same for the condition of a promise.
  [[nodiscard]] const Indices& of_promise(std::uint32_t promise) const {
    return of_promise_[promise];
  }
  /// All contracts that are not definitions.
  [[nodiscard]] Indices all_contracts() const;
  /// The contracts among all_contracts() whose requirement belongs to a view.
  [[nodiscard]] Indices contracts_of_view(std::uint32_t view) const;

  /// Promises in groups: two promises are in one group if they share an input
  /// or a variable that the system chooses, directly or through definitions. In
  /// the order of the first member of each group.
  [[nodiscard]] std::vector<Indices> promise_groups() const;
  /// Declares that a group, given by its first member, is live: it allows some
  /// input at the first step, and after any values of variables within their
  /// ranges. A live group cannot block the environment, so split() adds it only
  /// to parts that read its inputs. Groups are not live until this is called,
  /// and then belong to every part, which is always sound.
  void set_live(std::uint32_t promise) { live_[promise] = true; }

  /// The parts of the given contracts, in the order of their first contract. A
  /// contract that mentions inputs only is a part of its own.
  ///
  /// Requires: `of` has no definitions, except where definitions are to be
  /// treated as contracts (all_components()). Cost: nearly linear in the
  /// mentioned variables.
  [[nodiscard]] std::vector<Part> split(
      std::span<const std::uint32_t> of) const;
  /// The given contracts as a single part, with all promises.
  [[nodiscard]] Part whole(std::span<const std::uint32_t> of) const;
  /// A part of promises without contracts, with the definitions that they need.
  /// Used to decide whether a group is live.
  [[nodiscard]] Part part_of(const Indices& promises) const;

 private:
  /// The connections of a contract to others in split().
  struct Needs {
    /// Chosen variables, and promise groups with chosen variables, as nodes of
    /// the union-find. Empty: the contract is about inputs alone.
    Indices nodes;
    /// Groups of promises that can restrict its inputs, by their first member.
    Indices groups;
  };
  /// Variables whose current or previous value some term mentions.
  [[nodiscard]] Indices mentioned(std::span<const logic::Term> terms) const;
  /// Enters a definition, whose variables are in of_contract_, for the
  /// variables that it defines.
  void note_definition(std::uint32_t contract);
  /// Sets chosen_within_ and inputs_within_.
  void find_cones();
  /// Sets live_ and group_. Requires: find_cones().
  void group_promises();
  /// The needs of contracts; joins the nodes of each contract in `sets`.
  [[nodiscard]] std::vector<Needs> connect(std::span<const std::uint32_t> of,
                                           DisjointSets& sets) const;
  /// Adds the definitions that the part needs, transitively, and every variable
  /// that is then mentioned.
  void close(Part& part) const;
  /// Whether the system has a choice of the value: an output or a hidden
  /// variable that is not derived.
  [[nodiscard]] bool chosen(std::uint32_t variable) const;

  /// The interface; not owned.
  const model::Interface& interface_;
  /// Both terms of each variable, previous and current, to its index.
  std::map<logic::Term, std::uint32_t> of_term_;
  /// By contract: see of_contract().
  std::vector<Indices> of_contract_;
  /// By promise: see of_promise().
  std::vector<Indices> of_promise_;
  /// By variable: the contracts that define it; empty unless it is derived.
  std::vector<Indices> definitions_;
  /// By variable: the variables with chosen() in its cone, that is, among
  /// itself and all that its definitions mention. For a variable that is not
  /// derived this is itself, or nothing if it is an input.
  std::vector<Indices> chosen_within_;
  /// By variable: the inputs in the same cone.
  std::vector<Indices> inputs_within_;
  /// By promise: set_live() was called. Meaningful for first members only.
  std::vector<bool> live_;
  /// By promise: the first member of its group.
  std::vector<std::uint32_t> group_;
};

/// By contract: the variables whose current value its guarantee constrains,
/// directly or through derived variables. Empty for definitions. A guarantee
/// that only reads a variable at the previous step says nothing of its current
/// value.
[[nodiscard]] std::vector<Indices> spoken_of(const Structure& structure);

/// Sorts the indices and removes duplicates, as Indices requires.
void make_set(Indices& indices);

}  // namespace catenary::engine::contract
