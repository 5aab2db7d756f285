// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/code/inputs/instance_code.h"

#include <algorithm>

#include "frontend/umlrt/code/code_text.h"
#include "frontend/umlrt/code/inputs/port_index.h"

namespace catenary::frontend::umlrt {

namespace {

/// The text without statements that log or print, up to their semicolons.
std::string without_logging(std::string_view text) {
  std::string out(text);
  for (const std::string_view begin :
       {"log.log", "log.show", "log().log", "log().show", "cout", "printf"}) {
    for (std::size_t at = out.find(begin); at != std::string::npos;
         at = out.find(begin, at)) {
      out.erase(at, std::min(out.find(';', at), out.size()) - at);
    }
  }
  return out;
}

/// The number of instances that parts of the model have at most; 0 where one of
/// them, or the absence of any, leaves it open.
std::uint32_t instances_in(const model::MachineModel& model,
                           const model::Capsule& capsule) {
  std::uint32_t most = 0;
  for (const model::Capsule& owner : model.capsules) {
    for (const model::CapsulePart& part : owner.parts) {
      if (part.type != capsule.name) continue;
      const auto count = count_of(part.upper);
      if (!count) return 0;
      most = std::max(most, *count);
    }
  }
  return most;
}

}  // namespace

InstanceCode::InstanceCode(const model::MachineModel& model,
                           const model::Capsule& capsule,
                           std::string_view own)
    : type_name_(capsule.name),
      asks_index_(has_word(own, "getIndex") ||
                  own.find("index()") != std::string_view::npos),
      asks_arguments_(has_word(own, "getArgCount")),
      instances_(instances_in(model, capsule)) {
  const std::string rest = without_logging(own);
  asks_name_ =
      has_word(rest, "getName") || rest.find("name()") != std::string::npos;
}

std::string InstanceCode::definitions() const {
  std::string quoted;
  for (const char c : type_name_) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return "#define CATENARY_UMLRT_TYPE_NAME \"" + quoted + "\"\n" +
         (asks_name_ ? "#define CATENARY_UMLRT_NAMED 1\n" : "");
}

std::string InstanceCode::before_begin() const {
  std::string out;
  if (asks_index_ && instances_ != 1) {
    // The variable is the name of the input.
    out +=
        "{\nconst int capsule_index = nondet_stub_capsule_index();\n"
        "__catenary_assume(capsule_index >= 0" +
        (instances_ == 0
             ? std::string()
             : " && capsule_index < " + std::to_string(instances_)) +
        ");\ncatenary_capsule_index = capsule_index;\n}\n";
  }
  if (asks_arguments_) {
    out +=
        "{\nconst int argument_count = nondet_stub_argument_count();\n"
        "__catenary_assume(argument_count >= 0);\n"
        "catenary_argument_count = argument_count;\n}\n";
  }
  return out.empty() ? "" : "#ifdef CATENARY_UMLRT_RUN\n" + out + "#endif\n";
}

}  // namespace catenary::frontend::umlrt
