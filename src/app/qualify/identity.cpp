// SPDX-License-Identifier: Apache-2.0
#include "app/qualify/identity.h"

#include <catenary/version.h>
#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/program_files.h"
#include "base/error.h"
#include "base/process.h"
#include "base/sha256.h"
#include "base/text_file.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;
using report::QualificationFacts;

constexpr const char* kUnknown = "not known";

/// What a program prints for --version; "" where it cannot be called.
std::string version_text(const std::string& program) {
  base::ProcessCommand command;
  command.argv = {program, "--version"};
  command.environment = {{"LC_ALL", "C.UTF-8"}};
  command.limits.time = std::chrono::seconds(20);
  try {
    const base::ProcessResult r = base::run_process(command);
    return r.succeeded() ? r.out : "";
  } catch (const base::ToolError&) {
    return "";
  }
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

/// The value of the first line "KEY : VALUE" or "KEY=VALUE" of a file.
std::string value_in(const char* file, const std::string& key, char mark) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    std::size_t at = line.find(mark);
    if (at == std::string::npos) continue;
    at = line.find_first_not_of(" \t\"", at + 1);
    if (at == std::string::npos) continue;
    std::string out = line.substr(at);
    if (out.ends_with('"')) out.pop_back();
    return out;
  }
  return kUnknown;
}

/// The bill of materials of a program: installed, or beside it.
std::string bill_of_materials(const fs::path& program) {
  const fs::path folder = program.parent_path();
  for (const fs::path& place : {folder.parent_path() / "share" / "doc" /
                                    "catenary" / "catenary.spdx.json",
                                folder / "catenary.spdx.json"}) {
    std::error_code failed;
    if (fs::is_regular_file(place, failed)) return place.string();
  }
  return "";
}

}  // namespace

KitPrograms find_kit_programs(const std::string& program) {
  KitPrograms out;
  out.catenary = program.empty() ? own_executable().string()
                                 : fs::absolute(program).string();
  if (!has_program("catenary", out)) {
    throw base::InputError(
        {program, 0, 0}, "expected a program that can be started", "program");
  }
  out.checker =
      (fs::path(out.catenary).parent_path() / "catenary-check-proof").string();
  for (const char* name : {"cc", "gcc", "clang-19"}) {
    const KitPrograms candidate{out.catenary, out.checker, name};
    if (has_program("cc", candidate)) return candidate;
  }
  return out;
}

QualificationFacts tool_identity(const KitPrograms& programs,
                                 const std::string& kit_sha256) {
  const std::string versions = version_text(programs.catenary);
  if (!versions.starts_with("catenary ")) {
    throw base::ToolError(programs.catenary +
                          " does not print its version; expected Catenary");
  }
  const std::string digest = base::sha256_file(programs.catenary);
  QualificationFacts out = {
      {"version", first_line(versions).substr(9)},
      {"program", programs.catenary},
      {"program SHA-256", digest},
      {"checker", programs.checker},
      {"checker SHA-256", "missing"},
      {"qualification kit SHA-256", kit_sha256},
      {"qualification kit of version", CATENARY_VERSION_STRING}};
  if (has_program("check-proof", programs)) {
    out[4].second = base::sha256_file(programs.checker);
  }
  const std::string bill = bill_of_materials(programs.catenary);
  if (bill.empty()) {
    out.emplace_back("bill of materials (SPDX)", "not found");
  } else {
    const bool names = base::read_file(bill).find(digest) != std::string::npos;
    out.emplace_back("bill of materials (SPDX)", bill);
    out.emplace_back("bill of materials SHA-256", base::sha256_file(bill));
    out.emplace_back("bill of materials names this program",
                     names ? "yes" : "no: another build of it");
  }
  std::istringstream lines(versions);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string::npos) continue;
    out.emplace_back("linked " + line.substr(0, blank), line.substr(blank + 1));
  }
  return out;
}

std::string version_of(const QualificationFacts& tool) {
  return tool.front().second;
}

QualificationFacts machine_identity(const KitPrograms& programs) {
  QualificationFacts out;
  struct utsname u{};
  out.emplace_back("operating system",
                   value_in("/etc/os-release", "PRETTY_NAME", '='));
  out.emplace_back(
      "kernel",
      ::uname(&u) == 0
          ? fmt::format("{} {} {}", u.sysname, u.release, u.machine)
          : kUnknown);
  out.emplace_back("processor", value_in("/proc/cpuinfo", "model name", ':'));
  out.emplace_back("processors",
                   std::to_string(::sysconf(_SC_NPROCESSORS_ONLN)));
  out.emplace_back("memory", value_in("/proc/meminfo", "MemTotal", ':'));
  const auto add = [&](const char* what, const std::string& program) {
    const std::string line =
        program.empty() ? "" : first_line(version_text(program));
    out.emplace_back(what, line.empty() ? "missing" : line);
  };
  add("C compiler of the tests", programs.compiler);
  add("clang-19", "clang-19");
  add("bubblewrap", "bwrap");
  return out;
}

}  // namespace catenary::app
