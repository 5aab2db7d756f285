// SPDX-License-Identifier: Apache-2.0
#include "app/qualify/test_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "app/qualify/expectation.h"
#include "app/qualify/suite_table.h"
#include "base/error.h"
#include "base/process.h"
#include "base/text_file.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;
using report::QualificationCheck;
using report::QualificationTest;
using report::QualificationVerdict;

/// No command of the kit takes as long as this.
constexpr std::chrono::seconds kMostTime{120};

/// What a short name stands for; other names stand for themselves.
std::string path_of(const std::string& name, const KitPrograms& programs) {
  if (name == "catenary") return programs.catenary;
  if (name == "check-proof") return programs.checker;
  if (name == "cc") return programs.compiler;
  return name;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

/// One test while it runs.
class TestRun {
 public:
  TestRun(const KitTest& test,
          const KitPrograms& programs,
          std::string folder,
          const base::Budget& budget)
      : test_(test),
        programs_(programs),
        folder_(std::move(folder)),
        budget_(budget) {
    seen_.folder = folder_;
  }

  QualificationTest run() {
    out_.title = test_.title;
    out_.truth = test_.truth;
    for (const auto& [name, text] : test_.files) write(name, text);
    out_.verdict = QualificationVerdict::passed;
    for (const KitStep& step : test_.steps) {
      do_step(step);
      if (out_.verdict != QualificationVerdict::passed) break;
    }
    return std::move(out_);
  }

 private:
  void write(const std::string& name, const std::string& text) const {
    const fs::path path = fs::path(folder_) / name;
    fs::create_directories(path.parent_path());
    base::write_file(path.string(), text, base::Overwrite::yes);
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    return base::read_file((fs::path(folder_) / name).string());
  }

  void add(QualificationCheck check) {
    if (!check.as_expected) {
      out_.verdict = QualificationVerdict::failed;
      if (out_.reason.empty()) {
        out_.reason = fmt::format("{}: expected {}; observed {}",
                                  check.command,
                                  check.expected,
                                  check.observed);
      }
    }
    out_.checks.push_back(std::move(check));
  }

  void do_step(const KitStep& step) {
    seen_.out.clear();
    seen_.err.clear();
    std::string command;
    try {
      if (!step.words.empty()) command = act(step);
    } catch (const base::InputError& e) {
      // A file that a command should have written, for example.
      add({joined(step.words), "a file that can be used", e.what(), false});
      return;
    }
    if (out_.verdict == QualificationVerdict::not_run) return;
    for (const std::string& sentence : step.expect) {
      QualificationCheck check = check_expectation(sentence, seen_);
      check.command = command;
      add(std::move(check));
    }
  }

  /// Does what a step says; returns it as people read it.
  std::string act(const KitStep& step) {
    const std::vector<std::string>& w = step.words;
    switch (step.action) {
      case KitAction::run:
        return run_program(step);
      case KitAction::edit:
        edit(w[0], w[1], w[2]);
        return fmt::format("({}: '{}' becomes '{}')", w[0], w[1], w[2]);
      case KitAction::cut: {
        const std::string text = read(w[0]);
        write(w[0], text.substr(0, text.size() / 2));
        return fmt::format("({}: the second half is cut off)", w[0]);
      }
      case KitAction::remove:
        fs::remove_all(fs::path(folder_) / w[0]);
        return fmt::format("({} is removed)", w[0]);
      case KitAction::copy:
        write(w[1], read(w[0]));
        return fmt::format("({} is copied to {})", w[0], w[1]);
      case KitAction::table:
        break;
    }
    write(w[1], suite_table(read(w[0])));
    return fmt::format("({}: its tests as lines in {})", w[0], w[1]);
  }

  void edit(const std::string& name,
            const std::string& from,
            const std::string& to) const {
    std::string text = read(name);
    std::size_t at = text.find(from);
    if (at == std::string::npos) {
      throw base::InputError({}, name + " does not contain: " + from, "kit");
    }
    for (; at != std::string::npos; at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
    write(name, text);
  }

  /// Runs a command with a home of its own, so that files of the user have no
  /// influence.
  std::string run_program(const KitStep& step) {
    base::ProcessCommand command;
    for (const std::string& word : step.words) {
      const bool is_name = command.argv.empty() || command.argv[0] == "timeout";
      command.argv.push_back(is_name ? path_of(word, programs_) : word);
    }
    command.working_directory = folder_;
    command.environment = {{"HOME", folder_},
                           {"LC_ALL", "C.UTF-8"},
                           {"NO_COLOR", "1"},
                           {"GITHUB_STEP_SUMMARY", ""},
                           {"CATENARY", programs_.catenary},
                           {"CC", programs_.compiler}};
    command.limits.time = kMostTime;
    base::ProcessResult r;
    try {
      r = base::run_process(command, budget_);
    } catch (const base::ToolError& e) {
      add({joined(step.words), "a program that starts", e.what(), false});
      return joined(step.words);
    }
    if (budget_.poll() != base::StopReason::none) {
      // Whatever the command did: it may not have had its time.
      out_.verdict = QualificationVerdict::not_run;
      out_.reason = budget_.interrupted() ? "interrupted" : "time";
      return joined(step.words);
    }
    seen_.out = r.out;
    seen_.err = r.err;
    take_output(step);
    check_exit(step, r);
    return joined(step.words);
  }

  void take_output(const KitStep& step) {
    if (!step.save.empty()) write(step.save, seen_.out);
    if (!step.facts) return;
    std::istringstream lines(seen_.out);
    for (std::string line; std::getline(lines, line);) {
      const std::size_t blank = line.find(' ');
      if (blank == std::string::npos) continue;
      seen_.facts[line.substr(0, blank)] = line.substr(blank + 1);
    }
  }

  void check_exit(const KitStep& step, const base::ProcessResult& r) {
    std::string expected;
    for (const int code : step.exit) {
      expected +=
          fmt::format("{}exit code {}", expected.empty() ? "" : " or ", code);
    }
    const bool right =
        r.ending == base::Ending::exited &&
        std::ranges::find(step.exit, r.exit_code) != step.exit.end();
    std::string observed = r.describe();
    if (r.succeeded()) observed = "exit code 0";
    if (!right && !r.err.empty()) {
      observed += ", " + r.err.substr(0, r.err.find('\n'));
    }
    add({joined(step.words), expected, observed, right});
  }

  const KitTest& test_;
  const KitPrograms& programs_;
  std::string folder_;
  const base::Budget& budget_;
  Observation seen_;
  QualificationTest out_;
};

/// Whether bubblewrap works here: in some containers it may not.
bool can_confine() {
  base::ProcessCommand command;
  command.argv = {"bwrap", "--ro-bind", "/", "/", "--unshare-all", "true"};
  command.limits.time = std::chrono::seconds(20);
  try {
    return base::run_process(command).succeeded();
  } catch (const base::ToolError&) {
    return false;
  }
}

}  // namespace

bool has_program(const std::string& name, const KitPrograms& programs) {
  if (name == "bwrap") return can_confine();
  const std::string path = path_of(name, programs);
  if (path.empty()) return false;
  if (path.find('/') != std::string::npos) {
    return ::access(path.c_str(), X_OK) == 0;
  }
  const char* const folders = std::getenv("PATH");
  std::istringstream in(folders == nullptr ? "/usr/bin:/bin" : folders);
  for (std::string folder; std::getline(in, folder, ':');) {
    const fs::path file = fs::path(folder.empty() ? "." : folder) / path;
    if (fs::is_regular_file(file) && ::access(file.c_str(), X_OK) == 0) {
      return true;
    }
  }
  return false;
}

QualificationTest run_kit_test(const KitTest& test,
                               const KitPrograms& programs,
                               const std::string& folder,
                               const base::Budget& budget) {
  const auto began = std::chrono::steady_clock::now();
  QualificationTest out;
  std::string missing;
  for (const std::string& name : test.needs) {
    if (!has_program(name, programs)) missing = name;
  }
  if (missing.empty()) {
    out = TestRun(test, programs, folder, budget).run();
  } else {
    out.title = test.title;
    out.truth = test.truth;
    out.reason = "this machine has no working program " + missing;
  }
  out.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began)
          .count();
  return out;
}

}  // namespace catenary::app
