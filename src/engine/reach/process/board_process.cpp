// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/process/board_process.h"

#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "engine/reach/process/board_result.h"
#include "model/step/wire.h"

namespace catenary::engine::reach {

namespace {

/// How long the child may take to stop by itself once its time is over.
constexpr std::chrono::milliseconds kGrace{1500};

/// Whether this process gets no more memory. Libraries that fail for lack of
/// it often say something else.
bool memory_is_spent() {
  constexpr std::size_t kLittle = std::size_t{1} << 24;
  void* const block =
      mmap(nullptr, kLittle, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) return true;
  munmap(block, kLittle);
  return false;
}

/// In the child: runs the search. What keeps it from going on is on the board
/// then; errors of the input are for the user, and are passed on.
void search_here(const BoardTask& task,
                 const base::Budget& budget,
                 Board& board) {
  try {
    task.search(board, budget);
  } catch (const std::bad_alloc&) {
    board.set_stop(Stop::memory, "");
  } catch (const base::InputError&) {
    throw;
  } catch (const base::ToolError& e) {
    const base::StopReason spent = budget.poll();
    if (spent != base::StopReason::none) {
      board.set_stop(stop_of(spent), "");
    } else if (dynamic_cast<const base::StoppedError*>(&e) != nullptr) {
      // Its share of the budget is spent, as planned: no tool has failed.
      board.set_stop(stop_of(budget.work_reason()), "");
    } else if (memory_is_spent()) {
      board.set_stop(Stop::memory, "");
    } else {
      board.set_stop(Stop::solver, e.what());
    }
  }
}

/// The task as a forked one, whose output goes to the board in the parent.
base::ForkedTask forked(const BoardTask& task, Board& board) {
  base::ForkedTask out;
  out.on_bytes = [&task, &board](std::string_view bytes) {
    board.apply(bytes);
    if (task.on_news) task.on_news(board);
  };
  if (task.memory_bytes != 0) {
    out.limits.address_space_bytes = base::address_space() + task.memory_bytes;
  }
  return out;
}

/// The limits of a child that watches the budget itself, so that it can report
/// what it knows; only if it does not stop is it killed.
base::Budget patient(const base::Budget& budget) {
  base::Budget out = budget.without_work_limit();
  if (budget.has_deadline()) out.set_time(budget.time_left() + kGrace);
  return out;
}

/// Why the search stopped, if the board does not say: the ending of the child
/// is the reason.
void note_ending(const BoardTask& task,
                 const base::ProcessResult& process,
                 Board& board) {
  switch (process.ending) {
    case base::Ending::timed_out:
      board.set_stop(Stop::time, "");
      break;
    case base::Ending::interrupted:
      board.set_stop(Stop::interrupt, "");
      break;
    default: {
      // C libraries call abort() if they get no memory. Only at very low limits
      // is that the likely reason.
      constexpr std::uint64_t kLittle = std::uint64_t{1} << 24;
      const bool starved = process.signal == SIGABRT &&
                           task.memory_bytes != 0 &&
                           task.memory_bytes < kLittle;
      board.set_stop(
          starved ? Stop::memory : Stop::died,
          std::string(task.name) + " ended early: " + process.describe() +
              (starved ? ", as it may at a memory limit this low" : ""));
    }
  }
}

BoardTask limited(BoardTask task,
                  const Options& options,
                  const base::Budget& budget) {
  task.memory_bytes =
      options.memory_bytes != 0 ? options.memory_bytes : budget.memory_bytes();
  return task;
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
      .count();
}

}  // namespace

SlicedSearch::SlicedSearch(const model::StepSystem& system,
                           BoardTask task,
                           Read read,
                           const base::Budget& budget)
    : system_(system),
      task_(std::move(task)),
      read_(std::move(read)),
      budget_(budget),
      limits_(patient(budget)),
      board_(system, {}) {
  base::ForkedTask own = forked(task_, board_);
  own.body = [this](base::ForkedOutput& output) { be_child(output); };
  // Before the fork: what it prepares is shared with the child.
  system.factory->prepare();
  child_.emplace(own);
  slices_.close_read();
}

// The message for a slice: its limits, the length of the news, and the news. If
// there is not enough memory for the news, their bytes are read and dropped, so
// that the next message is found.
base::Slice SlicedSearch::next_slice(Board& board) const {
  struct Head {
    base::WorkClock::rep work;
    std::int64_t milliseconds;
    std::uint64_t size;
  } head{};
  if (!base::read_all(slices_, &head, sizeof head)) return {};
  const base::Slice slice{base::WorkClock::duration(head.work),
                          std::chrono::milliseconds(head.milliseconds)};
  std::uint64_t left = head.size;
  try {
    std::string message(head.size, '\0');
    if (!base::read_all(slices_, message.data(), head.size)) return {};
    left = 0;
    base::WireReader from(message);
    std::vector<model::Trace> news(from.get_count());
    for (model::Trace& run : news) read(from, system_, run);
    board.offer(std::move(news));
  } catch (const std::bad_alloc&) {
    char dropped[4096];
    while (left > 0) {
      const std::size_t part = std::min<std::uint64_t>(left, sizeof dropped);
      if (!base::read_all(slices_, dropped, part)) return {};
      left -= part;
    }
  }
  return slice;
}

void SlicedSearch::be_child(base::ForkedOutput& output) {
  slices_.close_write();
  Board own(system_, [&](std::string_view bytes) { output.write(bytes); });
  const auto slices =
      std::make_shared<base::Slices>([&](base::WorkClock::duration done) {
        own.set_rest(done);
        return next_slice(own);
      });
  base::Budget budget = budget_;
  budget.set_slices(slices);
  if (slices->go_on()) search_here(task_, budget, own);
}

void SlicedSearch::start(const base::Budget& slice,
                         const std::vector<model::Trace>& news) {
  CATENARY_CHECK(!ended_, "the search goes on");
  while (board_.rests() == rests_ && serve(base::kPollInterval)) {
  }
  if (ended_) return;
  rests_ = board_.rests();
  board_.clear_stop();
  // Nothing would mean that the search is over.
  const auto work = std::max(slice.work_left(), std::chrono::milliseconds(1));
  base::WireWriter runs;
  const bool told = task_.takes_runs;
  runs.put(std::uint64_t{told ? news.size() : 0});
  if (told) {
    for (const model::Trace& run : news) write(runs, system_, run);
  }
  base::WireWriter head;
  head.put(base::WorkClock::duration(work).count(),
           std::int64_t{slice.time_left().count()},
           std::uint64_t{runs.bytes().size()});
  // If nobody reads, the child has ended, as wait() will notice.
  (void)(base::write_all(slices_, head.bytes()) &&
         base::write_all(slices_, runs.bytes()));
}

bool SlicedSearch::serve(std::chrono::milliseconds at_most) {
  if (ended_ || board_.rests() != rests_) return false;
  if (child_->serve(limits_, at_most)) return board_.rests() == rests_;
  finish();
  return false;
}

void SlicedSearch::finish() {
  ended_ = true;
  const base::WorkClock::time_point before = base::WorkClock::now();
  const base::ForkedResult child = child_->finish();
  // That charged all of its work, with the slices that wait() had charged.
  // Nothing was charged if it crashed.
  if (base::WorkClock::now() != before) base::WorkClock::charge(-charged_);
  if (!board_.stopped()) note_ending(task_, child.process, board_);
}

// The end of the child is for wait(), which may throw.
void SlicedSearch::look() {
  if (ended_ || board_.rests() != rests_) return;
  (void)child_->serve(limits_, std::chrono::milliseconds(0));
}

void SlicedSearch::wait() {
  while (serve(base::kPollInterval)) {
  }
  if (ended_) return;
  base::WorkClock::charge(board_.work() - charged_);
  charged_ = board_.work();
  // The user gave a time or a limit of work; a slice is a part of that.
  const base::StopReason spent = budget_.poll();
  const base::StopReason planned =
      budget_.has_deadline() && !budget_.has_work_limit()
          ? base::StopReason::time
          : budget_.work_reason();
  board_.set_stop(stop_of(spent != base::StopReason::none ? spent : planned),
                  "");
}

void search_in_child(const model::StepSystem& system,
                     const BoardTask& task,
                     const base::Budget& budget,
                     Board& board) {
  base::ForkedTask own = forked(task, board);
  own.body = [&](base::ForkedOutput& output) {
    Board there(system, [&](std::string_view bytes) { output.write(bytes); });
    search_here(task, budget, there);
  };
  // Before the fork: what it prepares is shared with the child.
  system.factory->prepare();
  const base::ForkedResult child = base::run_forked(own, patient(budget));
  if (!board.stopped()) note_ending(task, child.process, board);
}

std::unique_ptr<RunningSearch> BoardEngine::begin(
    const model::StepSystem& system,
    const Options& options,
    const base::Budget& budget,
    const ProgressCallback& progress) {
  BoardTask own = limited(task(system, options), options, budget);
  const auto teller = std::make_shared<BoardTeller>(progress);
  own.on_news = [teller](const Board& news) { teller->tell(news); };
  const auto begun = std::chrono::steady_clock::now();
  return std::make_unique<SlicedSearch>(
      system,
      std::move(own),
      [this, &system, begun](const Board& board) {
        Result result = read(system, board);
        result.seconds = seconds_since(begun);
        return result;
      },
      budget);
}

Result BoardEngine::explore(const model::StepSystem& system,
                            const Options& options,
                            const base::Budget& budget,
                            const ProgressCallback& progress) {
  const auto begun = std::chrono::steady_clock::now();
  Board board(system, {});
  BoardTask own = limited(task(system, options), options, budget);
  BoardTeller teller(progress);
  own.on_news = [&teller](const Board& news) { teller.tell(news); };
  search_in_child(system, own, budget, board);
  Result result = read(system, board);
  result.seconds = seconds_since(begun);
  return result;
}

}  // namespace catenary::engine::reach
