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

/// The C++ without white space, comments, literals and directives.
std::string flat(std::string_view own) {
  std::string out;
  std::istringstream lines(bare(std::string(own)));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string::npos || line[first] == '#') continue;
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

/// Whether the value of the call at that place is only logged: a statement
/// writes it to `std::cout`, or it is an argument of a log port's log() or
/// show() behind arguments that evaluate nothing.
bool is_logged(const model::Capsule& capsule,
               const std::string& code,
               std::size_t at,
               std::size_t end) {
  const std::size_t before = code.find_last_of(";{}", at);
  std::string statement =
      code.substr(before == std::string::npos ? 0 : before + 1,
                  before == std::string::npos ? at : at - before - 1);
  if (statement.ends_with("this->")) statement.resize(statement.size() - 6);
  const char next = end < code.size() ? code[end] : ' ';
  const bool writes =
      statement.starts_with("std::cout") || statement.starts_with("cout");
  if (writes) {
    return statement.ends_with("<<") && (next == '<' || next == ';') &&
           statement.find_first_of("?=&|") == std::string::npos;
  }
  for (const model::Port& p : capsule.ports) {
    if (p.kind != model::PortKind::log) continue;
    for (const char* method : {".log(", ".show(", "().log(", "().show("}) {
      const std::string head = p.name + method;
      if (!statement.starts_with(head)) continue;
      const std::string arguments = statement.substr(head.size());
      return (arguments.empty() || arguments.ends_with(",")) &&
             arguments.find_first_of("()?=&|<>") == std::string::npos &&
             (next == ',' || next == ')');
    }
  }
  return false;
}

/// Whether the C++ asks for the name of the instance, and only logs it.
bool only_logs_name(const model::Capsule& capsule, const std::string& code) {
  bool asks = false;
  for (const std::string call : {"getName()", "name()"}) {
    for (std::size_t at = code.find(call); at != std::string::npos;
         at = code.find(call, at + 1)) {
      asks = true;
      if (!is_logged(capsule, code, at, at + call.size())) return false;
    }
  }
  return asks;
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
    : type_name_(capsule.name), instances_(instances_in(model, capsule)) {
  const std::string code = flat(own);
  asks_index_ = calls(code, "getIndex") + calls(code, "index") > 0;
  asks_arguments_ = calls(code, "getArgCount") > 0;
  reads_arguments_ = has_word(own, "getArg");
  only_logs_name_ = only_logs_name(capsule, code);
}

InstanceCode::InstanceCode(const std::vector<const model::Capsule*>& capsules,
                           std::string_view own)
    : type_name_(capsules.front()->name), instances_(1) {
  asks_arguments_ = calls(flat(own), "getArgCount") > 0;
  reads_arguments_ = has_word(own, "getArg");
}

std::string InstanceCode::definitions() const {
  return "#define CATENARY_UMLRT_TYPE_NAME \"" + escaped(type_name_) + "\"\n" +
         (only_logs_name_ ? "#define CATENARY_UMLRT_LOGS_NAME 1\n" : "") +
         (asks_index_ ? "#define CATENARY_UMLRT_CHOOSES_INDEX 1\n" : "") +
         (asks_arguments_ ? "#define CATENARY_UMLRT_CHOOSES_ARGUMENTS 1\n"
                          : "") +
         (reads_arguments_ ? "#define CATENARY_UMLRT_READS_ARGUMENTS 1\n" : "");
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
  if (reads_arguments_) {
    out +=
        "for (int a = 0; a < catenary_most_arguments; ++a) {\n"
        "for (int k = 0; k < catenary_argument_length; ++k) {\n"
        "const char argument = nondet_stub_argument();\n"
        "catenary_arguments[a][k] = argument;\n}\n}\n";
  }
  return out.empty() ? "" : "#ifdef CATENARY_UMLRT_RUN\n" + out + "#endif\n";
}

}  // namespace catenary::frontend::umlrt
