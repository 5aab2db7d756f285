// SPDX-License-Identifier: Apache-2.0
#include "engine/abstraction/projection.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/abstraction/guided_search.h"
#include "engine/abstraction/localisation.h"
#include "engine/abstraction/proof_by_sets.h"
#include "engine/reach/process/board_process.h"
#include "engine/reach/process/board_result.h"

namespace catenary::engine::abstraction {

using base::WorkClock;
using model::StepOutcome;
using End = ExploredStates::End;
using Origin = ExploredStates::Origin;
using State = reach::GoalKnowledge::State;

namespace {

constexpr std::size_t kFirstStates = 500;

class Projection {
 public:
  Projection(const Exploring& on, const ProjectionOptions& options)
      : on_(on),
        options_(options),
        whole_(on),
        without_(on),
        stepper_(on.system().factory->make()),
        concrete_(std::max<std::size_t>(stepper_->state_bytes(), 1)),
        next_(concrete_.size()) {}

  void run();

 private:
  void search();
  [[nodiscard]] End explore_whole();
  [[nodiscard]] bool is_settled() const;
  /// Whether another round may help.
  [[nodiscard]] bool round();
  void conclude(const ExploredStates& states);
  void prove(std::uint32_t goal, const std::string& reason);
  [[nodiscard]] std::vector<ExploredStates::Hit> left() const;
  void guide();
  void try_run(std::uint32_t goal, Origin last);
  void blame(std::uint32_t source, const classes::Bytes& letter);
  [[nodiscard]] bool take_back();

