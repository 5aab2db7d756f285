// SPDX-License-Identifier: Apache-2.0
#include "engine/concolic/concolic.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "engine/abstraction/projection.h"
#include "engine/classes/exhaust.h"
#include "engine/concolic/directed.h"
#include "engine/concolic/explore.h"
#include "engine/concolic/messages.h"
#include "engine/concolic/native.h"
#include "engine/concolic/path_search.h"
#include "engine/concolic/random_concolic.h"
#include "engine/reach/process/board_process.h"
#include "engine/reach/replay.h"

namespace catenary::engine::concolic {

namespace {

using Clock = std::chrono::steady_clock;
using model::GoalStatus;
using reach::Stop;
using std::chrono::milliseconds;

/// Patience of a directed search, before it looks for proofs.
constexpr std::uint64_t kDirectedQuestions = 3'000;
/// Of so many goals one has to be found within it.
constexpr std::uint64_t kGoalsPerNews = 300;
/// Of the time that is left, in hundredths: for runs, and then for proofs.
constexpr int kSearchOf = 45;
constexpr int kProveOf = 80;
/// For proofs, where no time is set.
constexpr milliseconds kProve{240'000};

/// Leaves a part of the time of a budget that has some.
void spend(base::Budget& budget, int hundredths) {
  if (budget.has_deadline()) {
    budget.set_time(budget.time_left() * hundredths / 100);
  }
}

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

bool settles(const ConcolicOptions& options) {
  return options.strategy == Strategy::directed && options.prove;
}

/// What is left when the runs are over.
void prove_here(classes::StepPaths& paths,
                const ConcolicOptions& options,
                const base::Budget& budget,
                reach::Board& board) {
  bool open = false;
  for (std::uint32_t g = 0; g < board.goal_count(); ++g) {
    open = open || board.goal(g).state == reach::GoalKnowledge::State::open;
  }
  if (!open || board.stop() == Stop::hangs ||
      !classes::can_exhaust(paths.system()) ||
      budget.poll() != base::StopReason::none) {
    return;
  }
  abstraction::prove_by_projection({paths, budget, options.memory_bytes, board},
                                   {});
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

/// In the child: native runs, and what follows from their paths.
void search_and_prove(const model::StepSystem& system,
                      const ConcolicOptions& options,
                      const base::Budget& budget,
                      reach::Board& board) {
  base::Budget now = budget;
  if (settles(options)) spend(now, kSearchOf);
  Native native(system, options, now, board);
  const Messages messages(system);
  const bool directed = options.strategy == Strategy::directed;
  if (!(directed && system.encoder != nullptr) &&
      !needs_encoder(options.strategy)) {
    search_without_paths(native, messages, board);
    return;
  }
  classes::StepPaths paths(system, now);
  search_paths(paths, native, messages, board);
  if (!settles(options)) return;
  now = budget;
  if (!now.has_deadline())
    now.set_time(kProve);
  else
    spend(now, kProveOf);
  prove_here(paths, options, now, board);
}

/// The parent's side: what arrived, and when.
class Watch {
 public:
  Watch(const reach::Board& board, const CoverageCallback& progress)
      : board_(board), progress_(progress) {}

  void look() {
    std::uint32_t covered = 0;
    for (std::uint32_t g = 0; g < board_.goal_count(); ++g) {
      if (board_.goal(g).state == reach::GoalKnowledge::State::hit) ++covered;
    }
    note(board_.position().native_steps, covered);
  }
  void note(std::uint64_t steps, std::uint32_t covered) {
    const CoveragePoint now{seconds(), steps, std::max(covered, covered_)};
    steps_ = steps;
    const bool news = now.covered > covered_;
    if (news) points_.push_back(now);
    covered_ = now.covered;
    if (!progress_ || (!news && Clock::now() < next_)) return;
    next_ = Clock::now() + milliseconds(200);
    progress_(now);
  }
  [[nodiscard]] std::vector<CoveragePoint> finish() {
    points_.push_back({seconds(), steps_, covered_});
    return std::move(points_);
  }
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
  }

 private:
  const reach::Board& board_;
  const CoverageCallback& progress_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_ = begin_;
  std::uint64_t steps_ = 0;
  std::uint32_t covered_ = 0;
  std::vector<CoveragePoint> points_;
};

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

void read_board(const reach::Board& board,
                Strategy strategy,
                reach::Result& result) {
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
}

}  // namespace

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

ConcolicResult search(const model::StepSystem& system,
                      const ConcolicOptions& options,
                      const base::Budget& budget,
                      const CoverageCallback& progress) {
  CATENARY_CHECK(system.factory != nullptr, "the system can be run");
  CATENARY_CHECK(system.encoder != nullptr || !needs_encoder(options.strategy),
                 "the system can be encoded");
  ConcolicOptions own = options;
  if (options.strategy == Strategy::directed && options.prove) {
    // What is left then is for proofs.
    own.patience_questions =
        std::min(own.patience_questions, kDirectedQuestions);
    own.patience_news =
        std::max<std::uint64_t>(1, system.goals.size() / kGoalsPerNews);
  }
  if (system.encoder != nullptr && (needs_encoder(options.strategy) ||
                                    options.strategy == Strategy::directed)) {
    own.patience_steps = 0;
  }
  if (own.memory_bytes == 0) own.memory_bytes = budget.memory_bytes();
  reach::Board board(system, {});
  Watch watch(board, progress);
  reach::BoardTask task;
  task.search = [&](reach::Board& here) {
    search_and_prove(system, own, budget, here);
  };
  task.on_news = [&watch](const reach::Board&) { watch.look(); };
  task.memory_bytes = own.memory_bytes;
  task.name = "the searching process";
  reach::search_in_child(system, task, budget, board);
  ConcolicResult out;
  read_board(board, options.strategy, out.result);
  out.result.seconds = watch.seconds();
  out.executions = board.position().depth;
  out.paths = board.position().states;
  out.exhausted_steps = board.position().complete_depth;
  if (settles(options) && leaves_goals(out.result) &&
      board.stop() != Stop::hangs && budget.poll() == base::StopReason::none) {
    const std::uint64_t before = out.result.transitions;
    out.result = settle(system,
                        own,
                        std::move(out.result),
                        budget,
                        [&](const reach::Progress& p) {
                          watch.note(before + p.transitions, p.goals_hit);
                        });
    std::uint32_t covered = 0;
    for (const reach::GoalReport& g : out.result.goals) {
      if (g.trace) ++covered;
    }
    watch.note(out.result.transitions, covered);
  }
  out.coverage = watch.finish();
  return out;
}

}  // namespace catenary::engine::concolic
