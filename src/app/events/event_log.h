// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a command does, as JSON lines for other programs: `--events FILE`, and
/// the live page of `catenary report --serve`. docs/schema/events.schema.json
/// has the form.
///
/// Every line is written by one call and at once, so that a reader of a pipe
/// sees it while the command works, and a forked child has nothing to write a
/// second time.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands.h"
#include "engine/reach/engine.h"
#include "model/goal.h"
#include "suite/json.h"
#include "suite/listener.h"
#include "suite/suite.h"

namespace catenary::app {

/// The version of the lines.
inline constexpr std::int64_t kEventsVersion = 1;

/// Writes the events of one command. Thread-safe. A reader that goes away ends
/// the log, never the command.
class EventLog {
 public:
  /// A new file, one without content, or a pipe or device. Throws
  /// base::InputError if the path is a file with content, or cannot be opened.
  /// Blocks until a named pipe has a reader.
  explicit EventLog(const std::string& path);
  ~EventLog();
  EventLog(const EventLog&) = delete;
  EventLog& operator=(const EventLog&) = delete;

  /// The first event: what was called. It is written with the second one, so
  /// that a process which calls another program leaves the begin to that.
  void begin(const std::string& command);
  /// At most five a second of each phase are written.
  void progress(const ProgressUpdate& update);
  /// A line for people; `level` as the log calls it.
  void message(std::string_view level, std::string_view text);

  /// The goals of a model. Without effect if they are known.
  void goals(const std::vector<model::Goal>& goals);
  /// The same of a suite that is being made; their status does not count.
  void goals(const std::vector<suite::SuiteGoal>& goals);
  /// What an engine decided of a goal; `by` may be empty. Written only if the
  /// status is another one than that written before.
  void decided(const std::string& goal,
               model::GoalStatus status,
               const std::string& by);
  /// The same for a goal of a suite.
  void decided(const suite::SuiteGoal& goal) {
    decided(goal.id, goal.status, "");
  }
  /// An engine works, and has these figures. As often as progress.
  void searching(const engine::reach::Progress& figures);
  /// The call of an engine has ended.
  void share(const engine::reach::Share& share);
  /// The best tests so far; -1 and empty where nothing is known.
  void best(std::uint64_t tests, const suite::Bound& bound);
  /// The suite as it is at the end: the status of every goal.
  void suite(const suite::Suite& suite, const suite::Bound& bound);

  /// The tests that are run.
  void run(const suite::Suite& suite, const std::string& sut);
  void test_begins(const suite::Test& test);
  void test_ends(const suite::Test& test, const suite::TestResult& result);

  /// A file was written. `kind`: "suite" or "results"; `of`: the path of the
  /// suite that results belong to, empty for a suite. Does nothing if `path` is
  /// empty.
  void written(std::string_view kind,
               const std::string& path,
               const std::string& of);

 private:
  using Clock = std::chrono::steady_clock;

  void write(suite::Json event);
  void send(const std::string& lines);
  /// Whether an event of this kind may be written now, five times a second.
  [[nodiscard]] bool is_due(const std::string& kind);

  std::mutex mutex_;
  int fd_ = -1;
  Clock::time_point begin_ = Clock::now();
  /// Not written yet.
  std::string first_line_;
  /// By goal, what was written last.
  std::map<std::string, std::string> told_;
  std::map<std::string, Clock::time_point> last_;
};

/// Shows progress, and writes it.
class ReportedProgress final : public Progress {
 public:
  /// Both must outlive this; `events` may be null.
  ReportedProgress(Progress& shown, EventLog* events)
      : shown_(shown), events_(events) {}
  void update(const ProgressUpdate& update) override;
  void finish() override { shown_.finish(); }
  void message(std::string_view text) override;

 private:
  Progress& shown_;
  EventLog* events_;
};

/// Passes what happens to tests on to another listener, and writes it.
class ReportedRun final : public suite::RunListener {
 public:
  /// Both must outlive this; `events` may be null.
  ReportedRun(suite::RunListener& to, EventLog* events)
      : to_(to), events_(events) {}
  void run_begins(const suite::Suite& suite, const std::string& sut) override;
  void test_begins(const suite::Test& test, std::size_t index) override;
  void test_ends(const suite::Test& test,
                 const suite::TestResult& result) override;
  void run_ends(const suite::Suite& suite,
                const suite::RunResults& results) override;

 private:
  suite::RunListener& to_;
  EventLog* events_;
};

/// Writes what a search reports of itself.
class SearchEvents {
 public:
  /// Both must outlive this; `events` may be null.
  SearchEvents(EventLog* events, const model::StepSystem& system);
  void progress(const engine::reach::Progress& p);
  /// What was confirmed at the end.
  void result(const engine::reach::Result& result);

 private:
  EventLog* events_;
  const model::StepSystem& system_;
  /// Calls that were written.
  std::size_t shares_ = 0;
};

}  // namespace catenary::app
