// SPDX-License-Identifier: Apache-2.0
#include "cli/sandbox/bubblewrap.h"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <set>
#include <string_view>

#include "app/program_files.h"
#include "base/error.h"
#include "base/process.h"
#include "cli/sandbox/filter.h"

namespace catenary::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kVariable = "CATENARY_SANDBOX";
constexpr const char* kMark = "bwrap";

/// The folders that a command may write to.
std::set<std::string> writable_folders(
    const std::vector<std::string>& outputs) {
  std::set<std::string> out = {fs::current_path().string()};
  for (const std::string& name : outputs) {
    if (name.empty()) continue;
    std::error_code unknown;
    const fs::path folder =
        fs::canonical(fs::absolute(name).parent_path(), unknown);
    // One that does not exist is an error of the command, which says so.
    if (unknown || folder.string().starts_with("/dev") ||
        folder.string().starts_with("/proc")) {
      continue;
    }
    out.insert(folder.string());
  }
  if (out.contains("/")) {
    throw base::InputError({},
                           "--sandbox bwrap would make the whole file system "
                           "writable; expected another working folder and "
                           "outputs that are not in /",
                           "option-conflict");
  }
  return out;
}

/// bwrap and its options; the command comes behind them.
std::vector<std::string> sandbox_command(
    const std::vector<std::string>& outputs, int filter) {
  std::vector<std::string> out = {"bwrap",
                                  "--die-with-parent",
                                  "--unshare-all",
                                  "--cap-drop",
                                  "ALL",
                                  "--ro-bind",
                                  "/",
                                  "/",
                                  "--dev",
                                  "/dev",
                                  "--proc",
                                  "/proc",
                                  "--seccomp",
                                  std::to_string(filter),
                                  "--setenv",
                                  kVariable,
                                  kMark,
                                  // What /dev holds is gone at the end.
                                  "--setenv",
                                  "TMPDIR",
                                  "/dev/shm"};
  for (const std::string& folder : writable_folders(outputs)) {
    out.insert(out.end(), {"--bind", folder, folder});
  }
  out.insert(out.end(), {"--chdir", fs::current_path().string(), "--"});
  return out;
}

/// Throws base::ToolError where bwrap cannot run a program this way.
void try_out(std::vector<std::string> command,
             const std::string& program,
             const base::Budget& budget) {
  command.insert(command.end(), {program, "--version"});
  base::ProcessCommand trial;
  trial.argv = std::move(command);
  trial.limits.time = std::chrono::seconds(30);
  base::ProcessResult result;
  try {
    result = base::run_process(trial, budget);
  } catch (const base::ToolError& e) {
    throw base::ToolError(std::string(e.what()) +
                          "; --sandbox bwrap needs bubblewrap (Debian's "
                          "package 'bubblewrap')");
  }
  if (result.ending == base::Ending::exited && result.exit_code == 0) return;
  throw base::ToolError("bubblewrap makes no sandbox on this machine: " +
                        result.describe() + ": " + result.err);
}

}  // namespace

bool in_sandbox() {
  const char* const mark = std::getenv(kVariable);
  if (mark == nullptr || std::string_view(mark) != kMark) return false;
  // Anybody can set a variable; the first process of the sandbox is bwrap.
  std::string first;
  std::ifstream("/proc/1/comm") >> first;
  return first == "bwrap";
}

void enter_sandbox(const std::vector<std::string>& arguments,
                   const std::vector<std::string>& outputs,
                   app::Context& context,
                   const std::function<void()>& hand_over) {
  const int filter = make_system_call_filter();
  const std::string program = app::own_executable().string();
  std::vector<std::string> command = sandbox_command(outputs, filter);
  try_out(command, program, context.budget);
  // It was read to its end.
  ::lseek(filter, 0, SEEK_SET);
  command.push_back(program);
  command.insert(command.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  argv.reserve(command.size() + 1);
  for (std::string& word : command) argv.push_back(word.data());
  argv.push_back(nullptr);
  context.progress.finish();
  context.out.flush();
  // Signals stay blocked in bwrap, so that Ctrl-C reaches the command alone,
  // which then writes what it has.
  hand_over();
  if (context.budget.interrupted()) throw base::StoppedError("interrupted");
  ::execvp(argv[0], argv.data());
  throw base::ToolError(std::string("cannot start bwrap: ") +
                        std::strerror(errno));
}

}  // namespace catenary::cli
