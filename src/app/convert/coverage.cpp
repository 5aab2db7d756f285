// SPDX-License-Identifier: Apache-2.0
/// \file
/// The coverage of a suite, by line and by branch.
///
/// The tests of a C program are run as `convert --to harness` exports them,
/// compiled with Clang's source-based coverage, each in a process of its own;
/// llvm-cov counts.
///
/// Clang derives most counts from few counters, as if no function ended
/// half-way. So nothing is counted of a step in which the program crashes,
/// hangs or exits: a test that does not come to its end is run once more
/// without its last step, which is where such a test has its defect.
#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include "app/convert/conversion.h"
#include "app/model_file.h"
#include "app/report/quiet_context.h"
#include "app/report/same_program.h"
#include "app/run/sut.h"
#include "base/process.h"
#include "base/temporary_directory.h"
#include "frontend/c/load.h"
#include "program/syntax/clang_messages.h"
#include "report/export/coverage/lcov.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kTestTime{10'000};
/// The time of the compiler, and of LLVM's tools.
constexpr std::chrono::milliseconds kToolTime{300'000};
constexpr const char* kProfdata = "llvm-profdata-19";
constexpr const char* kCov = "llvm-cov-19";

/// A build of the harness in a directory that goes with it.
class ProfiledHarness {
 public:
  ProfiledHarness(const suite::Suite& s, Context& context)
      : suite_(s), context_(context) {}

  /// Throws base::InputError where the program has no adapter.
  void write() {
    const frontend::c::Description d =
        frontend::c::describe(suite_.model.path, context_.budget);
    if (!d.redefine.empty()) {
      throw base::InputError(d.redefine_where,
                             "sources with redefined macros are compiled as "
                             "copies, whose lines are others");
    }
    options_ = program_harness_options(suite_, "", context_);
    std::vector<report::HarnessFile> files =
        program_harness_parts(suite_, "", context_);
    for (report::HarnessFile& f : report::write_harness(suite_, options_)) {
      files.push_back(std::move(f));
    }
    fs::create_directory(directory_.path() / "catenary");
    for (const report::HarnessFile& f : files) {
      (void)directory_.write(f.path, f.content);
    }
  }

  void build() {
    compile("adapter", {"-fprofile-instr-generate", "-fcoverage-mapping"});
    link();
  }

  void run() {
    suite::Suite shorter = suite_;
    shorter.tests.clear();
    for (const suite::Test& test : suite_.tests) {
      const std::string why_not = run(test);
      if (why_not.empty()) continue;
      const bool steps =
          test.kind != suite::TestKind::tree && !test.steps.empty();
      context_.log.warning("test " + test.id.substr(0, 12) + " " + why_not +
                           ": nothing of " + (steps ? "its last step" : "it") +
                           " is counted");
      if (!steps) continue;
      shorter.tests.push_back(test);
      shorter.tests.back().steps.pop_back();
    }
    if (shorter.tests.empty()) return;
    // The tests keep their ids, and the program is the same.
    (void)directory_.write(
        "harness.c", report::write_harness(shorter, options_).at(0).content);
    link();
    for (const suite::Test& test : shorter.tests) {
      if (run(test).empty()) continue;
      context_.log.warning("test " + test.id.substr(0, 12) +
                           " does not come to its end without its last step "
                           "either: nothing of it is counted");
    }
  }

  /// Counted over all tests. Sources only: neither the adapter nor headers of
  /// the system.
  [[nodiscard]] report::Coverage coverage() {
    if (profiles_.empty()) {
      throw base::ToolError(
          "no test of the suite comes to its end, so that there is no "
          "coverage");
    }
    std::vector<std::string> merge{kProfdata, "merge"};
    merge.insert(merge.end(), profiles_.begin(), profiles_.end());
    merge.insert(merge.end(), {"-o", directory_.file("all.profdata")});
    (void)call(merge);
    report::Coverage out = report::read_lcov(
        call({kCov,
              "export",
              "-format=lcov",
              directory_.file("harness"),
              "-instr-profile=" + directory_.file("all.profdata")}));
    std::erase_if(out, [this](const report::CoveredFile& f) {
      return f.path.starts_with(directory_.path().string());
    });
    const fs::path here = fs::current_path();
    for (report::CoveredFile& f : out) {
      const fs::path near = fs::path(f.path).lexically_proximate(here);
      if (*near.begin() != "..") f.path = near.string();
      // Static functions are named after the file that includes their source.
      constexpr std::string_view kAdapter = "adapter.c:";
      for (report::CoveredFunction& function : f.functions) {
        if (function.name.starts_with(kAdapter)) {
          function.name.erase(0, kAdapter.size());
        }
      }
    }
    std::ranges::sort(out, {}, &report::CoveredFile::path);
    return out;
  }

 private:
  /// Runs a tool; returns its standard output.
  std::string call(const std::vector<std::string>& argv) {
    base::ProcessCommand command;
    command.argv = argv;
    command.limits.time = kToolTime;
    command.limits.stdout_bytes = std::size_t{1} << 30;
    const base::ProcessResult result =
        base::run_process(command, context_.budget);
    if (!result.succeeded()) {
      throw base::ToolError(argv.front() + " failed (" + result.describe() +
                            "):\n" + result.err);
    }
    return result.out;
  }

  void compile(const std::string& unit, const std::vector<std::string>& how) {
    std::vector<std::string> argv{program::kClang, "-std=gnu11", "-w"};
    argv.insert(argv.end(),
                options_.compile_options.begin(),
                options_.compile_options.end());
    argv.push_back("-I" + directory_.path().string());
    for (const std::string& folder : options_.include_directories) {
      argv.push_back("-I" + folder);
    }
    argv.insert(argv.end(), how.begin(), how.end());
    argv.insert(argv.end(),
                {"-c",
                 directory_.file(unit + ".c"),
                 "-o",
                 directory_.file(unit + ".o")});
    (void)call(argv);
  }

  /// Compiles the harness, which is not to be covered, and links.
  void link() {
    compile("harness", {});
    (void)call({program::kClang,
                "-fprofile-instr-generate",
                directory_.file("adapter.o"),
                directory_.file("harness.o"),
                "-lm",
                "-o",
                directory_.file("harness")});
  }

  /// Runs a test, and keeps its profile if it comes to its end. Returns why it
  /// does not, e.g. "ends early (exit code 3)".
  std::string run(const suite::Test& test) {
    if (test.kind == suite::TestKind::tree) {
      return "reacts to the system, which a harness cannot do";
    }
    const std::string profile =
        directory_.file(std::to_string(profiles_.size()) + ".profraw");
    base::ProcessCommand command;
    command.argv = {directory_.file("harness"), test.id};
    command.working_directory = directory_.path().string();
    command.environment = {{"LLVM_PROFILE_FILE", profile}};
    command.limits.time = kTestTime;
    const base::ProcessResult result =
        base::run_process(command, context_.budget);
    if (result.ending == base::Ending::interrupted) {
      throw base::StoppedError("interrupted while the tests were run");
    }
    // The harness prints a line for the test when it is over.
    const bool over =
        result.ending == base::Ending::exited &&
        result.out.find(test.id.substr(0, 12)) != std::string::npos &&
        fs::exists(profile);
    if (!over) {
      fs::remove(profile);
      return "ends early (" + result.describe() + ")";
    }
    profiles_.push_back(profile);
    return "";
  }

  const suite::Suite& suite_;
  Context& context_;
  base::TemporaryDirectory directory_;
  report::HarnessOptions options_;
  std::vector<std::string> profiles_;
};

}  // namespace

