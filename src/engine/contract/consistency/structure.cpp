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
#include <set>

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
  definitions_.resize(interface.variables.size());
  for (std::uint32_t c = 0; c < interface.contracts.size(); ++c) {
    const model::Contract& contract = interface.contracts[c];
    of_contract_.push_back(
        mentioned(std::array{contract.assumption, contract.guarantee}));
    if (contract.definition) note_definition(c);
  }
  for (const model::Promise& p : interface.promises) {
    of_promise_.push_back(mentioned(std::array{p.condition}));
  }
  find_cones();
  group_promises();
}

Indices Structure::mentioned(std::span<const logic::Term> terms) const {
  Indices out;
  for (const logic::Term t : logic::free_variables(terms)) {
    out.push_back(variable_of(t));
  }
  make_set(out);
  return out;
}

void Structure::note_definition(std::uint32_t contract) {
  // A definition of the normal form "d' = …" belongs to d alone. For any other
  // form, such as the conditional ones that Series makes, every derived
  // variable in it counts as defined by it: this can only merge parts, which is
  // sound.
  const logic::Term g = interface_.contracts[contract].guarantee;
  if (g.op() == logic::Op::equal && g[0].is_variable() &&
      interface_.variables[variable_of(g[0])].derived) {
    definitions_[variable_of(g[0])].push_back(contract);
    return;
  }
  for (const std::uint32_t v : of_contract_[contract]) {
    if (interface_.variables[v].derived) definitions_[v].push_back(contract);
  }
}

void Structure::find_cones() {
  // The cone of a variable: the part that contains only this variable, closed
  // under definitions.
  chosen_within_.resize(interface_.variables.size());
  inputs_within_.resize(interface_.variables.size());
  for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
    Part cone;
    cone.variables = {v};
    close(cone);
    for (const std::uint32_t w : cone.variables) {
      if (chosen(w)) chosen_within_[v].push_back(w);
      if (interface_.variables[w].role == model::Role::input) {
        inputs_within_[v].push_back(w);
      }
    }
  }
}

void Structure::group_promises() {
  live_.resize(interface_.promises.size(), false);
  // `first` maps a variable to the first promise that depends on it; each later
  // promise with the same variable joins that one's group.
  DisjointSets sets(interface_.promises.size());
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

std::vector<Structure::Needs> Structure::connect(
    std::span<const std::uint32_t> of, DisjointSets& sets) const {
  const auto variables =
      static_cast<std::uint32_t>(interface_.variables.size());
  // For each input, the groups that mention it; and the groups that belong to
  // every part, because they are not known to be live.
  std::vector<Indices> owners(variables);
  Indices everywhere;
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
  std::vector<Needs> out(of.size());
  for (std::size_t i = 0; i < of.size(); ++i) {
    auto& [nodes, groups] = out[i];
    groups = everywhere;
    for (const std::uint32_t v : of_contract_[of[i]]) {
      nodes = joined(nodes, chosen_within_[v]);
      for (const std::uint32_t w : inputs_within_[v]) {
        groups = joined(groups, owners[w]);
      }
    }
    make_set(groups);
    for (const std::uint32_t g : groups) {
      if (tied[g]) nodes.push_back(variables + g);
    }
    for (const std::uint32_t n : nodes) sets.join(nodes[0], n);
  }
  return out;
}

std::vector<Part> Structure::split(std::span<const std::uint32_t> of) const {
  // Nodes of the union-find: variables, then groups of promises, each at the
  // index of its first member. Other nodes stay unused.
  const std::size_t nodes = interface_.variables.size() + group_.size();
  DisjointSets sets(nodes);
  const std::vector<Needs> needs = connect(of, sets);
  // Contracts with the same representative form one part. Iterating in the
  // order of `of` numbers the parts by their first contract.
  std::map<std::uint32_t, std::size_t> part_of;
  std::vector<Part> parts;
  std::vector<Indices> groups;
  for (std::size_t i = 0; i < of.size(); ++i) {
    // A contract without chosen variables has no node. It gets a key beyond all
    // nodes, which no other contract has.
    const std::uint32_t key = needs[i].nodes.empty()
                                  ? static_cast<std::uint32_t>(nodes + of[i])
                                  : sets.find(needs[i].nodes[0]);
    const auto [at, fresh] = part_of.emplace(key, parts.size());
    if (fresh) {
      parts.emplace_back();
      groups.emplace_back();
    }
    parts[at->second].contracts.push_back(of[i]);
    groups[at->second] = joined(groups[at->second], needs[i].groups);
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

std::vector<Indices> spoken_of(const Structure& structure) {
  const model::Interface& interface = structure.interface();
  std::vector<Indices> direct;
  std::map<std::uint32_t, Indices> defined;
  for (const model::Contract& c : interface.contracts) {
    direct.emplace_back();
    for (const logic::Term t : logic::free_variables(c.guarantee)) {
      const std::uint32_t v = structure.variable_of(t);
      if (t == interface.variables[v].now) direct.back().push_back(v);
    }
    if (!c.definition) continue;
    for (const std::uint32_t v : direct.back()) {
      if (!interface.variables[v].derived) continue;
      Indices& own = defined[v];
      own.insert(own.end(), direct.back().begin(), direct.back().end());
    }
  }
  std::vector<Indices> out;
  for (std::uint32_t c = 0; c < direct.size(); ++c) {
    out.emplace_back();
    if (interface.contracts[c].definition) continue;
    // Transitive closure over definitions.
    std::set<std::uint32_t> all;
    Indices open = direct[c];
    while (!open.empty()) {
      const std::uint32_t v = open.back();
      open.pop_back();
      if (!all.insert(v).second || !defined.contains(v)) continue;
      open.insert(open.end(), defined.at(v).begin(), defined.at(v).end());
    }
    out.back().assign(all.begin(), all.end());
  }
  return out;
}

}  // namespace catenary::engine::contract
