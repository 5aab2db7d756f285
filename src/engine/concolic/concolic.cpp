// SPDX-License-Identifier: Apache-2.0
#include "engine/concolic/concolic.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "engine/concolic/explore.h"
#include "engine/concolic/messages.h"
#include "engine/concolic/native.h"
#include "engine/concolic/path_search.h"
#include "engine/concolic/random_concolic.h"
#include "engine/reach/process/board_process.h"
#include "engine/reach/replay.h"

namespace catenary::engine::concolic {

namespace {

using model::GoalStatus;

/// With formulas of paths.
void search_paths(classes::StepPaths& paths,
                  Native& native,
                  const Messages& messages,
                  reach::Board& board) {
  Symbols symbols(paths);
  if (native.options().strategy == Strategy::random_concolic) {
    RandomConcolic(native, symbols, messages).run();
  } else {
    PathSearch search(native, symbols, board);
    if (native.options().strategy == Strategy::systematic) {
      search.run_systematically();
    } else {
      search.run_directed();
    }
  }
  native.publish();
  reach::SearchPosition position = board.position();
  position.states = symbols.paths();
  board.set_position(position);
}

void search_without_paths(Native& native,
                          const Messages& messages,
                          reach::Board& board) {
  if (native.options().strategy == Strategy::simple) {
    explore_simply(native, messages, board);
  } else {
    run_randomly(native, messages);
  }
  native.publish();
}

/// Goals that the board has runs to.
std::uint32_t covered_on(const reach::Board& board) {
  std::uint32_t covered = 0;
  for (std::uint32_t g = 0; g < board.goal_count(); ++g) {
    if (board.goal(g).state == reach::GoalKnowledge::State::hit) ++covered;
  }
  return covered;
}

/// Why a goal that was not hit is undecided.
std::string open_reason(const reach::Board& board, Strategy strategy) {
  std::string reason = std::string("not covered by strategy ") +
                       to_string(strategy) + " (" + to_string(strategy) +
                       " does not prove unreachability)";
  const std::string why =
      board.stop_text().empty() ? to_string(board.stop()) : board.stop_text();
  return reason + "; stopped by " + why + " after " +
         std::to_string(board.position().depth) + " executions";
}

}  // namespace

reach::Result result_of(const reach::Board& board, Strategy strategy) {
  reach::Result result;
  for (std::uint32_t g = 0; g < board.goal_count(); ++g) {
    const reach::GoalKnowledge& goal = board.goal(g);
    reach::GoalReport report;
    if (goal.state == reach::GoalKnowledge::State::hit) {
      report.trace = goal.trace;
      report.shortest = goal.length() == 0 || goal.shortest;
      report.result.status = GoalStatus::covered;
      report.result.depth = goal.length();
      report.result.reason = reach::hit_text(goal.length(), report.shortest);
    } else if (goal.state == reach::GoalKnowledge::State::unreachable) {
      report.result = {
          GoalStatus::unreachable, model::Trust::proved, goal.reason, -1};
    } else {
      report.result.reason = open_reason(board, strategy);
    }
    result.goals.push_back(std::move(report));
  }
  result.findings = board.findings();
  std::stable_sort(result.findings.begin(),
                   result.findings.end(),
                   [](const reach::Finding& a, const reach::Finding& b) {
                     return a.trace.steps.size() < b.trace.steps.size();
                   });
  result.stop = board.stop();
  result.stop_text = board.stop_text();
  result.transitions = board.position().native_steps;
  result.engine = std::string("concolic-") + to_string(strategy);
  result.closed = board.position().closed;
  if (result.closed) result.engine += " and explicit over classes of inputs";
  if (!board.contradiction().empty()) {
    reach::distrust(result, board.contradiction());
  }
  return result;
}

const char* to_string(Strategy strategy) {
  switch (strategy) {
    case Strategy::systematic:
      return "sc";
    case Strategy::random_concolic:
      return "rc";
    case Strategy::simple:
      return "se";
    case Strategy::random:
      return "rt";
    case Strategy::directed:
      break;
  }
  return "directed";
}

bool needs_encoder(Strategy strategy) {
  return strategy == Strategy::systematic ||
         strategy == Strategy::random_concolic;
}

bool uses_paths(const model::StepSystem& system,
                const ConcolicOptions& options) {
  return needs_encoder(options.strategy) ||
         (options.strategy == Strategy::directed && system.encoder != nullptr);
}

void search_here(classes::StepPaths& paths,
                 ConcolicOptions options,
                 const base::Budget& budget,
                 reach::Board& board) {
  // Steps are cheap beside questions, whose patience is enough.
  options.patience_steps = 0;
  Native native(paths.system(), options, budget, board);
  const Messages messages(paths.system());
  search_paths(paths, native, messages, board);
}

void search_here(const model::StepSystem& system,
                 const ConcolicOptions& options,
                 const base::Budget& budget,
                 reach::Board& board) {
  if (uses_paths(system, options)) {
    classes::StepPaths paths(system, budget);
    search_here(paths, options, budget, board);
    return;
  }
  Native native(system, options, budget, board);
  const Messages messages(system);
  search_without_paths(native, messages, board);
}

ConcolicResult search_in_child(const model::StepSystem& system,
                               const ConcolicOptions& options,
                               const base::Budget& budget,
                               const CoverageCallback& progress,
                               const SearchBody& body) {
  reach::Board board(system, {});
  CoverageWatch watch(progress);
  reach::BoardTask task;
  task.search = body;
  task.on_news = [&watch](const reach::Board& news) {
    watch.note(news.position().native_steps, covered_on(news));
  };
  task.memory_bytes = options.memory_bytes;
  task.name = "the searching process";
  reach::search_in_child(system, task, budget, board);
  ConcolicResult out;
  out.result = result_of(board, options.strategy);
  out.result.seconds = watch.seconds();
  out.executions = board.position().depth;
  out.paths = board.position().states;
  out.exhausted_steps = board.position().complete_depth;
  out.coverage = watch.finish();
  return out;
}

ConcolicResult search(const model::StepSystem& system,
                      const ConcolicOptions& options,
                      const base::Budget& budget,
                      const CoverageCallback& progress) {
  CATENARY_CHECK(system.factory != nullptr, "the system can be run");
  CATENARY_CHECK(system.encoder != nullptr || !needs_encoder(options.strategy),
                 "the system can be encoded");
  ConcolicOptions own = options;
  if (own.memory_bytes == 0) own.memory_bytes = budget.memory_bytes();
  const auto body = [&](reach::Board& board, const base::Budget& own_budget) {
    search_here(system, own, own_budget, board);
  };
  return search_in_child(system, own, budget, progress, body);
}

}  // namespace catenary::engine::concolic