namespace {

/// Warns where the lines of the suite are not those of the model as it is.
void warn_of_changes(const suite::Suite& s, Context& context) {
  const ModelKind kind = kind_of(s.model.path);
  const std::string file = s.model.path.substr(0, s.model.path.rfind('#'));
  if ((kind != ModelKind::step && kind != ModelKind::machine) ||
      !fs::exists(file)) {
    return;
  }
  QuietContext quiet(context);
  bool same = false;
  try {
    same = is_same_program(
        load_step_system(s.model.path, model_options(s), quiet.get()), s);
  } catch (const base::InputError&) {
    // It was none when the suite was made; what is wrong with it is reported
    // where its tests are run.
    same = false;
  }
  if (same) return;
  context.progress.message(base::Diagnostic{
      base::Severity::warning,
      {file, 0, 0},
      "the model has changed since the suite was made: its tests may reach "
      "other lines now",
      "model-changed",
      {}}.render());
}

}  // namespace

report::Coverage reached_coverage(const Conversion& conversion) {
  const std::string& path = conversion.options().input;
  const suite::Suite s = conversion.suite();
  Context& context = conversion.context();
  warn_of_changes(s, context);
  if (s.model.kind != "c") return report::coverage_of_goals(s, path);
  if (!fs::exists(s.model.path)) {
    throw base::InputError({path, 0, 0},
                           "the suite's model '" + s.model.path +
                               "' is not there, and its tests are run to count "
                               "coverage; expected to run where 'catenary "
                               "generate' ran",
                           "model-missing");
  }
  ProfiledHarness harness(s, context);
  try {
    harness.write();
  } catch (const base::InputError& error) {
    context.log.warning(
        "counted by the goals of the suite, since its tests cannot be run "
        "outside of Catenary: " +
        std::string(error.what()));
    return report::coverage_of_goals(s, path);
  }
  harness.build();
  harness.run();
  return harness.coverage();
}

}  // namespace catenary::app
