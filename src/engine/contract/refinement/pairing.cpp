// SPDX-License-Identifier: Apache-2.0
/// \file
/// The conjunction of two interfaces with renamed parts.
#include "engine/contract/refinement/pairing.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/error.h"

namespace catenary::engine::contract {

namespace {

/// A copy whose ids do not clash with those of the other interface; without
/// purposes and coverage requests.
model::Interface renamed(model::Interface a, const std::string& prefix) {
  a.name = prefix;
  for (model::View& v : a.views) v.name = prefix + v.name;
  for (model::Requirement& r : a.requirements) r.id = prefix + r.id;
  for (model::Contract& c : a.contracts) c.id = prefix + c.id;
  for (model::Promise& p : a.promises) p.id = prefix + p.id;
  a.purposes.clear();
  a.covers.clear();
  return a;
}

/// Throws unless inputs and outputs have the same names. conjoin() compares the
/// rest.
void same_interface(const model::Interface& b, const model::Interface& a) {
  const auto names = [](const model::Interface& i) {
    std::set<std::string> out;
    for (const model::InterfaceVariable& v : i.variables) {
      if (v.role != model::Role::hidden) out.insert(v.name);
    }
    return out;
  };
  if (names(b) == names(a)) return;
  throw base::InputError({b.path, 0, 0},
                         "its inputs and outputs are not those of " + a.path +
                             "; expected the same",
                         "refinement-signature");
}

/// Both as one interface.
model::Interface joined(const model::Interface& a, const model::Interface& b) {
  same_interface(b, a);
  return model::conjoin(renamed(a, "a:"), renamed(b, "b:"));
}

}  // namespace

Pairing::Pairing(const model::Interface& a,
                 const model::Interface& b,
                 const base::Budget& budget)
    : joint_(joined(a, b)),
      structure_(joint_),
      finite_(structure_, whole(), budget) {
  // conjoin() puts what belongs to its first argument first.
  const auto boundary = static_cast<std::uint32_t>(a.contracts.size());
  for (std::uint32_t c = 0; c < joint_.contracts.size(); ++c) {
    (c < boundary ? of_a_ : of_b_).push_back(c);
  }
  const auto variables_of_a = static_cast<std::uint32_t>(a.variables.size());
  for (const std::uint32_t v : finite_.part().variables) {
    const Indices& bits = finite_.bits_now(v);
    const bool hidden = joint_.variables[v].role == model::Role::hidden;
    (hidden ? (v < variables_of_a ? ranges_a_ : ranges_b_) : ranges_both_)
        .push_back(v);
    if (hidden && v < variables_of_a) {
      hidden_a_.insert(hidden_a_.end(), bits.begin(), bits.end());
    }
  }
}

Part Pairing::whole() const {
  Indices all;
  for (std::uint32_t c = 0; c < joint_.contracts.size(); ++c) {
    all.push_back(c);
  }
  Part part = structure_.whole(all);
  for (std::uint32_t v = 0; v < joint_.variables.size(); ++v) {
    part.variables.push_back(v);
  }
  make_set(part.variables);
  // finite_.background() must not add definitions of the other side.
  part.definitions.clear();  // they are contracts here
  return part;
}

Conjuncts Pairing::theta(bool of_a, bool first) {
  Conjuncts out;
  for (const Indices* ranges :
       {&ranges_both_, of_a ? &ranges_a_ : &ranges_b_}) {
    for (const std::uint32_t v : *ranges) out.push_back(finite_.range(v));
  }
  for (const std::uint32_t c : of_a ? of_a_ : of_b_) {
    out.push_back(finite_.contract(c, first));
  }
  return out;
}

Conjuncts Pairing::promises(bool of_a, bool first) {
  Conjuncts out;
  for (const std::uint32_t v : ranges_both_) {
    if (joint_.variables[v].role == model::Role::input) {
      out.push_back(finite_.range(v));
    }
  }
  const std::string prefix = of_a ? "a:" : "b:";
  for (const model::Promise& p : joint_.promises) {
    if (!p.id.starts_with(prefix)) continue;
    out.push_back(finite_.encode(model::formula_at(joint_, p, first)));
  }
  return out;
}

bool Pairing::is_hidden_of_a(std::uint32_t variable) const {
  return std::find(ranges_a_.begin(), ranges_a_.end(), variable) !=
         ranges_a_.end();
}

}  // namespace catenary::engine::contract
