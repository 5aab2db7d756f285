// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/journal/recorded_search.h"

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/journal/task_journal.h"
#include "base/sha256.h"
#include "engine/reach/combine.h"
#include "engine/reach/journal/result_wire.h"
#include "engine/reach/merge.h"

namespace catenary::engine::reach {

namespace {

using base::WorkClock;

/// The result of one slice, or of a whole search.
struct Record {
  WorkClock::duration work{0};  ///< that it took
  bool ended = false;           ///< RunningSearch::ended()
  Result result;
};

/// A name of what is asked: one command may ask about several systems, such as
/// a state machine with more timers, with several options. The files and the
/// other options of a command are those of before when it is resumed. Limits
/// are no part of the name: whatever they are, what a search says holds.
std::string question(const model::StepSystem& system, const Options& options) {
  base::WireWriter to;
  to.put(options.max_steps,
         options.max_hung,
         options.max_letters,
         std::int64_t{options.step_time_limit.count()},
         options.keep_edges,
         options.shortest_ends,
         options.ranges,
         options.settled_states);
  for (const model::Goal& goal : system.goals) to.put(goal.id);
  for (const auto* variables : {&system.initial, &system.inputs}) {
    to.put(std::uint64_t{variables->size()});
    for (const model::Variable& v : *variables) to.put(v.name);
  }
  constexpr std::size_t kDigits = 16;
  return " (" + base::sha256(to.bytes()).substr(0, kDigits) + ")";
}

std::string to_bytes(const model::StepSystem& system,
                     const Record& record,
                     const Result& before) {
  base::WireWriter to;
  to.put(std::int64_t{record.work.count()}, record.ended);
  write(to, system, record.result, before);
  return to.bytes();
}

/// What the journal has of a task; `before` is the result that it differs from.
/// Nothing, too, for bytes that no to_bytes() wrote.
std::optional<Record> find(base::TaskJournal& journal,
                           const std::string& task,
                           const model::StepSystem& system,
                           Result before) {
  return base::find_decoded(journal, task, [&](const std::string& bytes) {
    base::WireReader from(bytes);
    Record out;
    out.work = WorkClock::duration(from.get<std::int64_t>());
    from.get(out.ended);
    out.result = std::move(before);
    read(from, system, out.result);
    if (!from.at_end()) base::WireReader::fail();
    return out;
  });
}

/// Puts the clock of this thread back; see base::UncountedWork.
void set_clock(WorkClock::time_point to) {
  WorkClock::charge(to - WorkClock::now());
}

class RecordedSearch final : public RunningSearch {
 public:
  using Begin = std::function<std::unique_ptr<RunningSearch>()>;

  RecordedSearch(base::TaskJournal& journal,
                 std::string name,
                 const model::StepSystem& system,
                 const base::Budget& budget,
                 Begin begin)
      : journal_(journal),
        name_(std::move(name)),
        system_(system),
        budget_(budget),
        begin_(std::move(begin)) {
    // Now, as it would without a journal.
    if (!journal_.find(name_ + "/slice 1")) live_ = begin_();
  }

  void start(const base::Budget& slice,
             const std::vector<model::Trace>& news) override;
  void look() override {
    if (live_ && !kept_) live_->look();
  }
  void wait() override;
  [[nodiscard]] bool ended() const override { return last_.ended; }
  [[nodiscard]] Result result() const override { return last_.result; }
  [[nodiscard]] Result conclude() override;

 private:
  /// A slice that was taken from the journal.
  struct Past {
    WorkClock::time_point begin;
    std::chrono::milliseconds work;
    std::vector<model::Trace> news;
  };
  [[nodiscard]] std::string slice_name() const {
    return name_ + "/slice " + std::to_string(slice_);
  }
  /// Begins the search itself. Returns what it has to be told of the slices
  /// that it did not do.
  std::vector<model::Trace> go_live(bool must_repeat);
  void repeat_past();
  /// What the search says, and what was known before it began anew.
  [[nodiscard]] Result with_before(Result result) const;

