// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary batch`: a project, all its models, one report.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "app/batch/batch_run.h"
#include "app/cache/command_cache.h"
#include "app/commands.h"
#include "app/exploration.h"
#include "app/fleet/fleet_executor.h"
#include "app/show.h"
#include "base/error.h"
#include "base/temporary_directory.h"
#include "base/text/json.h"
#include "base/text_file.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;

/// The document that marks a folder as one of batches.
constexpr const char* kDocument = "batch.json";

/// Folder and project file of what the user named.
struct Named {
  std::string folder;
  std::string file;  ///< within the folder; empty = none
};

Named find_project(const std::string& path) {
  std::error_code failed;
  if (fs::is_directory(path, failed)) {
    const bool has_file = fs::is_regular_file(fs::path(path) / "project.toml");
    return {path, has_file ? "project.toml" : ""};
  }
  if (!fs::exists(path, failed)) {
    throw base::InputError({path, 0, 0},
                           "no such file or folder; expected a folder of "
                           "models, or a project (.toml)",
                           "file-missing");
  }
  if (!path.ends_with(".toml")) {
    throw base::InputError({path, 0, 0},
                           "expected a folder of models, or a project (.toml)",
                           "not-a-project");
  }
  const fs::path folder = fs::path(path).parent_path();
  return {folder.empty() ? "." : folder.string(),
          fs::path(path).filename().string()};
}

/// Throws base::InputError unless the folder is new, empty, or one of batches.
void require_output(const std::string& folder, bool force) {
  std::error_code failed;
  if (!fs::exists(folder, failed)) return;
  if (!fs::is_directory(folder, failed)) {
    throw base::InputError(
        {folder, 0, 0}, "is a file; expected a folder", "not-a-folder");
  }
  if (fs::is_empty(folder, failed) || force ||
      fs::exists(fs::path(folder) / kDocument, failed) ||
      fs::exists(CommandCache::file_in((fs::path(folder) / "cache").string()),
                 failed)) {
    return;
  }
  throw base::InputError({folder, 0, 0},
                         "has files that no batch wrote; expected a new "
                         "folder, or --force",
                         "file-exists");
}

/// Appends to the summary of the step of a code host.
void append_summary(const std::string& file,
                    const report::BatchReport& report,
                    Context& context) {
  if (file.empty()) return;
  std::ofstream out(file, std::ios::app | std::ios::binary);
  out << "\n" << report::batch_markdown(report);
  out.flush();
  if (!out) context.log.warning(file + ": cannot write the summary");
}

void write_files(const std::string& folder, const report::BatchReport& report) {
  const auto write = [&](const char* name, const std::string& text) {
    base::write_file(
        (fs::path(folder) / name).string(), text, base::Overwrite::yes);
  };
  write("index.html", report::batch_page(report));
  write("junit.xml", report::batch_junit(report));
  write("summary.md", report::batch_markdown(report));
  write(kDocument, report::batch_document(report).pretty());
}

/// Takes a variable out of the environment of this process and its children.
std::string take_variable(const char* name) {
  const char* value = std::getenv(name);
  std::string out = value == nullptr ? "" : value;
  ::unsetenv(name);
  return out;
}

/// Runs the commands, in children of this process or by a fleet.
void run_models(const Project& project,
                const BatchSetting& setting,
                const BatchOptions& options,
                std::size_t places,
                const BatchCalls& calls,
                Context& context,
                report::BatchReport& report) {
  if (!options.has_fleet()) {
    ChildExecutor executor(calls.command, places);
    run_batch(project, setting, executor, context, report);
    return;
  }
  // Without a cache nothing is kept for the next call.
  const base::TemporaryDirectory forgotten;
  FleetSetting fleet = fleet_setting(options);
  fleet.places = places;
  fleet.journal = options.no_cache
                      ? forgotten.file("journal.sqlite")
                      : (fs::path(setting.cache) / "journal.sqlite").string();
  FleetExecutor executor(fleet, calls, context);
  run_batch(project, setting, executor, context, report);
  if (report.stopped.empty()) executor.finish();
}

/// Makes the paths of files absolute: the working directory changes.
NatsOptions with_absolute_files(NatsOptions options) {
  for (std::string* file :
       {&options.nats_token_file, &options.nats_ca, &options.nats_key_file}) {
    if (!file->empty()) *file = fs::absolute(*file).string();
  }
  return options;
}

}  // namespace

ExitCode batch(const BatchOptions& given,
               Context& context,
               const BatchCalls& calls) {
  const auto began = std::chrono::steady_clock::now();
  (void)fleet_setting(given);  // before anything is done
  BatchOptions options = given;
  static_cast<NatsOptions&>(options) = with_absolute_files(given);
  const Named named = find_project(options.project);
  BatchSetting setting;
  setting.output = fs::absolute(options.output).lexically_normal().string();
  if (setting.output.ends_with('/')) setting.output.pop_back();
  require_output(setting.output, options.force);
  if (!options.no_cache) {
    setting.cache = (fs::path(setting.output) / "cache").string();
  }
  setting.model_timeout = options.model_timeout;
  setting.model_work = options.model_work;
  setting.pages = !options.no_pages;
  // Commands are about this batch's models, and it has a summary of its own.
  const std::string summary = take_variable("GITHUB_STEP_SUMMARY");
  // All paths of a project are relative to it, wherever it is called from.
  fs::current_path(named.folder);
  setting.project = fs::current_path().string();

  const Project project =
      read_project(named.file, options.actions, setting.output);
  if (project.models.empty()) {
    throw base::InputError(
        {options.project, 0, 0}, "there are no models here", "no-models");
  }
  check_options(project, named.file, setting, calls.command);
  fs::create_directories(setting.output);
  const std::size_t places = options.jobs > 0 ? options.jobs : usable_cores();
  report::BatchReport report;
  report.project = options.project;
  for (const LeftOut& file : project.left_out) {
    report.left_out.emplace_back(file.path, file.why);
  }
  run_models(project, setting, options, places, calls, context, report);
  report.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began)
          .count();
  write_files(setting.output, report);
  append_summary(summary, report, context);
  show(report,
       options.json,
       &report::batch_document,
       &report::print_batch,
       context);
  if (!options.json && !options.quiet) {
    context.log.info("written: " + options.output + "/index.html");
  }
  return static_cast<ExitCode>(report.exit);
}

}  // namespace catenary::app
