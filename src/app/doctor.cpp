// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary doctor`: what Catenary stands on, and what a missing piece costs.
#include <fmt/format.h>
#include <gmp.h>

#include <algorithm>
#include <chrono>
#include <ostream>

#include "app/commands.h"
#include "app/front_ends.h"
#include "app/program_files.h"
#include "base/process.h"
#include "base/temporary_directory.h"
#include "catenary/version.h"
#include "logic/ilp/version.h"
#include "logic/smt/solver.h"
#include "program/build/recipe.h"
#include "store/result_store.h"
#include "suite/json.h"

namespace catenary::app {

namespace {

/// Something Catenary works with.
struct Dependency {
  std::string name;
  /// Debian's; empty where it is linked in, and where it is Catenary's own.
  std::string package;
  bool required = false;
  std::string enables;
};

enum class Presence : std::uint8_t {
  present,
  missing,
  unknown  ///< cannot be told while something else is missing
};

struct Finding {
  Dependency dependency{};
  bool linked = false;
  Presence status = Presence::present;
  std::string version{};  ///< where present; "" where it tells none
  std::string problem{};  ///< where not present
};

const char* to_string(Presence status) {
  switch (status) {
    case Presence::present:
      return "present";
    case Presence::missing:
      return "missing";
    default:
      return "unknown";
  }
}

struct Program {
  Dependency about;
  std::vector<std::string> command;  ///< prints the version
  const char* version_has;           ///< what the first line must contain
};

std::vector<Program> programs() {
  std::vector<Program> out = {
      {{"clang-19", "clang-19", true, "reading C programs"},
       {"clang-19", "--version"},
       "version 19."},
      {{"cc", "gcc", false, "building exported adapters and harnesses"},
       {"cc", "--version"},
       ""},
      {{"cmake", "cmake", false, "building exported harnesses, find_package"},
       {"cmake", "--version"},
       ""},
      {{"llvm-cov-19",
        "llvm-19",
        false,
        "coverage of C programs (convert --to lcov, cobertura)"},
       {"llvm-cov-19", "--version"},
       ""},
      {{"clingo",
        "gringo",
        false,
        "a second opinion on orders of goals (generate --optimiser clingo)"},
       {"clingo", "--version"},
       "clingo"},
      {{"dot", "graphviz", false, "drawing what convert --to dot writes"},
       {"dot", "-V"},
       ""},
      {{"plantuml",
        "plantuml",
        false,
        "drawing what convert --to plantuml writes"},
       {"plantuml", "-version"},
       ""},
      {{"bwrap",
        "bubblewrap",
        false,
        "confining what is run (--sandbox bwrap)"},
       {"bwrap", "--version"},
       "bubblewrap"},
      {{"nats-server",
        "nats-server",
        false,
        "worker processes (batch --workers)"},
       {"nats-server", "--version"},
       "nats-server"},
      {{"csmith",
        "csmith",
        false,
        "Catenary's own differential tests, and nothing else"},
       {"csmith", "--version"},
       ""},
  };
  for (const FrontEnd& f : front_ends()) {
    if (f.tool == nullptr) continue;
    out.push_back(
        {{f.tool, f.package, false, "reading " + std::string(f.reads)},
         {f.tool, "--version"},
         ""});
  }
  return out;
}

const char* enabled_by(const std::string& library) {
  if (library == "LLVM") return "compiling and running C programs";
  if (library == "CBC") return "the fewest and shortest tests";
  if (library == "Z3") return "solving constraints, floats among them";
  if (library == "SQLite") return "answers that are kept: batch, --cache";
  if (library == "CaDiCaL") return "symbolic search by unrolling";
  return "exact arithmetic";
}

/// What is not empty in the output of a program: the first line that is not.
std::string first_line(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find('\n', begin) - begin);
}

/// Calls a program in a directory that goes away: some write files even where
/// they are only asked for their version (csmith does).
base::ProcessResult call(std::vector<std::string> argv,
                         const base::TemporaryDirectory& directory,
                         const std::string& input = "") {
  base::ProcessCommand command;
  command.working_directory = directory.path().string();
  command.environment = {{"TMPDIR", directory.path().string()}};
  command.argv = std::move(argv);
  command.stdin_text = input;
  command.limits.time = std::chrono::seconds(20);
  return base::run_process(command);
}

Finding look_for(const Program& program,
                 const base::TemporaryDirectory& directory) {
  Finding f{program.about};
  f.status = Presence::missing;
  try {
    const base::ProcessResult r = call(program.command, directory);
    const std::string line = first_line(r.out.empty() ? r.err : r.out);
    if (!r.succeeded()) {
      f.problem = fmt::format("does not work: {}", r.describe());
      if (!line.empty()) f.problem += ", " + line;
    } else if (line.find(program.version_has) == std::string::npos) {
      f.problem = "is another version: " + line;
    } else {
      f.status = Presence::present;
      f.version = line;
    }
  } catch (const base::ToolError&) {
    f.problem = "is not in PATH";
  }
  return f;
}

/// The program of `catenary bench`, which comes with Catenary: it must be where
/// this program looks for it, and of its version.
Finding look_for_bench(const base::TemporaryDirectory& directory) {
  Program program{{"catenary-bench", "", false, "measuring (bench)"},
                  {},
                  "catenary " CATENARY_VERSION_STRING};
  try {
    program.command = {
        find_executable(bench_program_places(own_executable())).string(),
        "--version"};
  } catch (const base::ToolError& e) {
    Finding f{program.about};
    f.status = Presence::missing;
    f.problem = e.what();
    return f;
  }
  return look_for(program, directory);
}

/// Headers of the C library, which nearly every program includes: Clang is
/// asked, since it is Clang that has to find them.
Finding look_for_headers(bool clang_works,
                         const base::TemporaryDirectory& directory) {
  Finding f{{"C headers", "libc6-dev", true, "programs with #include <...>"}};
  f.status = Presence::unknown;
  f.problem = "clang-19 is needed to look for them";
  if (!clang_works) return f;
  const base::ProcessResult r =
      call({"clang-19", "-E", "-P", "-x", "c", "-"},
           directory,
           "#include <math.h>\n#include <stdint.h>\n#include <stdlib.h>\n"
           "#include <string.h>\nversion __GLIBC__ __GLIBC_MINOR__\n");
  f.status = r.succeeded() ? Presence::present : Presence::missing;
  f.problem = r.succeeded() ? "" : first_line(r.err);
  const std::size_t at = r.out.rfind("version ");
  if (!r.succeeded() || at == std::string::npos) return f;
  std::string version = first_line(r.out.substr(at + 8));
  std::replace(version.begin(), version.end(), ' ', '.');
  if (version.find_first_not_of("0123456789.") == std::string::npos) {
    f.version = "glibc " + version;
  }
  return f;
}

std::vector<Finding> examine() {
  const base::TemporaryDirectory directory;
  std::vector<Finding> findings;
  for (const auto& [name, version] : versions()) {
    Finding f{{name, "", true, enabled_by(name)}};
    f.linked = true;
    f.version = version;
    findings.push_back(f);
  }
  for (const Program& program : programs()) {
    findings.push_back(look_for(program, directory));
    if (findings.back().dependency.name != "clang-19") continue;
    findings.push_back(look_for_headers(
        findings.back().status == Presence::present, directory));
  }
  findings.push_back(look_for_bench(directory));
  return findings;
}

suite::Json to_json(const Finding& f) {
  const auto text = [](const std::string& s) {
    return s.empty() ? suite::Json() : suite::Json::string(s);
  };
  suite::Json out = suite::Json::object();
  out.set("name", suite::Json::string(f.dependency.name));
  out.set("kind", suite::Json::string(f.linked ? "linked" : "program"));
  out.set("required", suite::Json::boolean(f.dependency.required));
  out.set("status", suite::Json::string(to_string(f.status)));
  out.set("version", text(f.version));
  out.set("problem", text(f.problem));
  out.set("enables", suite::Json::string(f.dependency.enables));
  out.set("package", text(f.dependency.package));
  return out;
}

void print(const Finding& f, std::ostream& out) {
  const Dependency& d = f.dependency;
  if (f.status == Presence::present) {
    const std::string version = f.linked ? f.version + " (linked)" : f.version;
    out << fmt::format("  ok       {:<12} {}\n", d.name, version)
        << fmt::format("           {:<12} for {}\n", "", d.enables);
    return;
  }
  out << fmt::format("  {:<8} {:<12} {}\n",
                     d.required ? "MISSING" : "missing",
                     d.name,
                     f.problem)
      << fmt::format("           {:<12} for {}", "", d.enables);
  out << '\n';
  if (f.status == Presence::missing && !d.package.empty()) {
    out << fmt::format("           {:<12} apt install {}\n", "", d.package);
  }
}

}  // namespace