  base::TaskJournal& journal_;
  std::string name_;
  const model::StepSystem& system_;
  const base::Budget& budget_;
  Begin begin_;
  WorkClock::time_point begun_ = WorkClock::now();
  /// Null as long as the journal has every slice.
  std::unique_ptr<RunningSearch> live_;
  std::vector<Past> past_;
  WorkClock::duration past_work_{0};
  /// Of a search that began anew.
  std::optional<Result> before_;
  int slice_ = 0;
  /// The slice that was started, if it is a kept one.
  std::optional<Record> kept_;
  WorkClock::duration done_{0};
  /// After the last slice.
  Record last_;
};

void RecordedSearch::start(const base::Budget& slice,
                           const std::vector<model::Trace>& news) {
  ++slice_;
  if (!live_) {
    kept_ = find(journal_, slice_name(), system_, last_.result);
    if (kept_) {
      past_.push_back({WorkClock::now(), slice.work_left(), news});
      past_work_ += kept_->work;
      return;
    }
  }
  std::vector<model::Trace> all;
  if (!live_) all = go_live(false);
  all.insert(all.end(), news.begin(), news.end());
  const WorkClock::time_point before = WorkClock::now();
  live_->start(slice, all);
  done_ = WorkClock::now() - before;
}

void RecordedSearch::wait() {
  if (kept_) {
    WorkClock::charge(kept_->work);
    last_ = std::move(*kept_);
    kept_.reset();
    return;
  }
  const WorkClock::time_point before = WorkClock::now();
  live_->wait();
  Record now{done_ + (WorkClock::now() - before),
             live_->ended(),
             with_before(live_->result())};
  if (is_writable(now.result)) {
    journal_.keep(slice_name(), to_bytes(system_, now, last_.result));
  }
  last_ = std::move(now);
}

std::vector<model::Trace> RecordedSearch::go_live(bool must_repeat) {
  std::vector<model::Trace> told;
  if (must_repeat || past_work_ < kRepeatedWork) {
    repeat_past();
  } else {
    live_ = begin_();
    told = short_runs(last_.result);
    for (Past& past : past_) {
      told.insert(told.end(), past.news.begin(), past.news.end());
    }
    before_ = last_.result;
  }
  past_.clear();
  return told;
}

void RecordedSearch::repeat_past() {
  // It was charged when it was taken from the journal.
  const base::UncountedWork uncounted;
  // What is planned depends on the work that was done when the search began.
  set_clock(begun_);
  live_ = begin_();
  for (const Past& past : past_) {
    set_clock(past.begin);
    if (budget_.poll() != base::StopReason::none) return;
    live_->start(budget_.without_work_limit().share(past.work), past.news);
    live_->wait();
  }
}

Result RecordedSearch::with_before(Result result) const {
  if (before_) (void)add_known(system_, result, *before_);
  return result;
}

Result RecordedSearch::conclude() {
  const std::string name = name_ + "/conclusion";
  if (!live_) {
    if (auto kept = find(journal_, name, system_, {})) {
      return std::move(kept->result);
    }
    (void)go_live(true);
  }
  Record out{{}, true, with_before(live_->conclude())};
  if (is_writable(out.result)) {
    journal_.keep(name, to_bytes(system_, out, {}));
  }
  return std::move(out.result);
}

}  // namespace

Result explore_recorded(Engine& engine,
                        const std::string& name,
                        const model::StepSystem& system,
                        const Options& options,
                        const base::Budget& budget,
                        const ProgressCallback& progress,
                        Kept kept) {
  base::TaskJournal* const journal = base::task_journal();
  const base::TaskName task(
      journal == nullptr ? name : name + question(system, options));
  if (journal != nullptr) {
    if (auto known = find(*journal, task.path(), system, {})) {
      WorkClock::charge(known->work);
      return std::move(known->result);
    }
  }
  const WorkClock::time_point before = WorkClock::now();
  Record record;
  record.result = engine.explore(system, options, budget, progress);
  record.work = WorkClock::now() - before;
  const Stop stop = record.result.stop;
  const bool cut = ran_out(stop) || stop == Stop::memory ||
                   stop == Stop::died || stop == Stop::interrupt;
  if (journal != nullptr && is_writable(record.result) &&
      (kept == Kept::all || !cut)) {
    journal->keep(task.path(), to_bytes(system, record, {}));
  }
  return std::move(record.result);
}

std::unique_ptr<RunningSearch> begin_recorded(
    Engine& engine,
    const std::string& name,
    const model::StepSystem& system,
    const Options& options,
    const base::Budget& budget,
    const ProgressCallback& progress) {
  base::TaskJournal* const journal = base::task_journal();
  if (journal == nullptr) {
    return engine.begin(system, options, budget, progress);
  }
  const base::TaskName task(name + question(system, options));
  return std::make_unique<RecordedSearch>(
      *journal, task.path(), system, budget, [&, progress] {
        return engine.begin(system, options, budget, progress);
      });
}

}  // namespace catenary::engine::reach
