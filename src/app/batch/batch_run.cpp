// SPDX-License-Identifier: Apache-2.0
#include "app/batch/batch_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <system_error>

#include "app/batch/batch_words.h"
#include "app/batch/outcome.h"
#include "app/journal/command_journal.h"
#include "base/error.h"
#include "base/text_file.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;
using report::BatchAction;
using report::BatchEnd;
using report::BatchModel;
using report::BatchReport;
using report::BatchStatus;
using Words = std::vector<std::string>;
/// When a file was written; nothing if there is none.
using FileTime = std::optional<fs::file_time_type>;

FileTime time_of(const fs::path& file) {
  std::error_code missing;
  const fs::file_time_type at = fs::last_write_time(file, missing);
  if (missing) return std::nullopt;
  return at;
}

/// A command that hangs although its own limit is over is ended after twice
/// that time and this.
constexpr std::chrono::milliseconds kGrace = std::chrono::seconds(30);

/// A batch while it runs.
class BatchRun {
 public:
  BatchRun(const Project& project,
           const BatchSetting& setting,
           Executor& executor,
           Context& context,
           BatchReport& report)
      : project_(project),
        setting_(setting),
        words_(setting),
        executor_(executor),
        context_(context),
        report_(report),
        progress_(project.models.size()) {
    for (std::size_t i = 0; i < project.models.size(); ++i) {
      report_.models.push_back({});
      report_.models[i].path = project.models[i].path;
      report_.models[i].kind = kind_name(project.models[i].path);
      waiting_.push_back(i);
    }
  }

  void run() {
    show_progress();
    while (true) {
      while (executor_.free_places() > 0 && !waiting_.empty() &&
             context_.budget.poll() == base::StopReason::none) {
        const std::size_t model = waiting_.front();
        waiting_.pop_front();
        begin_next(model);
      }
      const auto ended = executor_.next(context_.budget);
      if (!ended) break;
      take(*ended);
      show_progress();
    }
    conclude();
  }

 private:
  /// How far a model is.
  struct Progress {
    std::size_t next = 0;  ///< index of the action that is begun next
    bool running = false;  ///< a command is
    bool ended = false;    ///< all of it
    bool page = false;     ///< the command that runs makes the page
    std::string log;       ///< what its commands wrote to standard error
    /// When its outputs were written, by the ends of their names, before the
    /// command that runs was begun.
    std::map<std::string, FileTime, std::less<>> before;
  };

  /// Begins the next command of a model, or ends the model.
  void begin_next(std::size_t index) {
    const PlannedModel& model = project_.models[index];
    Progress& at = progress_[index];
    if (at.next < model.actions.size()) {
      const PlannedAction& action = model.actions[at.next];
      if (needs_suite(action.action) && report_.models[index].suite.empty()) {
        note(index, BatchEnd::not_run, "there is no suite");
        ++at.next;
        begin_next(index);
        return;
      }
      submit(index, resumed(index, action), hard_limit(action));
    } else if (wants_page(index)) {
      at.page = true;
      submit(index,
             words_.of_page(model, report_.models[index]),
             std::chrono::milliseconds(0));
    } else {
      end(index);
    }
  }
  static bool needs_suite(Action action) {
    return action == Action::run || action == Action::mutate;
  }
  /// The words of a command; if the batch before was ended while it worked, it
  /// goes on.
  Words resumed(std::size_t index, const PlannedAction& action) {
    const PlannedModel& model = project_.models[index];
    Words words = words_.of(model, action);
    const std::string suite = words_.path_of(model, ".suite.json");
    if (action.action != Action::generate || !can_resume(suite, words)) {
      return words;
    }
    return {"resume", suite};
  }
  /// Begins a command. `most`: it is ended from outside after this time; 0 = it
  /// is not.
  void submit(std::size_t index,
              const Words& words,
              std::chrono::milliseconds most) {
    const PlannedModel& model = project_.models[index];
    std::error_code ignored;
    fs::create_directories(
        fs::path(words_.path_of(model, ".suite.json")).parent_path(), ignored);
    Progress& at = progress_[index];
    at.running = true;
    for (const char* ending : {".suite.json", ".results.json"}) {
      at.before[ending] = time_of(words_.path_of(model, ending));
    }
    executor_.submit({index, words, most});
  }
  /// For a command that does not keep to its own limit; 0 = it has none, or one
  /// of its own.
  std::chrono::milliseconds hard_limit(const PlannedAction& action) const {
    const bool limited = setting_.model_timeout.count() > 0 &&
                         !needs_suite(action.action) &&
                         !CommandWords::sets(action, "--timeout=");
    return limited ? 2 * setting_.model_timeout + kGrace
                   : std::chrono::milliseconds(0);
  }
  void note(std::size_t index, BatchEnd end, const std::string& message) {
    BatchAction out;
    out.name =
        to_string(project_.models[index].actions[progress_[index].next].action);
    out.status.end = end;
    out.exit = -1;
    out.message = message;
    report_.models[index].actions.push_back(std::move(out));
  }

