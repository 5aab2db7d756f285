// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary qualify`: runs the tests of the tool operational requirements on
/// this machine and writes the report.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <map>

#include "app/commands.h"
#include "app/qualify/identity.h"
#include "app/qualify/kit.h"
#include "app/qualify/test_run.h"
#include "app/show.h"
#include "base/error.h"
#include "base/temporary_directory.h"
#include "base/text_file.h"
#include "option/suggest.h"
#include "report/qualify/qualification_report.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;
using report::QualificationReport;
using report::QualificationRequirement;
using report::QualificationVerdict;

constexpr const char* kDocument = "qualification.json";
constexpr const char* kCases = "cases";
/// Why a test was not run, and a report is not complete, until it is.
constexpr const char* kUnfinished = "unfinished";

/// Throws base::InputError unless the folder is new, empty, or has a report of
/// before and --force was given.
void require_folder(const std::string& folder, bool force) {
  if (folder.empty()) return;
  std::error_code failed;
  if (!fs::exists(folder, failed)) return;
  if (!fs::is_directory(folder, failed)) {
    throw base::InputError(
        {folder, 0, 0}, "is a file; expected a folder", "not-a-folder");
  }
  if (fs::is_empty(folder, failed)) return;
  const bool ours = fs::exists(fs::path(folder) / kDocument, failed);
  if (ours && force) return;
  throw base::InputError({folder, 0, 0},
                         ours ? "has a report already; expected a new folder, "
                                "or --force"
                              : "has files that are not a report; expected a "
                                "new folder",
                         "file-exists");
}

/// Makes the folder; throws base::InputError where no report can be written.
void make_folder(const std::string& folder) {
  if (folder.empty()) return;
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) {
    throw base::InputError({folder, 0, 0},
                           "cannot make the folder: " + failed.message(),
                           "not-a-folder");
  }
  base::check_can_write((fs::path(folder) / kDocument).string(),
                        base::Overwrite::yes);
}

/// Keeps the requirements that are named.
void select(const std::vector<std::string>& only, Kit& kit) {
  if (only.empty()) return;
  std::vector<std::string> known;
  for (const auto& r : kit.requirements) known.push_back(r.id);
  for (const std::string& name : only) {
    if (std::ranges::find(known, name) != known.end()) continue;
    throw base::InputError({},
                           "--only: there is no requirement '" + name + "'" +
                               option::did_you_mean(name, known),
                           "no-such-requirement");
  }
  std::erase_if(kit.requirements, [&](const QualificationRequirement& r) {
    return std::ranges::find(only, r.id) == only.end();
  });
}

std::string now_utc() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

int exit_of(const QualificationReport& report) {
  if (report.stopped == "interrupted") {
    return static_cast<int>(ExitCode::interrupted);
  }
  if (report.count(QualificationVerdict::failed) > 0) {
    return static_cast<int>(ExitCode::findings);
  }
  if (!report.stopped.empty()) return static_cast<int>(ExitCode::budget_spent);
  if (report.count(QualificationVerdict::not_run) > 0) {
    return static_cast<int>(ExitCode::inconclusive);
  }
  return static_cast<int>(ExitCode::success);
}

/// A qualification while it runs.
class Qualification {
 public:
  Qualification(const QualifyOptions& options, Kit kit, Context& context)
      : options_(options), kit_(std::move(kit)), context_(context) {}

  QualificationReport run() {
    const auto began = std::chrono::steady_clock::now();
    programs_ = find_kit_programs(options_.program);
    report_.begun = now_utc();
    report_.tool = tool_identity(programs_, kit_.sha256);
    report_.version = version_of(report_.tool);
    report_.machine = machine_identity(programs_);
    report_.requirements = kit_.requirements;
    report_.problems = kit_.problems;
    report_.only_some = !options_.only.empty();
    make_plan();
    for (std::size_t i = 0; i < plan_.size(); ++i) {
      run_one(i);
      // What is done is kept, whatever ends this process.
      const bool last = i + 1 == plan_.size();
      report_.stopped = stop_.empty() && !last ? kUnfinished : stop_;
      report_.exit = exit_of(report_);
      report_.seconds = std::chrono::duration<double>(
                            std::chrono::steady_clock::now() - began)
                            .count();
      write();
    }
    return std::move(report_);
  }

