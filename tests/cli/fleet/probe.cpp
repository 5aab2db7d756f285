// SPDX-License-Identifier: Apache-2.0
// A coordinator and workers with tasks that take no time of their own, for
// tests that kill them:
//
//   fleet_probe batch TASKS WORKERS JOURNAL [--nats URL --nats-key-file FILE]
//   fleet_probe worker ...                  as `catenary worker`
//
// `batch` with 0 workers and no --nats computes in one thread. It prints the
// results in the order of the tasks, and fails where one is counted twice. The
// environment says what is wrong: PROBE_POISON is a task that kills its worker,
// PROBE_LIAR makes the results of a worker differ. PROBE_COUNT is a file that
// gets a line for each task whenever a process begins to compute it.
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "app/fleet/fleet_executor.h"
#include "base/sha256.h"
#include "cli/process.h"
#include "cli/program.h"

namespace {

namespace app = catenary::app;
namespace cli = catenary::cli;
using Words = std::vector<std::string>;

/// The process that has forked the one that has forked us.
pid_t worker_process() {
  std::ifstream in("/proc/" + std::to_string(::getppid()) + "/stat");
  std::string pid;
  std::string name;
  std::string state;
  pid_t out = 0;
  in >> pid >> name >> state >> out;
  return out;
}

/// Opened to append, and written at once: lines of processes do not mix.
void note_computation(const std::string& name) {
  const char* file = std::getenv("PROBE_COUNT");
  if (file != nullptr) std::ofstream(file, std::ios::app) << name + "\n";
}

std::string answer_to(const std::string& name) {
  std::string out = name;
  for (int i = 0; i < 100; ++i) out = catenary::base::sha256(out);
  return out;
}

app::ExitCode command(const Words& words,
                      std::ostream& out,
                      std::ostream& err,
                      app::CallNotes& notes) {
  const std::string name = words.at(1);
  note_computation(name);
  const char* poison = std::getenv("PROBE_POISON");
  if (poison != nullptr && name == poison) ::kill(worker_process(), SIGKILL);
  const std::string text = answer_to(name);
  if (std::getenv("PROBE_WORK") != nullptr) {
    std::this_thread::sleep_for(std::chrono::milliseconds(text[0] % 8));
  }
  out << text;
  const char* liar = std::getenv("PROBE_LIAR");
  return liar != nullptr ? app::ExitCode::findings : app::ExitCode::success;
}

app::ExitCode prepare(const Words& words,
                      std::ostream& out,
                      std::ostream& err,
                      app::CallNotes& notes) {
  out << app::to_bytes(app::PreparedInputs{});
  return app::ExitCode::success;
}

app::ExitCode adopt(const Words& words,
                    std::ostream& out,
                    std::ostream& err,
                    app::CallNotes& notes) {
  const app::ForeignAnswer answer = app::foreign_from(words.at(0));
  out << answer.body.out;
  return answer.code;
}

/// Computes the tasks; results by their numbers. Returns false where one is
/// counted twice.
bool compute(app::Executor& executor,
             std::size_t tasks,
             const catenary::base::Budget& budget,
             std::map<std::size_t, std::string>& results) {
  std::size_t next = 0;
  while (results.size() < tasks) {
    while (next < tasks && executor.free_places() > 0) {
      executor.submit({next, {"check", "task" + std::to_string(next)}, {}, ""});
      ++next;
    }
    const auto result = executor.next(budget);
    if (!result) return false;
    const std::string text =
        result->deliveries > 0
            ? "crashed(" + std::to_string(result->deliveries) + ")"
            : result->crash + result->out;
    if (!results.emplace(result->id, text).second) return false;
  }
  return true;
}

app::ExitCode batch(const Words& words, app::Context& context) {
  const std::size_t tasks = std::stoul(words.at(0));
  app::FleetSetting setting;
  setting.workers = std::stoul(words.at(1));
  setting.cores = setting.workers;  // on a machine with few cores, too
  setting.journal = words.at(2);
  setting.places = 2;
  for (std::size_t i = 3; i + 1 < words.size(); i += 2) {
    if (words[i] == "--nats") setting.nats.nats = words[i + 1];
    if (words[i] == "--nats-key-file") {
      setting.nats.nats_key_file = words[i + 1];
    }
  }
  const char* token = std::getenv("PROBE_TOKEN");
  setting.nats.nats_token_file = token == nullptr ? "" : token;
  std::map<std::size_t, std::string> results;
  bool good = false;
  if (setting.workers == 0 && setting.nats.nats.empty()) {
    app::ChildExecutor executor(command, 1);
    good = compute(executor, tasks, context.budget, results);
  } else {
    app::FleetExecutor executor(setting, {command, prepare, adopt}, context);
    good = compute(executor, tasks, context.budget, results);
    if (good) executor.finish();
  }
  for (const auto& [id, text] : results) {
    context.out << id << " " << text << "\n";
  }
  return good ? app::ExitCode::success : app::ExitCode::findings;
}

}  // namespace

int main(int argc, char** argv) {
  return cli::run_in_process(
      argc,
      argv,
      [](const Words& arguments,
         cli::Surroundings& around,
         cli::SignalWatch& signals) {
        cli::Handlers handlers;
        handlers.worker = [](const app::WorkerOptions& options,
                             app::Context& context) {
          return app::worker(options, context, command);
        };
        // Whatever has a context.
        handlers.doctor = [&](const app::DoctorOptions&,
                              app::Context& context) {
          return batch({arguments.begin() + 1, arguments.end()}, context);
        };
        return cli::run_program(
            arguments.at(0) == "worker" ? arguments : Words{"doctor"},
            handlers,
            around);
      });
}
