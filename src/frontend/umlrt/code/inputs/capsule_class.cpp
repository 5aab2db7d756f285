// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/code/inputs/capsule_class.h"

#include <algorithm>

#include "frontend/umlrt/code/code_text.h"
#include "frontend/umlrt/code/machine_code.h"

namespace catenary::frontend::umlrt {

namespace {

/// The C++ of actions, guards and operations, without comments and literals.
std::string actions_of(const model::Capsule& c) {
  std::string out;
  const auto add = [&out](const model::ActionCode& code) {
    out += code.text + "\n";
  };
  for (const model::Vertex& v : c.machine.vertices) add(v.entry), add(v.exit);
  for (const model::Transition& t : c.machine.transitions) {
    add(t.guard), add(t.effect);
    for (const model::Trigger& g : t.triggers) add(g.guard);
  }
  for (const model::Operation& o : c.operations) add(o.body);
  return bare(out);
}

/// C++ that may declare names; what it includes is not seen.
std::string declarations_of(const model::MachineModel& model,
                            const model::Capsule& c) {
  std::string out = c.header_preface.text + "\n" +
                    c.implementation_preface.text + "\n" + c.declarations.text;
  for (const model::ModelHeader& h : model.headers) {
    out += "\n" + h.include.text;
  }
  for (const model::MachineType& t : model.types) {
    out += "\n" + t.preface.text + "\n" + t.name;
    for (const std::string& l : t.literals) out += "\n" + l;
  }
  const auto add = [&out](const auto& elements) {
    for (const auto& e : elements) out += "\n" + e.name;
  };
  add(c.attributes), add(c.ports), add(c.parts), add(c.operations);
  return out;
}

}  // namespace

std::vector<std::string> capsule_classes(const model::MachineModel& model,
                                         const model::Capsule& capsule) {
  std::vector<std::string> out;
  const std::string used = actions_of(capsule);
  const std::string declared = declarations_of(model, capsule);
  for (const model::Capsule& c : model.capsules) {
    if (code_name(c.name) == c.name && has_word(used, c.name) &&
        !has_word(declared, c.name) && std::ranges::count(out, c.name) == 0) {
      out.push_back(c.name);
    }
  }
  return out;
}

}  // namespace catenary::frontend::umlrt