std::vector<std::pair<std::string, std::string>> versions() {
  return {{"LLVM", program::llvm_version()},
          {"Z3", logic::smt::z3_version()},
          {"CaDiCaL", logic::smt::cadical_version()},
          {"CBC", logic::ilp_version()},
          {"GMP", gmp_version},
          {"SQLite", store::sqlite_version()}};
}

ExitCode doctor(const DoctorOptions& options, Context& context) {
  const std::vector<Finding> findings = examine();
  const bool complete =
      std::all_of(findings.begin(), findings.end(), [](const Finding& f) {
        return f.status == Presence::present || !f.dependency.required;
      });
  context.progress.finish();
  if (options.json) {
    suite::Json document = suite::Json::object();
    document.set("schema", suite::Json::string("catenary-doctor-1"));
    document.set("version", suite::Json::string(CATENARY_VERSION_STRING));
    document.set("complete", suite::Json::boolean(complete));
    suite::Json list = suite::Json::array();
    for (const Finding& f : findings) list.push(to_json(f));
    document.set("dependencies", std::move(list));
    context.out << document.pretty();
  } else {
    context.out << "catenary " << CATENARY_VERSION_STRING << "\n";
    for (const Finding& f : findings) print(f, context.out);
    context.out << (complete ? "everything that is needed is there\n"
                             : "something that is needed is missing\n");
  }
  return complete ? ExitCode::success : ExitCode::tool_error;
}

}  // namespace catenary::app
