// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/code/refusal.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "frontend/umlrt/code/code_text.h"

namespace catenary::frontend::umlrt {

namespace {

using model::kNoIndex;

/// Whether the capsule needs what is not supported. An over-approximation: the
/// name of a type may stand in its C++ for something else.
bool needs(const model::MachineModel& model,
           const model::Capsule& capsule,
           const model::Unsupported& u,
           const MachineCodeOptions& options) {
  if (u.capsule != kNoIndex) return &model.capsules[u.capsule] == &capsule;
  if (u.protocol != kNoIndex) {
    return std::ranges::count(
               capsule.ports, u.protocol, &model::Port::protocol) > 0;
  }
  if (u.type == kNoIndex) return !u.aside;
  const model::MachineType& type = model.types[u.type];
  if (!type.preface.empty() || !type.declarations.empty()) return true;
  // Its definition has its name once, and those of its literals.
  const MachineCode code = write_machine_code(model, capsule, options);
  const std::string_view own = std::string_view(code.text).substr(code.own);
  const auto used = [own](const std::string& name) {
    return count_word(own, name) > 1;
  };
  return used(type.name) || std::ranges::any_of(type.literals, used);
}

}  // namespace

void refuse_unsupported(const model::MachineModel& model,
                        const std::vector<const model::Capsule*>& capsules,
                        const MachineCodeOptions& options) {
  std::vector<base::Diagnostic> reasons;
  const auto add = [&](const base::SourceLocation& where,
                       const std::string& what) {
    reasons.push_back({base::Severity::error, where, what, "unsupported", {}});
  };
  for (const model::Capsule* c : capsules) {
    if (!c->has_machine) {
      add(c->where, "capsule '" + c->qualified + "' has no state machine");
    }
  }
  for (const model::Unsupported& u : model.unsupported) {
    const bool needed = std::ranges::any_of(
        capsules, [&](const auto* c) { return needs(model, *c, u, options); });
    if (needed) add(u.where, u.qualified + ": not supported: " + u.what);
  }
  if (!reasons.empty()) throw base::InputError(std::move(reasons));
}

}  // namespace catenary::frontend::umlrt
