// SPDX-License-Identifier: Apache-2.0
/// \file
/// The commands: what cli/ calls once the options are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/exit_code.h"
#include "app/options.h"
#include "base/budget.h"
#include "base/log.h"

namespace catenary::app {

/// How far a long computation is.
struct ProgressUpdate {
  std::string_view phase;   ///< e.g. "exploring"
  std::uint64_t done = 0;   ///< in whatever unit `detail` speaks of
  std::uint64_t total = 0;  ///< 0 = not known
  std::string_view detail;  ///< e.g. "1,234,567 states, depth 12"
};

/// Shows progress to a person on standard error. Thread-safe; limits its own
/// rate, so that it may be called often (about 50 ns when nothing is shown).
class Progress {
 public:
  virtual ~Progress() = default;
  virtual void update(const ProgressUpdate& update) = 0;
  /// Takes the progress off the terminal.
  virtual void finish() = 0;
  /// Prints whole lines without tearing the progress line.
  virtual void message(std::string_view text) = 0;
};

/// Asks a person which of several choices, at least one, is right. The answer
/// is an index. Throws base::StoppedError where there is none.
using Ask = std::function<std::size_t(const std::string& question,
                                      const std::vector<std::string>& choices)>;

class EventLog;       // app/events/event_log.h
struct CommandFleet;  // app/fleet/command_fleet.h

/// What a command works with. Everything outlives the command.
struct Context {
  base::Budget& budget;  ///< limits of the options, and Ctrl-C
  base::Logger& log;     ///< level as --quiet and --verbose say
  Progress& progress;
  std::ostream& out;   ///< the result, and nothing else
  bool color = false;  ///< whether `out` may be coloured
  Ask ask{};           ///< empty where there is nobody to ask
  /// Whether `out` is a terminal; hints for people are printed only there.
  bool out_is_terminal = false;
  EventLog* events = nullptr;  ///< null where nobody asked for --events
  /// Null where this process computes everything itself.
  const CommandFleet* fleet = nullptr;
  /// Set by commands: a limit of time, work, memory or patience was met, so
  /// that another call may find more. The exit code shows that only where there
  /// are no findings.
  bool partial = false;
};

/// What a file holds by its name, in the plural: "programs", "state machines",
/// "timed models" or "requirements", as the option tables name kinds of models,
/// or "suites"; "" where no front end reads it.
[[nodiscard]] std::string kind_name(const std::string& path);

/// The value of --method that `generate` takes for a kind of kind_name() where
/// none is given.
[[nodiscard]] std::string default_method(const std::string& kind);

/// What --cover may have, of all kinds of models, e.g. "branch", "depth:K".
[[nodiscard]] std::vector<std::string> cover_values();

/// Each writes its result to Context::out, for --json exactly one document.
/// Each throws base::InputError for faults of its input, base::ToolError where
/// the environment fails; cli/ turns these into messages and exit codes.
[[nodiscard]] ExitCode check(const CheckOptions& options, Context& context);
[[nodiscard]] ExitCode generate(const GenerateOptions& options,
                                Context& context);
[[nodiscard]] ExitCode run(const RunOptions& options, Context& context);
[[nodiscard]] ExitCode trace(const TraceOptions& options, Context& context);
[[nodiscard]] ExitCode report(const ReportOptions& options, Context& context);
[[nodiscard]] ExitCode convert(const ConvertOptions& options, Context& context);
[[nodiscard]] ExitCode init(const InitOptions& options, Context& context);
[[nodiscard]] ExitCode doctor(const DoctorOptions& options, Context& context);
[[nodiscard]] ExitCode qualify(const QualifyOptions& options, Context& context);

/// What is to be known of a call beside its exit code.
struct CallNotes {
  bool from_cache = false;  ///< the answer was kept
  bool partial = false;     ///< a limit was met, see Context::partial
};

/// Runs a command of Catenary in this process, by the words after "catenary".
/// Does not throw.
using CallProgram =
    std::function<ExitCode(const std::vector<std::string>& words,
                           std::ostream& out,
                           std::ostream& err,
                           CallNotes& notes)>;
/// What a batch and a worker call, in child processes but for `adopt`.
struct BatchCalls {
  CallProgram command;  ///< a command for a single model
  /// The same command, but its handlers are prepare() and adopt() of
  /// app/fleet/prepare.h; `adopt` gets the answer as its first word.
  CallProgram prepare, adopt;
};
[[nodiscard]] ExitCode batch(const BatchOptions& given,
                             Context& context,
                             const BatchCalls& calls);
/// As run(), where FleetOptions ask for a fleet. `words`: the command without
/// them, without its outputs and with --json, as option::words_of() has it.
[[nodiscard]] ExitCode run_by_fleet(const RunOptions& options,
                                    std::vector<std::string> words,
                                    Context& context,
                                    const BatchCalls& calls);
/// As generate(), where FleetOptions ask for a fleet. `words`: the same command
/// without them, its goals, its outputs and its limit of work, by the method
/// single, as option::words_of() has it.
[[nodiscard]] ExitCode generate_by_fleet(const GenerateOptions& options,
                                         std::vector<std::string> words,
                                         Context& context,
                                         const BatchCalls& calls);
/// Runs tasks of batches, of runs of mutants and of generations, until it is
/// interrupted.
[[nodiscard]] ExitCode worker(const WorkerOptions& options,
                              Context& context,
                              const CallProgram& call);

/// Name and version of what Catenary stands on, e.g. {"LLVM", "19.1.7"}.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> versions();

}  // namespace catenary::app
