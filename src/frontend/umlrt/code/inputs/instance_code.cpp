// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/code/inputs/instance_code.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>

#include "frontend/umlrt/code/code_text.h"
#include "frontend/umlrt/code/inputs/port_index.h"

namespace catenary::frontend::umlrt {

namespace {

/// The C++ without white space, comments, literals and directives, but with
/// what macros stand for.
std::string flat(std::string_view own) {
  std::string out;
  std::istringstream lines(bare(std::string(own)));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string::npos) continue;
    const bool macro = line.find("define", first) != std::string::npos;
    if (line[first] == '#' && !macro) continue;
    std::ranges::copy_if(line, std::back_inserter(out), [](unsigned char c) {
      return std::isspace(c) == 0;
    });
  }
  return out;
}

/// The number of calls of a method without arguments, and of others whose names
/// end so.
std::size_t calls(const std::string& code, const std::string& method) {
  std::size_t count = 0;
  for (std::size_t at = code.find(method + "()"); at != std::string::npos;
       at = code.find(method + "()", at + 1)) {
    ++count;
  }
  return count;
}

/// Whether a string literal is nearly as long as the usual capacity of a
/// std::string, or longer. Only then the capacity is larger, since it is part
/// of the state.
bool has_long_literal(std::string_view own) {
  constexpr std::size_t kLong = 56;
  std::size_t begin = std::string_view::npos;
  for (std::size_t at = 0; at < own.size(); ++at) {
    if (own[at] == '\\') {
      ++at;
    } else if (own[at] == '\n') {
      begin = std::string_view::npos;
    } else if (own[at] == '"') {
      if (begin != std::string_view::npos && at - begin > kLong) return true;
      begin = begin == std::string_view::npos ? at : std::string_view::npos;
    }
  }
  return false;
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

/// The nesting of structures that is followed.
constexpr int kDeepestTimes = 4;

/// C++ that gives each time among the variables that has no value one of the
/// clock, as its constructor does.
std::string clock_times(const model::MachineModel& model,
                        const std::vector<model::MachineVariable>& variables,
                        const std::string& prefix,
                        int depth) {
  std::string out;
  for (const model::MachineVariable& v : variables) {
    if (!v.initial.empty()) continue;
    const bool array = !v.array_size.empty();
    const std::string one = "time_" + std::to_string(depth);
    const std::string lvalue = array ? one : prefix + v.name;
    std::string text;
    const auto type =
        std::ranges::find(model.types, v.type, &model::MachineType::name);
    if (v.type == "UMLRTTimespec") {
      text = lvalue + " = UMLRTTimespec();\n";
    } else if (type != model.types.end() && depth > 0) {
      text = clock_times(model, type->fields, lvalue + ".", depth - 1);
    }
    if (text.empty()) continue;
    out += array ? "for (auto& " + one + " : " + prefix + v.name + ") {\n" +
                       text + "}\n"
                 : text;
  }
  return out;
}

}  // namespace

InstanceCode::InstanceCode(const model::MachineModel& model,
                           const model::Capsule& capsule,
                           std::string_view own)
    : type_name_(capsule.name), instances_(instances_in(model, capsule)) {
  times_ = clock_times(
      model, capsule.attributes, "catenary_capsule.", kDeepestTimes);
  const std::string code = flat(own);
  asks_index_ = calls(code, "getIndex") + calls(code, "index") > 0;
  asks_arguments_ = calls(code, "getArgCount") > 0;
  reads_arguments_ = has_word(own, "getArg");
  has_long_texts_ = has_long_literal(own);
  data_is_unknown_ = model.semantics == model::Semantics::code_realtime;
}

InstanceCode::InstanceCode(const model::MachineModel& model,
                           const std::vector<TimerCode::Owner>& owners,
                           std::string_view own)
    : type_name_(owners.front().first->name), instances_(1) {
  for (const auto& [capsule, object] : owners) {
    times_ +=
        clock_times(model, capsule->attributes, object + ".", kDeepestTimes);
  }
  asks_arguments_ = calls(flat(own), "getArgCount") > 0;
  reads_arguments_ = has_word(own, "getArg");
  has_long_texts_ = has_long_literal(own);
  data_is_unknown_ = model.semantics == model::Semantics::code_realtime;
}

std::string InstanceCode::definitions() const {
  return "#define CATENARY_UMLRT_TYPE_NAME \"" + escaped(type_name_) + "\"\n" +
         (data_is_unknown_ ? "#define CATENARY_UMLRT_DATA_IS_UNKNOWN 1\n"
                           : "") +
         (has_long_texts_ ? "#define CATENARY_UMLRT_STRING 255\n" : "") +
         (asks_index_ ? "#define CATENARY_UMLRT_CHOOSES_INDEX 1\n" : "") +
         (asks_arguments_ ? "#define CATENARY_UMLRT_CHOOSES_ARGUMENTS 1\n"
                          : "") +
         (reads_arguments_ ? "#define CATENARY_UMLRT_READS_ARGUMENTS 1\n" : "");
}

std::string InstanceCode::before_begin() const {
  std::string out = "catenary_has_begun = true;\n" + times_;
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
  if (reads_arguments_) {
    out +=
        "for (int a = 0; a < catenary_most_arguments; ++a) {\n"
        "for (int k = 0; k < catenary_argument_length; ++k) {\n"
        "const char argument = nondet_stub_argument();\n"
        "catenary_arguments[a][k] = argument;\n}\n}\n";
  }
  return "#ifdef CATENARY_UMLRT_RUN\n" + out + "#endif\n";
}

}  // namespace catenary::frontend::umlrt