  Exploring on_;
  ProjectionOptions options_;
  ExploredStates whole_, without_;
  std::set<std::uint32_t> blamed_;  ///< slots that are to be taken back
  std::unique_ptr<model::Stepper> stepper_;
  std::vector<std::byte> concrete_, next_;  ///< of a run that is tried
};

void Projection::prove(std::uint32_t goal, const std::string& reason) {
  reach::GoalKnowledge proved;
  proved.state = State::unreachable;
  proved.reason = reason;
  on_.board.set_goal(goal, std::move(proved));
}

/// All states, or more, were expanded.
void Projection::conclude(const ExploredStates& states) {
  std::string reason = "no step from any of the " +
                       std::to_string(states.size()) +
                       " reachable states hits it";
  if (states.left_out_count() > 0) {
    reason = "no step from any of " + std::to_string(states.size()) +
             " states hits it, which are all when " +
             std::to_string(states.left_out_count()) +
             " variables may have any value before every step";
  }
  for (std::uint32_t g = 0; g < on_.board.goal_count(); ++g) {
    if (states.hit(g)) continue;
    if (on_.wanted(g)) prove(g, reason);
    if (on_.board.goal(g).state == State::hit) {
      on_.board.set_contradiction("a run hits '" + on_.system().goals[g].id +
                                  "', which no step from any state does");
    }
  }
  reach::SearchPosition p = on_.board.position();
  p.closed = p.closed || !states.strange();
  on_.board.set_position(p);
}

/// Goals that are hit where some variables are left out, and not known.
std::vector<ExploredStates::Hit> Projection::left() const {
  std::vector<ExploredStates::Hit> out;
  std::set<std::uint32_t> seen;
  for (const ExploredStates::Hit& hit : without_.hits()) {
    if (on_.wanted(hit.goal) && seen.insert(hit.goal).second) {
      out.push_back(hit);
    }
  }
  return out;
}

void Projection::guide() {
  GuidedSearch search(whole_, without_);
  for (const ExploredStates::Hit& hit : left()) {
    if (on_.budget.poll() != base::StopReason::none) return;
    if (!on_.wanted(hit.goal)) continue;
    if (search.search(hit.goal, on_, options_.guided_states) ==
        GuidedSearch::Found::proof) {
      prove(hit.goal,
            "no step from any of " + std::to_string(whole_.size()) +
                " states hits it, and from no other it is hit even when " +
                std::to_string(without_.left_out_count()) +
                " variables may have any value before every step");
    }
  }
}

/// What is left out and has other values in the concrete state than the letter
/// gives it, where the path of the step reads it.
void Projection::blame(std::uint32_t source, const classes::Bytes& letter) {
  const std::byte* state = without_.state(source);
  std::vector<std::byte> filled(state, state + concrete_.size());
  classes::InputClasses& classes = without_.classes();
  classes.fill_free(letter, filled.data());
  for (const std::uint32_t k : classes.free_reads(state, letter)) {
    const model::StateSlot& slot = classes.slots()[k];
    if (model::slot_value(slot, filled.data()) !=
        model::slot_value(slot, concrete_.data())) {
      blamed_.insert(k);
    }
  }
}

/// Executes the run whose last step hits the goal where some variables are left
/// out. Either it hits the goal, or it is known what is to blame.
void Projection::try_run(std::uint32_t goal, Origin last) {
  std::vector<Origin> steps = {last};
  while (steps.back().source != ExploredStates::kNone) {
    steps.push_back(without_.origin(steps.back().source));
  }
  std::reverse(steps.begin(), steps.end());
  const model::Alphabet& initial = without_.initial();
  model::Trace trace;
  trace.initial = initial.values(steps.front().initial);
  StepOutcome outcome = stepper_->reset(initial.letter(steps.front().initial));
  for (std::size_t i = 1; i < steps.size(); ++i) {
    if (outcome != StepOutcome::running) return;
    stepper_->save(concrete_.data());
    const classes::Bytes& letter = *steps[i].letter;
    base::WorkClock::charge(stepper_->step_price() +
                            stepper_->take_loop_price());
    outcome =
        stepper_->step_from(concrete_.data(), letter.data(), next_.data());
    trace.steps.push_back(model::values_in(on_.system().inputs, letter.data()));
    const bool is_last = i + 1 == steps.size();
    const bool same =
        is_last ? ((stepper_->hits()[goal / 64] >> (goal % 64)) & 1U) != 0
                : outcome == StepOutcome::running &&
                      without_.find(next_.data()) == steps[i + 1].source;
    if (!same) return blame(steps[i].source, letter);
    if (outcome == StepOutcome::running) stepper_->load(next_.data());
  }
  reach::GoalKnowledge hit;
  hit.state = State::hit;
  hit.trace = std::move(trace);
  on_.board.set_goal(goal, std::move(hit));
}

/// False where nothing is to blame.
bool Projection::take_back() {
  std::vector<bool> free = without_.left_out();
  bool any = false;
  for (const std::uint32_t k : blamed_) {
    any = any || free[k];
    free[k] = false;
  }
  blamed_.clear();
  if (any) without_.leave_out(std::move(free));
  return any;
}

bool Projection::round() {
  const End end = without_.explore(~std::size_t{0});
  if (end == End::over) return false;
  if (end == End::gap) {
    blamed_.insert(without_.too_many().begin(), without_.too_many().end());
    return take_back();
  }
  conclude(without_);
  guide();
  for (const ExploredStates::Hit& hit : left()) try_run(hit.goal, hit.step);
  return !left().empty() && take_back();
}

/// All states where they are few. What is many shows soon.
End Projection::explore_whole() {
  const WorkClock::time_point begin = WorkClock::now();
  // The first ones even where there is no time: the initial ones matter.
  End end = whole_.explore(std::min(kFirstStates, options_.whole_states));
  for (std::size_t most = 2 * kFirstStates;
       end == End::limit && most < options_.whole_states &&
       WorkClock::now() - begin < options_.whole_time;
       most *= 2) {
    end = whole_.explore(most);
  }
  const bool in_time = WorkClock::now() - begin < options_.whole_time;
  return end == End::limit && in_time ? whole_.explore(options_.whole_states)
                                      : end;
}

bool Projection::is_settled() const {
  for (std::uint32_t g = 0; g < on_.board.goal_count(); ++g) {
    if (on_.wanted(g)) return false;
  }
  return on_.board.position().closed;
}

void Projection::run() {
  search();
  whole_.tell();
  without_.tell();
}

void Projection::search() {
  const End end = explore_whole();
  if (end == End::done) conclude(whole_);
  if (end != End::limit) return;
  SampledStates sample(on_, whole_);
  std::vector<bool> rare = rarely_read(whole_, sample, options_.rarely);
  if (options_.by_sets) {
    std::vector<bool> local = rare;
    local.flip();
    prove_by_sets(on_, whole_, sample, local);
  }
  if (is_settled()) return;
  without_.leave_out(std::move(rare));
  for (std::size_t r = 0; r < options_.rounds && round();) ++r;
}

/// A board that knows the runs that there are.
void tell(const reach::Result& found, reach::Board& board) {
  for (std::uint32_t g = 0; g < found.goals.size(); ++g) {
    if (!found.goals[g].trace) continue;
    reach::GoalKnowledge hit;
    hit.state = State::hit;
    hit.trace = found.goals[g].trace;
    board.set_goal(g, std::move(hit));
  }
  for (const reach::Finding& finding : found.findings) {
    board.add_finding(finding);
  }
}

}  // namespace

void prove_by_projection(const Exploring& on,
                         const ProjectionOptions& projection) {
  Projection(on, projection).run();
}

reach::Result prove_by_projection(const model::StepSystem& system,
                                  const ProjectionOptions& projection,
                                  const reach::Options& options,
                                  const reach::Result& found,
                                  const base::Budget& budget,
                                  const reach::ProgressCallback& progress) {
  const auto begin = base::Budget::Clock::now();
  const std::uint64_t memory =
      options.memory_bytes != 0 ? options.memory_bytes : budget.memory_bytes();
  reach::Board board(system, {});
  reach::BoardTask task;
  task.search = [&](reach::Board& here, const base::Budget& /*same*/) {
    tell(found, here);
    classes::StepPaths paths(system, budget);
    prove_by_projection({paths, budget, memory, here}, projection);
  };
  reach::BoardTeller teller(progress);
  task.on_news = [&](const reach::Board& news) { teller.tell(news); };
  task.memory_bytes = memory;
  task.name = "the proving process";
  reach::search_in_child(system, task, budget, board);
  reach::Result result = reach::result_of(board);
  result.proof.clear();  // states were exhausted
  result.seconds =
      std::chrono::duration<double>(base::Budget::Clock::now() - begin).count();
  return result;
}

}  // namespace catenary::engine::abstraction
