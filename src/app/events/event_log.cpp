// SPDX-License-Identifier: Apache-2.0
#include "app/events/event_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "catenary/version.h"
#include "suite/results.h"

namespace catenary::app {

using suite::Json;

namespace {

Json count(std::uint64_t n) {
  return Json::number(static_cast<std::int64_t>(n));
}

Json event_named(const char* name) {
  Json out = Json::object();
  out.set("event", Json::string(name));
  return out;
}

/// Milliseconds are enough for people.
Json seconds_of(std::chrono::steady_clock::duration d) {
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(d);
  return Json::number(static_cast<double>(ms.count()) / 1000.0);
}

Json goal_to_event(const std::string& id,
                   const std::string& text,
                   const char* kind,
                   const base::SourceLocation& where,
                   bool violation) {
  Json out = Json::object();
  out.set("id", Json::string(id));
  out.set("text", Json::string(text));
  out.set("kind", Json::string(kind));
  if (where.known()) {
    out.set("file", Json::string(where.file));
    out.set("line", count(where.line));
  }
  if (violation) out.set("violation", Json::boolean(true));
  return out;
}

void add_bound(Json& event, const suite::Bound& bound) {
  if (bound.upper >= 0) event.set("steps", Json::number(bound.upper));
  if (bound.lower >= 0) event.set("lower", Json::number(bound.lower));
  if (!bound.by.empty()) event.set("by", Json::string(bound.by));
  event.set("minimal", Json::boolean(bound.minimal()));
}

std::string called(const suite::Test& test) {
  return test.name.empty() ? test.id.substr(0, 12) : test.name;
}

}  // namespace

EventLog::EventLog(const std::string& path) {
  struct stat info{};
  const bool is_there = ::stat(path.c_str(), &info) == 0;
  if (is_there && S_ISREG(info.st_mode) && info.st_size > 0) {
    throw base::InputError({path, 0, 0},
                           "--events writes a new file, or to a pipe; this "
                           "file has content",
                           "exists");
  }
  const int flags = is_there ? O_WRONLY : O_WRONLY | O_CREAT | O_EXCL;
  do {
    fd_ = ::open(path.c_str(), flags | O_CLOEXEC | O_NOCTTY, 0666);
  } while (fd_ < 0 && errno == EINTR);
  if (fd_ < 0) {
    throw base::InputError(
        {path, 0, 0},
        std::string("--events: cannot be written: ") + std::strerror(errno),
        "cannot-write");
  }
}

EventLog::~EventLog() {
  if (!first_line_.empty()) send(std::exchange(first_line_, ""));
  if (fd_ >= 0) ::close(fd_);
}

void EventLog::write(Json event) {
  event.set("seconds", seconds_of(Clock::now() - begin_));
  send(std::exchange(first_line_, "") + suite::to_utf8(event.compact()) + "\n");
}

void EventLog::send(const std::string& lines) {
  std::string_view left = lines;
  while (!left.empty() && fd_ >= 0) {
    const ssize_t n = ::write(fd_, left.data(), left.size());
    if (n > 0) {
      left.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno != EINTR) {
      ::close(fd_);
      fd_ = -1;
    }
  }
}

bool EventLog::is_due(const std::string& kind) {
  constexpr std::chrono::milliseconds kEvery{200};
  const Clock::time_point now = Clock::now();
  const auto [last, is_new] = last_.try_emplace(kind, now);
  if (!is_new && now - last->second < kEvery) return false;
  last->second = now;
  return true;
}

void EventLog::begin(const std::string& command) {
  const std::lock_guard lock(mutex_);
  Json event = event_named("begin");
  event.set("version", Json::number(kEventsVersion));
  event.set("tool",
            Json::string(std::string("catenary ") + CATENARY_VERSION_STRING));
  event.set("command", Json::string(command));
  event.set("seconds", seconds_of(Clock::duration(0)));
  first_line_ = suite::to_utf8(event.compact()) + "\n";
}

void EventLog::progress(const ProgressUpdate& update) {
  const std::lock_guard lock(mutex_);
  if (!is_due("progress " + std::string(update.phase))) return;
  Json event = event_named("progress");
  event.set("phase", Json::string(std::string(update.phase)));
  event.set("done", count(update.done));
  event.set("total", count(update.total));
  event.set("detail", Json::string(std::string(update.detail)));
  write(std::move(event));
}

void EventLog::message(std::string_view level, std::string_view text) {
  const std::lock_guard lock(mutex_);
  Json event = event_named("message");
  event.set("level", Json::string(std::string(level)));
  while (text.ends_with('\n')) text.remove_suffix(1);
  event.set("text", Json::string(suite::to_utf8(text)));
  write(std::move(event));
}

void EventLog::goals(const std::vector<model::Goal>& goals) {
  const std::lock_guard lock(mutex_);
  if (!told_.empty()) return;
  Json event = event_named("goals");
  Json& list = event.set("goals", Json::array());
  for (const model::Goal& g : goals) {
    // A part of another goal, which the suite has in its place.
    if (g.kind == model::GoalKind::vector) continue;
    told_[g.id];
    list.push(goal_to_event(
        g.id, g.text, model::to_string(g.kind), g.where, g.is_violation()));
  }
  write(std::move(event));
}

void EventLog::goals(const std::vector<suite::SuiteGoal>& goals) {
  const std::lock_guard lock(mutex_);
  if (!told_.empty()) return;
  Json event = event_named("goals");
  Json& list = event.set("goals", Json::array());
  for (const suite::SuiteGoal& g : goals) {
    told_[g.id];
    list.push(
        goal_to_event(g.id, g.text, g.kind.c_str(), g.where, g.violation));
  }
  write(std::move(event));
}

void EventLog::decided(const std::string& goal,
                       model::GoalStatus status,
                       const std::string& by) {
  const std::lock_guard lock(mutex_);
  const auto known = told_.find(goal);
  if (known == told_.end() || known->second == model::to_string(status)) return;
  known->second = model::to_string(status);
  Json event = event_named("goal");
  event.set("goal", Json::string(goal));
  event.set("status", Json::string(known->second));
  if (!by.empty()) event.set("by", Json::string(by));
  write(std::move(event));
}

void EventLog::searching(const engine::reach::Progress& figures) {
  const std::lock_guard lock(mutex_);
  if (!is_due("searching")) return;
  Json event = event_named("searching");
  event.set("engine", Json::string(figures.engine));
  event.set("states", count(figures.states));
  event.set("transitions", count(figures.transitions));
  event.set("depth", count(figures.depth));
  event.set("covered", count(figures.goals_hit));
  event.set("goals", count(figures.goals));
  write(std::move(event));
}

void EventLog::share(const engine::reach::Share& share) {
  const std::lock_guard lock(mutex_);
  Json event = event_named("share");
  event.set("engine", Json::string(share.engine));
  if (share.allowed) event.set("allowed", Json::number(share.allowed->count()));
  event.set("work", Json::number(share.work.count()));
  event.set("took", Json::number(std::round(share.seconds * 1000) / 1000));
  event.set("covered", count(share.covered));
  event.set("unreachable", count(share.unreachable));
  if (share.stop != engine::reach::Stop::none) {
    event.set("stop", Json::string(engine::reach::to_string(share.stop)));
  }
  write(std::move(event));
}

void EventLog::best(std::uint64_t tests, const suite::Bound& bound) {
  const std::lock_guard lock(mutex_);
  Json event = event_named("best");
  event.set("tests", count(tests));
  add_bound(event, bound);
  write(std::move(event));
}

void EventLog::suite(const suite::Suite& suite, const suite::Bound& bound) {
  const std::lock_guard lock(mutex_);
  Json event = event_named("suite");
  event.set("model", Json::string(suite.model.name));
  event.set("tests", count(suite.tests.size()));
  add_bound(event, bound);
  Json& list = event.set("goals", Json::array());
  for (const suite::SuiteGoal& g : suite.goals) {
    Json& goal = list.push(
        goal_to_event(g.id, g.text, g.kind.c_str(), g.where, g.violation));
    goal.set("status", Json::string(model::to_string(g.status)));
  }
  write(std::move(event));
}

void EventLog::run(const suite::Suite& suite, const std::string& sut) {
  const std::lock_guard lock(mutex_);
  Json event = event_named("run");
  event.set("model", Json::string(suite.model.name));
  event.set("sut", Json::string(sut));
  event.set("tests", count(suite.tests.size()));
  write(std::move(event));
}

void EventLog::test_begins(const suite::Test& test) {
  const std::lock_guard lock(mutex_);
  if (!is_due("test begins")) return;
  Json event = event_named("test-begins");
  event.set("test", Json::string(called(test)));
  write(std::move(event));
}

void EventLog::test_ends(const suite::Test& test,
                         const suite::TestResult& result) {
  const std::lock_guard lock(mutex_);
  Json event = event_named("test");
  event.set("test", Json::string(called(test)));
  event.set("verdict", Json::string(suite::to_string(result.verdict)));
  event.set("step", Json::number(result.step));
  if (!result.reason.empty()) {
    event.set("reason", Json::string(suite::to_utf8(result.reason)));
  }
  write(std::move(event));
}

void EventLog::written(std::string_view kind,
                       const std::string& path,
                       const std::string& of) {
  if (path.empty()) return;
  const std::lock_guard lock(mutex_);
  Json event = event_named("written");
  event.set("kind", Json::string(std::string(kind)));
  event.set("path", Json::string(path));
  if (!of.empty()) event.set("suite", Json::string(of));
  write(std::move(event));
}

void ReportedProgress::update(const ProgressUpdate& update) {
  shown_.update(update);
  if (events_ != nullptr) events_->progress(update);
}

void ReportedProgress::message(std::string_view text) {
  shown_.message(text);
  if (events_ != nullptr) events_->message("info", text);
}

void ReportedRun::run_begins(const suite::Suite& suite,
                             const std::string& sut) {
  if (events_ != nullptr) events_->run(suite, sut);
  to_.run_begins(suite, sut);
}

void ReportedRun::test_begins(const suite::Test& test, std::size_t index) {
  if (events_ != nullptr) events_->test_begins(test);
  to_.test_begins(test, index);
}

void ReportedRun::test_ends(const suite::Test& test,
                            const suite::TestResult& result) {
  if (events_ != nullptr) events_->test_ends(test, result);
  to_.test_ends(test, result);
}

void ReportedRun::run_ends(const suite::Suite& suite,
                           const suite::RunResults& results) {
  to_.run_ends(suite, results);
}

SearchEvents::SearchEvents(EventLog* events, const model::StepSystem& system)
    : events_(events), system_(system) {
  if (events_ != nullptr) events_->goals(system.goals);
}

void SearchEvents::progress(const engine::reach::Progress& p) {
  if (events_ == nullptr) return;
  // Who decided a goal is known if only one call has ended meanwhile.
  std::string by;
  if (p.shares != nullptr) {
    if (shares_ + 1 == p.shares->size()) by = p.shares->back().engine;
    for (; shares_ < p.shares->size(); ++shares_) {
      events_->share((*p.shares)[shares_]);
    }
  }
  if (p.known != nullptr) {
    for (std::size_t g = 0; g < p.known->size(); ++g) {
      if ((*p.known)[g] == model::GoalStatus::undecided) continue;
      events_->decided(system_.goals[g].id, (*p.known)[g], by);
    }
  }
  events_->searching(p);
}

void SearchEvents::result(const engine::reach::Result& result) {
  if (events_ == nullptr) return;
  for (; shares_ < result.shares.size(); ++shares_) {
    events_->share(result.shares[shares_]);
  }
  for (std::size_t g = 0; g < result.goals.size(); ++g) {
    events_->decided(system_.goals[g].id, result.goals[g].result.status, "");
  }
}

}  // namespace catenary::app
