// SPDX-License-Identifier: Apache-2.0
/// \file
/// Projection of an interface and of its runs onto components.
#include "engine/contract/search/components.h"

#include <algorithm>

namespace catenary::engine::contract {

namespace {

Indices united(Indices a, const Indices& b) {
  a.insert(a.end(), b.begin(), b.end());
  make_set(a);
  return a;
}

}  // namespace

InputSequence Component::own(const InputSequence& of_whole) const {
  InputSequence out;
  for (const auto& step : of_whole) {
    out.emplace_back();
    for (const std::uint32_t v : in_whole) out.back().push_back(step[v]);
  }
  return out;
}

std::vector<Snapshot> Component::own(
    const std::vector<Snapshot>& of_whole) const {
  std::vector<Snapshot> out;
  for (const Snapshot& step : of_whole) {
    out.emplace_back();
    for (const std::uint32_t v : in_whole) out.back().push_back(step[v]);
  }
  return out;
}

void Component::add(const std::vector<Snapshot>& run,
                    std::vector<Snapshot>& of_whole) const {
  for (std::size_t s = 0; s < run.size(); ++s) {
    for (std::size_t v = 0; v < in_whole.size(); ++v) {
      of_whole[s][in_whole[v]] = run[s][v];
    }
  }
}

// Terms, views and requirements are shared with the whole interface, so ids in
// findings and expectations mean the same.
Component component_of(const model::Interface& interface,
                       const Part& part,
                       const Indices& more) {
  Component out;
  out.interface.name = interface.name;
  out.interface.path = interface.path;
  out.interface.sha256 = interface.sha256;
  out.interface.terms = interface.terms;
  out.interface.views = interface.views;
  out.interface.requirements = interface.requirements;
  for (model::Requirement& r : out.interface.requirements) r.contracts.clear();
  // United and sorted, so that contracts keep the order of the whole interface
  // and their indices in requirements are ascending.
  for (const std::uint32_t c : united(part.contracts, part.definitions)) {
    const auto index =
        static_cast<std::uint32_t>(out.interface.contracts.size());
    out.interface.contracts.push_back(interface.contracts[c]);
    out.interface.requirements[interface.contracts[c].requirement]
        .contracts.push_back(index);
  }
  for (const std::uint32_t p : part.promises) {
    out.interface.promises.push_back(interface.promises[p]);
  }
  out.in_whole = united(part.variables, more);
  for (const std::uint32_t v : out.in_whole) {
    out.interface.variables.push_back(interface.variables[v]);
  }
  return out;
}

std::vector<Part> all_components(const Structure& structure) {
  const model::Interface& interface = structure.interface();
  Indices all;
  for (std::uint32_t c = 0; c < interface.contracts.size(); ++c) {
    all.push_back(c);
  }
  // Definitions take part in the split: one that only a purpose reads would
  // otherwise be in no part. They are moved to `definitions` afterwards.
  std::vector<Part> out = structure.split(all);
  std::vector<bool> seen(interface.variables.size(), false);
  for (Part& part : out) {
    std::erase_if(part.contracts, [&](std::uint32_t c) {
      if (!interface.contracts[c].definition) return false;
      part.definitions.push_back(c);
      return true;
    });
    make_set(part.definitions);
    for (const std::uint32_t v : part.variables) seen[v] = true;
  }
  Part rest;
  // Without contracts there may still be promises, which restrict inputs.
  if (out.empty()) rest = structure.whole({});
  for (const std::uint32_t v : rest.variables) seen[v] = true;
  for (std::uint32_t v = 0; v < seen.size(); ++v) {
    if (!seen[v]) rest.variables.push_back(v);
  }
  make_set(rest.variables);
  if (!rest.variables.empty()) out.push_back(std::move(rest));
  return out;
}

Part joined(const Part& a, const Part& b) {
  return {united(a.contracts, b.contracts),
          united(a.definitions, b.definitions),
          united(a.variables, b.variables),
          united(a.promises, b.promises)};
}

}  // namespace catenary::engine::contract
