// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/symbolic.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <new>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "base/process.h"
#include "engine/reach/board.h"
#include "engine/reach/symbolic_search.h"

namespace catenary::engine::reach {

namespace {

using Clock = std::chrono::steady_clock;
using model::GoalStatus;
using model::Trust;
using std::chrono::milliseconds;
using State = GoalKnowledge::State;

/// How long the child may take to stop by itself once its time is over.
constexpr milliseconds kGrace{1500};

/// What is said of the goals that are neither hit nor proved out of reach.
model::GoalResult judge_open(const Board& board, const GoalKnowledge& goal) {
  model::GoalResult result;
  const SearchPosition& at = board.position();
  const std::string known =
      at.started
          ? "no run of at most " + steps_text(at.complete_depth) + " hits it"
          : "";
  const std::string prefix = known.empty() ? "" : known + "; ";
  if (!board.contradiction().empty()) {
    result.reason = board.contradiction();
  } else if (!board.gap().empty()) {
    result.reason = prefix + board.gap();
  } else if (board.stop() == Stop::died || board.stop() == Stop::solver ||
             board.stop() == Stop::memory) {
    result.reason =
        prefix + (board.stop_text().empty()
                      ? std::string("stopped by ") + to_string(board.stop())
                      : board.stop_text());
  } else if (!at.started) {
    result.reason = std::string("stopped by ") + to_string(board.stop()) +
                    " before any run was examined";
  } else {
    result.status = GoalStatus::not_within_bound;
    result.depth = at.complete_depth;
    result.trust = Trust::proved;
    result.reason = known + "; stopped by " + to_string(board.stop());
  }
  if (result.status == GoalStatus::undecided && !goal.reason.empty()) {
    result.reason += "; " + goal.reason;
  }
  return result;
}

model::GoalResult judge(const Board& board, const GoalKnowledge& goal) {
  model::GoalResult result;
  switch (goal.state) {
    case State::hit: {
      const bool shortest = goal.shortest && board.contradiction().empty();
      result.status = GoalStatus::covered;
      result.depth = goal.length();
      result.reason = hit_text(goal.length(), shortest);
      return result;
    }
    case State::unreachable:
      if (!board.contradiction().empty()) {
        result.reason = board.contradiction();
        return result;
      }
      result.status = GoalStatus::unreachable;
      result.trust = Trust::proved;
      result.reason = goal.reason;
      return result;
    case State::broken:
      result.reason = goal.reason;
      return result;
    case State::unanswered:
      result.reason =
          board.contradiction().empty() ? goal.reason : board.contradiction();
      return result;
    case State::open:
      break;
  }
  return judge_open(board, goal);
}

Result result_of(const Board& board) {
  Result result;
  const SearchPosition& at = board.position();
  const bool believed = board.contradiction().empty();
  result.closed = at.closed && believed;
  result.complete_depth = believed && at.started ? at.complete_depth : 0;
  result.stop = board.stop();
  result.stop_text = board.stop_text();
  result.initial_ended = at.initial_ended;
  result.states = at.states;
  result.transitions = at.native_steps;
  result.encoded = at.encoded;
  for (std::uint32_t g = 0; g < board.goal_count(); ++g) {
    const GoalKnowledge& goal = board.goal(g);
    GoalReport report;
    report.result = judge(board, goal);
    if (report.result.status == GoalStatus::covered) {
      report.trace = goal.trace;
      report.shortest = goal.length() == 0 || (goal.shortest && believed);
    }
    if (report.result.status == GoalStatus::unreachable) {
      result.proof = "induction with invariants, and exhausted lengths";
    }
    result.goals.push_back(std::move(report));
  }
  result.findings = board.findings();
  std::stable_sort(result.findings.begin(),
                   result.findings.end(),
                   [](const Finding& a, const Finding& b) {
                     return a.trace.steps.size() < b.trace.steps.size();
                   });
  return result;
}

void tell(const ProgressCallback& progress,
          const Board& board,
          Clock::time_point begin) {
  if (!progress) return;
  const std::chrono::duration<double> taken = Clock::now() - begin;
  Progress p;
  p.states = board.position().states;
  p.transitions = board.position().native_steps;
  p.depth = board.position().depth;
  p.goals = static_cast<std::uint32_t>(board.goal_count());
  for (std::uint32_t g = 0; g < board.goal_count(); ++g) {
    if (board.goal(g).state == State::hit) ++p.goals_hit;
  }
  p.transitions_per_second =
      static_cast<double>(p.transitions) / std::max(taken.count(), 1e-3);
  progress(p);
}

/// Whether what the tools are made of, such as LLVM, may have failed since the
/// limit of the address space leaves it nothing.
bool memory_is_spent() {
  constexpr std::size_t kLittle = std::size_t{16} << 20;
  void* block =
      mmap(nullptr, kLittle, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) return true;
  munmap(block, kLittle);
  return false;
}

/// Searches, in the child; what keeps it from going on is on the board.
void search(const model::StepSystem& system,
            const Options& options,
            const SymbolicOptions& symbolic,
            const base::Budget& budget,
            Board& board) {
  try {
    SymbolicSearch(system, options, symbolic, budget, board).run();
  } catch (const std::bad_alloc&) {
    board.set_stop(Stop::memory, "");
  } catch (const base::InputError&) {
    throw;
  } catch (const base::ToolError& e) {
    const base::StopReason spent = budget.poll();
    if (spent != base::StopReason::none) {
      board.set_stop(
          spent == base::StopReason::time ? Stop::time : Stop::interrupt, "");
    } else if (memory_is_spent()) {
      board.set_stop(Stop::memory, "");
    } else {
      board.set_stop(Stop::solver, e.what());
    }
  }
}

}  // namespace

std::uint64_t address_space() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

MakeSolver solver_maker(const SymbolicOptions& options) {
  return [sat = options.sat, solver = options.solver] {
    return sat ? sat(solver) : logic::smt::make_cadical(solver);
  };
}

Result SymbolicEngine::explore(const model::StepSystem& system,
                               const Options& options,
                               const base::Budget& budget,
                               const ProgressCallback& progress) {
  CATENARY_CHECK(system.factory != nullptr && system.encoder != nullptr,
                 "the system can be run and encoded");
  const auto begin = Clock::now();
  auto next_progress = begin;
  Board board(system, {});

  base::ForkedTask task;
  task.body = [&](base::ForkedOutput& output) {
    Board own(system, [&](std::string_view bytes) { output.write(bytes); });
    search(system, options, options_, budget, own);
  };
  task.on_bytes = [&](std::string_view bytes) {
    board.apply(bytes);
    if (Clock::now() < next_progress) return;
    next_progress = Clock::now() + milliseconds(200);
    tell(progress, board, begin);
  };
  const std::uint64_t memory =
      options.memory_bytes != 0 ? options.memory_bytes : budget.memory_bytes();
  if (memory != 0) task.limits.address_space_bytes = address_space() + memory;
  // The child watches the time itself, so that it can say what it knows.
  base::Budget patient = budget;
  if (budget.has_deadline()) patient.set_time(budget.time_left() + kGrace);
  const base::ForkedResult child = base::run_forked(task, patient);

  if (!board.stopped()) {
    switch (child.process.ending) {
      case base::Ending::timed_out:
        board.set_stop(Stop::time, "");
        break;
      case base::Ending::interrupted:
        board.set_stop(Stop::interrupt, "");
        break;
      default:
        board.set_stop(
            Stop::died,
            "the solving process ended early: " + child.process.describe());
    }
  }
  Result result = result_of(board);
  result.engine = "symbolic";
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return result;
}

}  // namespace catenary::engine::reach
