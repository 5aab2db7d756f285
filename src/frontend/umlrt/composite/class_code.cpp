// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/composite/class_code.h"

#include <algorithm>

#include "frontend/umlrt/code/code_text.h"
#include "frontend/umlrt/code/dispatch/dispatch_writer.h"
#include "frontend/umlrt/code/machine_code.h"

namespace catenary::frontend::umlrt {

namespace {

/// Whether some capsule of the model has the system as a part.
bool is_part(const model::MachineModel& model, const model::Capsule& system) {
  return std::ranges::any_of(model.capsules, [&system](const auto& c) {
    return std::ranges::count(c.parts, system.name, &model::CapsulePart::type) >
           0;
  });
}

}  // namespace

ClassCode class_code(const model::MachineModel& model,
                     const InstanceTree& tree) {
  ClassCode out;
  for (const model::Capsule* c : tree.classes) {
    DispatchWriter dispatch(model, *c);
    const std::string members = dispatch.write_members();
    out.text += "namespace " + capsule_namespace(*c) +
                " {\ninline void catenary_fail(int outcome, int violation) {\n"
                "catenary_violate(outcome, violation + " +
                std::to_string(out.violations.size()) +
                ");\n}\nstruct Machine : Capsule_" + code_name(c->name) +
                " {\nexplicit Machine(int instance) {\n"
                "catenary_instance = instance;\n}\n" +
                members + "};\n}\n";
    for (const Violation& v : dispatch.violations()) {
      if (v.id.starts_with(kEndlessRun)) {
        out.check_rounds = dispatch.check_rounds();
      }
      out.violations.push_back(v);
    }
  }
  return out;
}

std::string object_code(const model::MachineModel& model,
                        const model::Capsule& system,
                        const InstanceTree& tree) {
  std::string identities;
  std::string objects;
  const std::vector<std::size_t> machines = tree.machines();
  for (std::size_t k = 0; k < machines.size(); ++k) {
    const Instance& one = tree.instances[machines[k]];
    // The system may be a part of something, by any name and index.
    const bool is_root = one.path.empty();
    const auto literal = [](const std::string& text, bool known) {
      return known ? "\"" + escaped(text) + "\"" : std::string("nullptr");
    };
    identities += "{" + literal(one.role, !is_root) + ", " +
                  literal(system.name + "." + one.path,
                          !is_root && !is_part(model, system)) +
                  ", " + literal(one.capsule->name, true) + ", " +
                  (is_root ? "-1" : std::to_string(one.index)) + "},\n";
    const std::string type = capsule_namespace(*one.capsule) + "::Machine";
    const std::string object = instance_object(machines[k]);
    if (!one.dynamic) {
      objects += type + " " + object + "{" + std::to_string(k) + "};\n";
      continue;
    }
    // Room for an object that is made when the instance is.
    const std::string room = "catenary_room_" + std::to_string(k);
    objects += "union " + room + "_type {\n" + type + " object;\n" + room +
               "_type() {}\n~" + room + "_type() {}\n} " + room + ";\n" + type +
               "& " + object + " = " + room + ".object;\n";
  }
  return "const UMLRTIdentity catenary_identities[] = {\n" + identities +
         "};\nconst UMLRTIdentity& catenary_identity(int instance) {\n"
         "return catenary_identities[instance];\n}\n" +
         objects;
}

}  // namespace catenary::frontend::umlrt