  void take(const TaskResult& ended) {
    Progress& at = progress_[ended.id];
    BatchModel& to = report_.models[ended.id];
    at.running = false;
    at.log += ended.err;
    if (at.page) {
      if (ended.crash.empty() && ended.code != ExitCode::usage &&
          ended.code != ExitCode::tool_error) {
        to.page = file_of(project_.models[ended.id], ".html");
      } else {
        context_.log.warning(
            to.path + ": no page: " +
            (ended.crash.empty() ? first_error(ended.err) : ended.crash));
      }
      end(ended.id);
      return;
    }
    take_action(ended, project_.models[ended.id].actions[at.next].action, to);
    ++at.next;
    waiting_.push_front(ended.id);
  }
  void take_action(const TaskResult& ended, Action action, BatchModel& to) {
    const PlannedModel& model = project_.models[ended.id];
    BatchAction done;
    done.name = to_string(action);
    done.seconds = ended.seconds;
    if (!ended.crash.empty()) {
      done.status = {BatchEnd::crashed, ended.deliveries};
      done.exit = -1;
      done.message = ended.crash;
    } else {
      done.status.end = end_of(ended.code);
      done.exit = static_cast<int>(ended.code);
      done.unchanged = ended.from_cache;
      take_figures(action, ended.out, to);
      if (ended.code != ExitCode::success) {
        done.message = first_error(ended.err);
        if (done.message.empty()) done.message = why_not_ok(action, to);
      }
    }
    // A suite of an earlier batch must not be taken for one of this. An answer
    // that was kept may leave a file as it is.
    const auto wrote = [&](const char* ending) {
      const FileTime& before = progress_[ended.id].before.at(ending);
      const FileTime now = time_of(words_.path_of(model, ending));
      return now && (ended.from_cache || now != before);
    };
    if (action == Action::generate && wrote(".suite.json")) {
      to.suite = file_of(model, ".suite.json");
    } else if (action == Action::run && wrote(".results.json")) {
      to.results = file_of(model, ".results.json");
    }
    to.actions.push_back(std::move(done));
  }
  /// Whether the page is missing or older than the files that it shows.
  bool is_older(const fs::path& page, std::size_t index) {
    const FileTime made = time_of(page);
    return !made || std::ranges::any_of(
                        std::array{".suite.json", ".results.json"},
                        [&](const char* ending) {
                          return time_of(words_.path_of(project_.models[index],
                                                        ending)) >= made;
                        });
  }
  /// A page is kept if it still shows its model.
  bool wants_page(std::size_t index) {
    BatchModel& m = report_.models[index];
    const fs::path page = words_.path_of(project_.models[index], ".html");
    const bool unchanged = std::ranges::all_of(
        m.actions, [](const BatchAction& a) { return a.unchanged; });
    if (!setting_.pages || m.suite.empty() || !unchanged ||
        is_older(page, index)) {
      // It may be of another version of the model.
      std::error_code ignored;
      fs::remove(page, ignored);
      return setting_.pages && !m.suite.empty();
    }
    m.page = file_of(project_.models[index], ".html");
    return false;
  }
  void end(std::size_t index) {
    BatchModel& m = report_.models[index];
    std::vector<BatchStatus> statuses;
    for (const BatchAction& a : m.actions) statuses.push_back(a.status);
    m.status = worst_of(statuses);
    progress_[index].ended = true;
    m.unchanged = !m.actions.empty() &&
                  std::ranges::all_of(m.actions, [](const BatchAction& a) {
                    return a.unchanged;
                  });
    ++ended_;
    const std::string log = words_.path_of(project_.models[index], ".log");
    std::error_code ignored;
    fs::create_directories(fs::path(log).parent_path(), ignored);
    base::write_file(log, progress_[index].log, base::Overwrite::yes);
    m.log = file_of(project_.models[index], ".log");
  }

