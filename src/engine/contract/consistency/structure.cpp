// SPDX-License-Identifier: Apache-2.0
/// \file
/// Independent parts of an interface, by union-find over the variables that the
/// system chooses.
///
/// An input does not connect contracts: both read the same value and neither
/// can change it. A derived variable does not connect them either, but the
/// chosen variables behind its definition do. Promises need care: a group of
/// promises that mentions chosen variables lets the environment's options
/// depend on answers, so it connects all its readers; a group over inputs alone
/// is added to its readers, and to all parts unless it is known never to block
/// the environment.
#include "engine/contract/consistency/structure.h"

#include <algorithm>
#include <array>

#include "engine/contract/consistency/disjoint_sets.h"
#include "logic/term/traverse.h"

namespace catenary::engine::contract {

namespace {

/// The union of two sets of indices.
Indices joined(const Indices& a, const Indices& b) {
  Indices out = a;
  out.insert(out.end(), b.begin(), b.end());
  make_set(out);
  return out;
}

}  // namespace

void make_set(Indices& indices) {
  std::sort(indices.begin(), indices.end());
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
}

Structure::Structure(const model::Interface& interface)
    : interface_(interface) {
  for (std::uint32_t v = 0; v < interface.variables.size(); ++v) {
    of_term_[interface.variables[v].before] = v;
    of_term_[interface.variables[v].now] = v;
  }
  const auto mentioned = [&](std::span<const logic::Term> terms) {
    Indices out;
    for (const logic::Term t : logic::free_variables(terms)) {
      out.push_back(variable_of(t));
    }
    make_set(out);
    return out;
  };
  definitions_.resize(interface.variables.size());
  for (std::uint32_t c = 0; c < interface.contracts.size(); ++c) {
    const model::Contract& contract = interface.contracts[c];
    const std::array terms{contract.assumption, contract.guarantee};
    of_contract_.push_back(mentioned(terms));
    if (!contract.definition) continue;
    // A definition of the normal form "d' = …" belongs to d alone. For any
    // other form, such as the conditional ones that Series makes, every derived
    // variable in it counts as defined by it: this can only merge parts, which
    // is sound.
    const logic::Term g = contract.guarantee;
    if (g.op() == logic::Op::equal && g[0].is_variable() &&
        interface.variables[variable_of(g[0])].derived) {
      definitions_[variable_of(g[0])].push_back(c);
      continue;
    }
    for (const std::uint32_t v : of_contract_.back()) {
      if (interface.variables[v].derived) definitions_[v].push_back(c);
    }
  }
  for (const model::Promise& p : interface.promises) {
    of_promise_.push_back(mentioned(std::array{p.condition}));
  }
  // The cone of a variable: the part that contains only this variable, closed
  // under definitions.
  chosen_within_.resize(interface.variables.size());
  inputs_within_.resize(interface.variables.size());
  for (std::uint32_t v = 0; v < interface.variables.size(); ++v) {
    Part cone;
    cone.variables = {v};
    close(cone);
    for (const std::uint32_t w : cone.variables) {
      if (chosen(w)) chosen_within_[v].push_back(w);
      if (interface.variables[w].role == model::Role::input) {
        inputs_within_[v].push_back(w);
      }
    }
  }
  live_.resize(interface.promises.size(), false);
  // `first` maps a variable to the first promise that depends on it; each later
  // promise with the same variable joins that one's group.
  DisjointSets sets(interface.promises.size());
  std::map<std::uint32_t, std::uint32_t> first;
  for (std::uint32_t p = 0; p < of_promise_.size(); ++p) {
    for (const std::uint32_t v : of_promise_[p]) {
      for (const Indices* within : {&chosen_within_[v], &inputs_within_[v]}) {
        for (const std::uint32_t w : *within) {
          sets.join(p, first.emplace(w, p).first->second);
        }
      }
    }
  }
  for (std::uint32_t p = 0; p < of_promise_.size(); ++p) {
    group_.push_back(sets.find(p));
  }
}

bool Structure::chosen(std::uint32_t variable) const {
  const model::InterfaceVariable& v = interface_.variables[variable];
  return v.role != model::Role::input && !v.derived;
}

Indices Structure::all_contracts() const {
  Indices out;
  for (std::uint32_t c = 0; c < interface_.contracts.size(); ++c) {
    if (!interface_.contracts[c].definition) out.push_back(c);
  }
  return out;
}

Indices Structure::contracts_of_view(std::uint32_t view) const {
  Indices out = all_contracts();
  std::erase_if(out, [&](std::uint32_t c) {
    return interface_.view_of(interface_.contracts[c]) != view;
  });
  return out;
}

std::vector<Indices> Structure::promise_groups() const {
  std::map<std::uint32_t, Indices> of;
  for (std::uint32_t p = 0; p < group_.size(); ++p) of[group_[p]].push_back(p);
  std::vector<Indices> out;
  for (auto& [first, members] : of) out.push_back(std::move(members));
  return out;
}

void Structure::close(Part& part) const {
  const auto take = [&](const Indices& variables) {
    part.variables.insert(
        part.variables.end(), variables.begin(), variables.end());
  };
  for (const std::uint32_t c : part.contracts) take(of_contract_[c]);
  for (const std::uint32_t p : part.promises) take(of_promise_[p]);
  make_set(part.variables);
  Indices open = part.variables;
  // Invariant: `variables` contains every variable of each definition that was
  // added, and those whose own definitions were not looked at yet are in
  // `open`. Each definition is added once, so the loop ends.
  while (!open.empty()) {
    const std::uint32_t v = open.back();
    open.pop_back();
    for (const std::uint32_t d : definitions_[v]) {
      if (std::find(part.definitions.begin(), part.definitions.end(), d) !=
          part.definitions.end()) {
        continue;
      }
      part.definitions.push_back(d);
      for (const std::uint32_t w : of_contract_[d]) {
        if (std::find(part.variables.begin(), part.variables.end(), w) !=
            part.variables.end()) {
          continue;
        }
        part.variables.push_back(w);
        open.push_back(w);
      }
    }
  }
  make_set(part.variables);
  // The lists were extended in the order of discovery; Indices are ascending.
  make_set(part.definitions);
}

Part Structure::whole(std::span<const std::uint32_t> of) const {
  Part part;
  part.contracts.assign(of.begin(), of.end());
  make_set(part.contracts);
  for (std::uint32_t p = 0; p < of_promise_.size(); ++p) {
    part.promises.push_back(p);
  }
  close(part);
  return part;
}

Part Structure::part_of(const Indices& promises) const {
  Part part;
  part.promises = promises;
  close(part);
  return part;
}

std::vector<Part> Structure::split(std::span<const std::uint32_t> of) const {
  // Nodes of the union-find: variables, then groups of promises, each at the
  // index of its first member. Other nodes stay unused.
  const auto variables =
      static_cast<std::uint32_t>(interface_.variables.size());
  DisjointSets sets(variables + group_.size());
  // For each input, the groups that mention it; and the groups that belong to
  // every part, because they are not known to be live.
  std::vector<Indices> owners(variables);  // groups that speak of an input
  Indices everywhere;                      // groups that concern everybody
  for (const Indices& group : promise_groups()) {
    const std::uint32_t node = variables + group.front();
    if (!live_[group.front()]) everywhere.push_back(group.front());
    for (const std::uint32_t p : group) {
      for (const std::uint32_t v : of_promise_[p]) {
        for (const std::uint32_t w : chosen_within_[v]) sets.join(w, node);
        for (const std::uint32_t w : inputs_within_[v]) {
          owners[w].push_back(group.front());
        }
      }
    }
  }
  for (Indices& o : owners) make_set(o);
  // A group that mentions chosen variables was joined with them above, so its
  // node is in the set of at least one variable. Such a group connects all
  // contracts that read its inputs.
  const auto ties = [&](std::uint32_t group) {
    for (std::uint32_t w = 0; w < variables; ++w) {
      if (sets.find(w) == sets.find(variables + group)) return true;
    }
    return false;
  };
  std::vector<bool> tied(group_.size(), false);
  for (std::uint32_t g = 0; g < group_.size(); ++g) {
    if (group_[g] == g) tied[g] = ties(g);
  }
  std::vector<Indices> chosen_of(of.size());
  std::vector<Indices> groups_of(of.size());
  for (std::size_t i = 0; i < of.size(); ++i) {
    // Collect, for each contract, the chosen variables and the groups that it
    // depends on, and connect them with each other.
    groups_of[i] = everywhere;
    for (const std::uint32_t v : of_contract_[of[i]]) {
      chosen_of[i] = joined(chosen_of[i], chosen_within_[v]);
      for (const std::uint32_t w : inputs_within_[v]) {
        groups_of[i] = joined(groups_of[i], owners[w]);
      }
    }
    make_set(groups_of[i]);
    for (const std::uint32_t g : groups_of[i]) {
      if (tied[g]) chosen_of[i].push_back(variables + g);
    }
    for (const std::uint32_t w : chosen_of[i]) sets.join(chosen_of[i][0], w);
  }
  // Contracts with the same representative form one part. Iterating in the
  // order of `of` numbers the parts by their first contract.
  std::map<std::uint32_t, std::size_t> part_of;
  std::vector<Part> parts;
  std::vector<Indices> groups;
  for (std::size_t i = 0; i < of.size(); ++i) {
    // A contract without chosen variables has no node. It gets a key beyond all
    // nodes, which no other contract has.
    const std::uint32_t key =
        chosen_of[i].empty()
            ? variables + static_cast<std::uint32_t>(group_.size() + of[i])
            : sets.find(chosen_of[i][0]);
    const auto [at, fresh] = part_of.emplace(key, parts.size());
    if (fresh) {
      parts.emplace_back();
      groups.emplace_back();
    }
    parts[at->second].contracts.push_back(of[i]);
    groups[at->second] = joined(groups[at->second], groups_of[i]);
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::uint32_t p = 0; p < group_.size(); ++p) {
      if (std::binary_search(groups[i].begin(), groups[i].end(), group_[p])) {
        // group_[p] is the representative that `groups` lists.
        parts[i].promises.push_back(p);
      }
    }
    make_set(parts[i].contracts);
    close(parts[i]);
  }
  return parts;
}

}  // namespace catenary::engine::contract
