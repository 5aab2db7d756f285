// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary doctor`: what Catenary stands on, and what a missing piece costs.
#include <gmp.h>

#include <ostream>

#include "app/commands.h"
#include "base/process.h"
#include "catenary/version.h"
#include "logic/ilp/version.h"
#include "program/recipe.h"
#include "suite/json.h"

namespace catenary::app {

namespace {

struct Tool {
  const char* name;
  bool required;
  std::vector<std::string> command;  ///< prints the version
  const char* enables;
};

/// First line of what the command prints; empty where it cannot be run.
std::string version_of(const Tool& tool) {
  base::ProcessCommand command;
  command.argv = tool.command;
  command.limits.time = std::chrono::seconds(10);
  try {
    const base::ProcessResult r = base::run_process(command);
    const std::string text = r.out.empty() ? r.err : r.out;
    return text.substr(0, text.find('\n'));
  } catch (const base::ToolError&) {
    return "";
  }
}

std::vector<Tool> tools() {
  return {
      {"clang-19", true, {"clang-19", "--version"}, "reading C programs"},
      {"cc",
       false,
       {"cc", "--version"},
       "building exported adapters and harnesses"},
      {"llvm-cov-19",
       false,
       {"llvm-cov-19", "--version"},
       "comparing coverage figures of exported harnesses"},
      {"dot", false, {"dot", "-V"}, "drawing what convert --to dot writes"},
      {"plantuml",
       false,
       {"plantuml", "-version"},
       "drawing what convert --to plantuml writes"},
  };
}

}  // namespace

std::vector<std::pair<std::string, std::string>> versions() {
  return {{"LLVM", program::llvm_version()},
          {"CBC", logic::ilp_version()},
          {"GMP", gmp_version}};
}

ExitCode doctor(const DoctorOptions& options, Context& context) {
  bool complete = true;
  suite::Json document = suite::Json::object();
  document.set("schema", suite::Json::string("catenary-doctor-1"));
  document.set("version", suite::Json::string(CATENARY_VERSION_STRING));
  suite::Json list = suite::Json::array();
  context.progress.finish();
  if (!options.json) {
    context.out << "catenary " << CATENARY_VERSION_STRING << "\n";
    for (const auto& [name, version] : versions()) {
      context.out << "  " << name << " " << version << " (linked)\n";
    }
  }
  for (const Tool& tool : tools()) {
    const std::string version = version_of(tool);
    complete &= !version.empty() || !tool.required;
    if (options.json) {
      suite::Json one = suite::Json::object();
      one.set("name", suite::Json::string(tool.name));
      one.set("required", suite::Json::boolean(tool.required));
      one.set("version",
              version.empty() ? suite::Json() : suite::Json::string(version));
      one.set("enables", suite::Json::string(tool.enables));
      list.push(std::move(one));
    } else if (version.empty()) {
      context.out << (tool.required ? "  MISSING " : "  missing ") << tool.name
                  << ": would enable " << tool.enables << "\n";
    } else {
      context.out << "  " << tool.name << ": " << version << "\n";
    }
  }
  if (options.json) {
    document.set("tools", std::move(list));
    context.out << document.pretty();
  }
  return complete ? ExitCode::success : ExitCode::tool_error;
}

}  // namespace catenary::app