  /// What was not begun, or did not end.
  void conclude() {
    const base::StopReason why = context_.budget.poll();
    if (why != base::StopReason::none && ended_ < project_.models.size()) {
      report_.stopped = why == base::StopReason::interrupt
                            ? "interrupted"
                            : base::to_string(why);
    }
    std::vector<BatchStatus> statuses;
    for (std::size_t i = 0; i < project_.models.size(); ++i) {
      Progress& at = progress_[i];
      if (!at.ended) {
        const bool begun = at.running;
        for (; at.next < project_.models[i].actions.size(); ++at.next) {
          // What Ctrl-C ended is stopped, what a limit ended met a limit.
          const BatchEnd ended = why == base::StopReason::interrupt
                                     ? BatchEnd::stopped
                                     : BatchEnd::limit;
          note(i,
               begun && at.running ? ended : BatchEnd::not_run,
               at.running ? "ended with the batch" : "the batch ended before");
          at.running = false;
        }
        end(i);
      }
      statuses.push_back(report_.models[i].status);
    }
    report_.exit = static_cast<int>(code_of(worst_of(statuses).end));
    if (report_.stopped == "interrupted") {
      report_.exit = static_cast<int>(ExitCode::interrupted);
    }
  }
  void show_progress() {
    context_.progress.update(
        {"batch",
         ended_,
         project_.models.size(),
         fmt::format("{} of {} models", ended_, project_.models.size())});
  }

  const Project& project_;
  const BatchSetting& setting_;
  CommandWords words_;
  Executor& executor_;
  Context& context_;
  BatchReport& report_;
  std::vector<Progress> progress_;
  std::deque<std::size_t> waiting_;
  std::size_t ended_ = 0;
};

}  // namespace

void check_options(const Project& project,
                   const std::string& file,
                   const BatchSetting& setting,
                   const CallProgram& call) {
  const CommandWords words(setting);
  for (const PlannedModel& model : project.models) {
    for (const PlannedAction& action : model.actions) {
      Words all = words.of(model, action);
      all.emplace_back("--dump-config");
      std::ostringstream out;
      std::ostringstream err;
      CallNotes notes;
      if (call(all, out, err, notes) == ExitCode::success) continue;
      base::SourceLocation where = model.where;
      if (!where.known()) where.file = file.empty() ? model.path : file;
      std::string text = err.str();
      if (text.starts_with("error: ")) text.erase(0, 7);
      while (text.ends_with('\n')) text.pop_back();
      throw base::InputError(where,
                             std::string("options of '") +
                                 to_string(action.action) + "' for " +
                                 model.path + ": " + text,
                             "project-option");
    }
  }
}

void run_batch(const Project& project,
               const BatchSetting& setting,
               Executor& executor,
               Context& context,
               BatchReport& report) {
  BatchRun(project, setting, executor, context, report).run();
}

}  // namespace catenary::app
