// SPDX-License-Identifier: Apache-2.0
/// \file
/// Marks attributes that have no value when a capsule begins. Only scalars and
/// pointers whose type is known are marked: other types may have a constructor
/// that sets them.
#include <algorithm>
#include <set>

#include "frontend/umlrt/code/code_text.h"
#include "frontend/umlrt/code/machine_code.h"

namespace catenary::frontend::umlrt {

namespace {

using model::MachineVariable;

/// Collects the calls that mark.
class Marks {
 public:
  explicit Marks(const model::MachineModel& model) : model_(model) {}

  /// Marks a variable, or the fields of a structure. `name` is for reports,
  /// `member` is C++. Arrays are not marked.
  void variable(const MachineVariable& v,
                const std::string& name,
                const std::string& member,
                int depth) {
    // What is static begins at zero.
    if (!v.initial.empty() || !v.array_size.empty() || v.is_static) return;
    const std::string type = v.type.empty() ? "int" : v.type;
    const auto known =
        std::ranges::find(model_.types, type, &model::MachineType::name);
    const bool structure = known != model_.types.end() && !known->enumeration;
    if (structure) {
      // C++ of its own may be a constructor.
      if (!known->declarations.empty() || depth == 0) return;
      for (const MachineVariable& f : known->fields) {
        variable(f, name + "." + f.name, member + "." + f.name, depth - 1);
      }
      return;
    }
    if (known == model_.types.end() && !is_number(type) &&
        !type.ends_with("*")) {
      return;
    }
    text_ += "__catenary_unset(\"" + name + "\", &" + member + ", sizeof(" +
             member + "));\n";
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  const model::MachineModel& model_;
  std::string text_;
};

}  // namespace

bool is_number(const std::string& type) {
  static const std::set<std::string> kNumbers = {"bool",
                                                 "char",
                                                 "signed char",
                                                 "unsigned char",
                                                 "short",
                                                 "unsigned short",
                                                 "int",
                                                 "unsigned int",
                                                 "unsigned",
                                                 "long",
                                                 "unsigned long",
                                                 "long long",
                                                 "unsigned long long",
                                                 "int8_t",
                                                 "int16_t",
                                                 "int32_t",
                                                 "int64_t",
                                                 "uint8_t",
                                                 "uint16_t",
                                                 "uint32_t",
                                                 "uint64_t",
                                                 "float",
                                                 "double"};
  return kNumbers.contains(type);
}

std::string unset_marks(const model::MachineModel& model,
                        const model::Capsule& capsule) {
  constexpr int kDeepest = 4;
  Marks marks(model);
  for (const MachineVariable& a : capsule.attributes) {
    marks.variable(a, a.qualified, "this->" + a.name, kDeepest);
  }
  return marks.text();
}

}  // namespace catenary::frontend::umlrt