 private:
  /// A test in the report, and how it is done.
  struct Planned {
    QualificationRequirement* requirement;
    std::size_t place;  ///< among the tests of the requirement
    const KitTest* test;
  };

  /// All tests are in the report from the beginning, as not run: a report that
  /// is never finished must not show a requirement as passed.
  void make_plan() {
    for (QualificationRequirement& r : report_.requirements) {
      for (const KitTest& test : kit_.tests) {
        if (test.requirement != r.id) continue;
        plan_.push_back({&r, r.tests.size(), &test});
        report::QualificationTest& t = r.tests.emplace_back();
        t.id = fmt::format("{}.{}", r.id, r.tests.size());
        t.title = test.title;
        t.truth = test.truth;
        t.reason = kUnfinished;
      }
    }
  }

  void run_one(std::size_t i) {
    report::QualificationTest& place =
        plan_[i].requirement->tests[plan_[i].place];
    note_stop();
    if (!stop_.empty()) {
      place.reason = stop_;
      return;
    }
    context_.progress.update({"qualifying", i, plan_.size(), place.id});
    report::QualificationTest result = run_in_folder(*plan_[i].test, place.id);
    result.id = place.id;
    note_stop();
    if (result.verdict == QualificationVerdict::failed) {
      context_.log.info(result.id + " failed: " + result.reason);
    }
    place = std::move(result);
  }

  void note_stop() {
    if (context_.budget.interrupted()) {
      stop_ = "interrupted";
    } else if (context_.budget.poll() != base::StopReason::none) {
      stop_ = "time";
    }
  }

  /// In a folder that goes away, or one of the report with --keep.
  report::QualificationTest run_in_folder(const KitTest& test,
                                          const std::string& id) {
    if (options_.keep && !options_.output.empty()) {
      const fs::path folder = fs::absolute(options_.output) / kCases / id;
      fs::remove_all(folder);
      fs::create_directories(folder);
      return run_kit_test(test, programs_, folder.string(), context_.budget);
    }
    const base::TemporaryDirectory folder;
    return run_kit_test(
        test, programs_, folder.path().string(), context_.budget);
  }

  void write() const {
    if (options_.output.empty()) return;
    const auto file = [&](const char* name, const std::string& text) {
      base::write_file((fs::path(options_.output) / name).string(),
                       text,
                       base::Overwrite::yes);
    };
    file(kDocument, report::qualification_document(report_).pretty());
    file("qualification.md", report::qualification_markdown(report_));
    file("qualification.html", report::qualification_page(report_));
  }

  const QualifyOptions& options_;
  Kit kit_;
  Context& context_;
  KitPrograms programs_;
  QualificationReport report_;
  std::vector<Planned> plan_;
  std::string stop_;  ///< why no further test is run; empty = go on
};

}  // namespace

ExitCode qualify(const QualifyOptions& options, Context& context) {
  require_folder(options.output, options.force);
  if (options.keep && options.output.empty()) {
    throw base::InputError({}, "--keep requires --output", "option-conflict");
  }
  Kit kit = read_kit(built_in_kit());
  select(options.only, kit);
  make_folder(options.output);
  const QualificationReport report =
      Qualification(options, std::move(kit), context).run();
  show(report,
       options.json,
       &report::qualification_document,
       &report::print_qualification,
       context);
  if (!options.json && !options.output.empty()) {
    context.log.info("written: " + options.output + "/qualification.html");
  }
  return static_cast<ExitCode>(report.exit);
}

}  // namespace catenary::app
