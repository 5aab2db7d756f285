// SPDX-License-Identifier: Apache-2.0
/// \file
/// The engine against an obviously correct search with std::map, on random
/// automata with every outcome a step can have.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <tuple>

#include "engine/reach/explicit/explicit.h"
#include "engine/reach/replay.h"
#include "unit/engine/reach/fake_systems.h"

namespace catenary::engine::reach::test {
namespace {

using model::StepOutcome;

struct Move {
  std::uint16_t target = 0;
  Effect effect;
};

// A random automaton: moves_[state][letter].
struct Automaton {
  int letters = 1;
  int starts = 1;
  int goals = 0;
  std::size_t state_bytes = 2;
  bool some_final = false;
  std::vector<std::vector<Move>> moves;
  std::vector<Move> initial;
  std::vector<bool> is_final;
};

Automaton random_automaton(unsigned seed, bool lossy) {
  std::mt19937 random(seed);
  const auto below = [&](int n) { return static_cast<int>(random() % n); };
  Automaton a;
  const int states = 1 + below(below(4) == 0 ? 3000 : 60);
  a.letters = 1 + below(9);
  a.starts = 1 + below(3);
  a.goals = below(3) == 0 ? 130 : below(8);
  const std::size_t widths[] = {2, 3, 4, 7, 8, 9, 20, 65, 300};
  a.state_bytes = widths[below(9)];
  a.some_final = below(2) == 0;
  // Local targets make deep systems, random ones make shallow systems.
  const bool deep = below(2) == 0;
  const auto move = [&](int from) {
    Move m;
    m.target = static_cast<std::uint16_t>(
        deep ? std::min(states - 1, std::max(0, from + 3 - below(6)))
             : below(states));
    const int kind = below(40);
    if (kind == 0) m.effect.outcome = StepOutcome::ended;
    if (kind < 4 && kind > 0) m.effect.outcome = StepOutcome::discarded;
    if (kind == 4) m.effect.outcome = StepOutcome::crashed;
    if (lossy && kind == 5) m.effect.outcome = StepOutcome::unsupported;
    if (lossy && kind == 6) m.effect.outcome = StepOutcome::hung;
    m.effect.text = "event " + std::to_string(below(3));
    if (a.goals > 0) {
      for (int n = below(6) - 3; n > 0; --n) {
        m.effect.hits.push_back(static_cast<std::uint32_t>(below(a.goals)));
      }
    }
    return m;
  };
  a.moves.resize(static_cast<std::size_t>(states));
  for (int s = 0; s < states; ++s) {
    a.is_final.push_back(below(3) == 0);
    for (int l = 0; l < a.letters; ++l) {
      a.moves[static_cast<std::size_t>(s)].push_back(move(s));
    }
  }
  for (int l = 0; l < a.starts; ++l) a.initial.push_back(move(below(states)));
  return a;
}

std::size_t number_of(const std::vector<std::uint8_t>& state) {
  return state[0] | static_cast<std::size_t>(state[1]) << 8;
}

Effect enter(const Move& move, std::vector<std::uint8_t>& state) {
  state[0] = static_cast<std::uint8_t>(move.target);
  state[1] = static_cast<std::uint8_t>(move.target >> 8);
  // The other bytes repeat, so that a hash that forgets some is not noticed
  // by correctness, and one that reads beyond the end is.
  for (std::size_t i = 2; i < state.size(); ++i) state[i] = state[i % 2];
  return move.effect;
}

model::StepSystem system_of(const Automaton& a) {
  FakeProgram program;
  program.state_bytes = a.state_bytes;
  program.goals = static_cast<std::size_t>(a.goals);
  program.init = [a](auto& state, const auto& in) {
    return enter(a.initial[static_cast<std::size_t>(in[0])], state);
  };
  program.step = [a](auto& state, const auto& in) {
    return enter(a.moves[number_of(state)][static_cast<std::size_t>(in[0])],
                 state);
  };
  if (a.some_final) {
    program.final_state = [a](const auto& state) {
      return a.is_final[number_of(state)];
    };
  }
  return make_system(program, {a.letters}, {a.starts});
}

using Hits = std::set<std::uint32_t>;
using Step = std::tuple<StateId, Hits, std::uint32_t>;  // target, hits, letter

// What the search must find.
struct Expected {
  std::vector<std::uint16_t> states;  // in the order they are found
  std::vector<std::uint32_t> distance;
  std::vector<std::vector<Step>> out;
  std::vector<Step> initial;
  std::map<std::uint32_t, std::uint32_t> depth;  // of every goal that is hit
  std::map<std::tuple<StepOutcome, std::string>, std::uint32_t> findings;
  std::uint32_t complete_depth = 0;
  std::uint64_t transitions = 0;
  bool closed = true;
};

Expected naive_search(const Automaton& a, std::uint32_t max_steps) {
  Expected e;
  std::map<std::uint16_t, StateId> ids;
  // The length of a shortest run that could not be followed.
  std::uint32_t first_gap = std::numeric_limits<std::uint32_t>::max();
  const auto take = [&](const Move& move,
                        std::uint32_t letter,
                        std::uint32_t depth,
                        std::vector<Step>& out) {
    const Hits hits(move.effect.hits.begin(), move.effect.hits.end());
    const StepOutcome outcome = move.effect.outcome;
    for (const std::uint32_t goal : hits) e.depth.emplace(goal, depth);
    StateId target = kEnded;
    if (outcome == StepOutcome::running) {
      const auto [at, fresh] =
          ids.emplace(move.target, static_cast<StateId>(e.states.size()));
      if (fresh) {
        e.states.push_back(move.target);
        e.distance.push_back(depth);
      }
      target = at->second;
    } else if (outcome == StepOutcome::discarded && hits.empty()) {
      return false;
    } else if (outcome != StepOutcome::ended &&
               outcome != StepOutcome::discarded) {
      e.findings.emplace(std::tuple(outcome, move.effect.text), depth);
      if (outcome != StepOutcome::crashed) {
        first_gap = std::min(first_gap, depth);
        return true;
      }
    }
    for (const auto& [t, h, l] : out) {
      if (depth > 0 && t == target && h == hits) return true;
    }
    out.emplace_back(target, hits, letter);
    return true;
  };
  for (std::uint32_t l = 0; l < a.initial.size(); ++l) {
    take(a.initial[l], l, 0, e.initial);
  }
  for (StateId s = 0; s < e.states.size(); ++s) {
    if (max_steps != 0 && e.distance[s] == max_steps) {
      e.closed = false;
      break;
    }
    e.complete_depth = e.distance[s] + 1;
    e.out.emplace_back();
    const auto& moves = a.moves[e.states[s]];
    for (std::uint32_t l = 0; l < moves.size(); ++l) {
      if (take(moves[l], l, e.distance[s] + 1, e.out.back())) ++e.transitions;
    }
  }
  e.out.resize(e.states.size());
  // What lies behind gaps may be anywhere; runs before them were followed.
  if (first_gap != std::numeric_limits<std::uint32_t>::max()) {
    e.closed = false;
    const std::uint32_t followed = std::max(first_gap, 1U) - 1;
    e.complete_depth = std::min(e.complete_depth, followed);
  }
  return e;
}

std::vector<Step> steps_of(std::span<const Edge> edges, const Graph& graph) {
  std::vector<Step> steps;
  for (const Edge& edge : edges) {
    const auto& goals = graph.hit_sets[edge.hits];
    steps.emplace_back(
        edge.target, Hits(goals.begin(), goals.end()), edge.letter);
  }
  return steps;
}

void expect_graph(const Automaton& a, const Expected& e, const Graph& graph) {
  ASSERT_EQ(graph.state_count(), e.states.size());
  EXPECT_EQ(graph.distance, e.distance);
  EXPECT_EQ(steps_of(graph.initial, graph), e.initial);
  for (StateId s = 0; s < graph.state_count(); ++s) {
    ASSERT_EQ(steps_of(graph.out(s), graph), e.out[s]) << "state " << s;
    EXPECT_EQ(graph.is_final[s] != 0, !a.some_final || a.is_final[e.states[s]])
        << "state " << s;
  }
  EXPECT_EQ(graph.closed, e.closed);
  EXPECT_EQ(graph.complete_depth, e.complete_depth);
  EXPECT_EQ(graph.ended_is_final, !a.some_final);
  const std::set<std::vector<std::uint32_t>> distinct(graph.hit_sets.begin(),
                                                      graph.hit_sets.end());
  EXPECT_EQ(distinct.size(), graph.hit_sets.size());
  EXPECT_TRUE(graph.hit_sets.at(0).empty());
}

void expect_goals(const model::StepSystem& system,
                  const Expected& e,
                  const Result& result) {
  const auto stepper = system.factory->make();
  for (std::uint32_t g = 0; g < result.goals.size(); ++g) {
    const GoalReport& goal = result.goals[g];
    EXPECT_FALSE(goal.result.reason.empty());
    const auto hit = e.depth.find(g);
    ASSERT_EQ(goal.trace.has_value(), hit != e.depth.end()) << "goal " << g;
    if (!goal.trace) {
      EXPECT_EQ(goal.result.status == model::GoalStatus::unreachable, e.closed);
      continue;
    }
    EXPECT_EQ(goal.result.status, model::GoalStatus::covered);
    EXPECT_EQ(goal.result.trust, model::Trust::claimed);
    EXPECT_EQ(goal.result.depth, hit->second);
    ASSERT_EQ(goal.trace->steps.size(), hit->second);
    const auto run = model::simulate(system, *stepper, *goal.trace);
    ASSERT_EQ(run.steps.size(), hit->second);
    const auto& last = run.steps.empty() ? run.initial : run.steps.back();
    EXPECT_TRUE(std::count(last.hits.begin(), last.hits.end(), g) == 1);
  }
}

class RandomSystems : public testing::TestWithParam<unsigned> {};

TEST_P(RandomSystems, AreExploredAsByTheNaiveSearch) {
  for (unsigned i = 0; i < 12; ++i) {
    const unsigned seed = GetParam() * 12 + i;
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Automaton a = random_automaton(seed, seed % 3 == 0);
    const model::StepSystem system = system_of(a);
    Options options;
    options.max_steps = seed % 4 == 0 ? 1 + seed % 7 : 0;
    const Expected e = naive_search(a, options.max_steps);
    options.max_hung = 0;
    for (const std::uint32_t jobs : {1U, 2U, 3U}) {
      for (const bool keep : {true, false}) {
        if (jobs == 2 && !keep) continue;
        SCOPED_TRACE("jobs " + std::to_string(jobs));
        options.jobs = jobs;
        options.keep_edges = keep;
        const Result result =
            ExplicitEngine().explore(system, options, base::Budget(), {});
        EXPECT_EQ(result.states, e.states.size());
        EXPECT_EQ(result.transitions, e.transitions);
        EXPECT_EQ(result.closed, e.closed);
        EXPECT_EQ(result.complete_depth, e.complete_depth);
        expect_goals(system, e, result);
        ASSERT_EQ(result.findings.size(), e.findings.size());
        for (const Finding& f : result.findings) {
          EXPECT_EQ(e.findings.at({f.outcome, f.event.text}),
                    f.trace.steps.size());
        }
        ASSERT_EQ(result.graph.has_value(), keep);
        if (keep) expect_graph(a, e, *result.graph);
      }
    }
  }
}

void forget_hits(std::vector<Move>& moves, bool of_all) {
  for (Move& m : moves) {
    if (of_all || m.effect.outcome == StepOutcome::running) {
      m.effect.hits.clear();
    }
  }
}

// The run to the step `letter` from `state`, through the graph's only steps.
model::Trace run_to(const model::StepSystem& system,
                    const Graph& graph,
                    StateId state,
                    std::uint32_t letter) {
  const model::Alphabet inputs(system.inputs);
  const model::Alphabet starts(system.initial);
  model::Trace trace;
  trace.steps.push_back(inputs.values(letter));
  while (graph.distance[state] > 0) {
    for (StateId from = 0; from < graph.state_count(); ++from) {
      const auto out = graph.out(from);
      const auto edge =
          std::find_if(out.begin(), out.end(), [&](const Edge& e) {
            return e.target == state;
          });
      if (edge == out.end()) continue;
      EXPECT_EQ(graph.distance[from] + 1, graph.distance[state]);
      trace.steps.push_back(inputs.values(edge->letter));
      state = from;
      break;
    }
  }
  std::reverse(trace.steps.begin(), trace.steps.end());
  const auto start = std::find_if(
      graph.initial.begin(), graph.initial.end(), [&](const Edge& e) {
        return e.target == state;
      });
  EXPECT_NE(start, graph.initial.end());
  trace.initial = starts.values(start->letter);
  return trace;
}

// Length of a shortest run to each set of goals that a last step hits.
std::map<std::vector<std::uint32_t>, std::uint32_t> ends_of(const Graph& g) {
  std::map<std::vector<std::uint32_t>, std::uint32_t> ends;
  for (StateId s = 0; s < g.state_count(); ++s) {
    for (const Edge& edge : g.out(s)) {
      if (edge.target != kEnded || edge.hits == 0) continue;
      const auto [at, fresh] =
          ends.emplace(g.hit_sets[edge.hits], g.distance[s] + 1);
      if (!fresh) at->second = std::min(at->second, g.distance[s] + 1);
    }
  }
  return ends;
}

TEST_P(RandomSystems, ShortestEndsAreThoseOfTheWholeGraph) {
  for (unsigned i = 0; i < 12; ++i) {
    const unsigned seed = GetParam() * 12 + i + 5000;
    SCOPED_TRACE("seed " + std::to_string(seed));
    Automaton a = random_automaton(seed, false);
    a.some_final = false;
    forget_hits(a.initial, true);
    for (auto& moves : a.moves) forget_hits(moves, false);
    const model::StepSystem system = system_of(a);
    Options options;
    options.max_steps = seed % 4 == 0 ? 1 + seed % 7 : 0;
    options.keep_edges = true;
    const Result whole =
        ExplicitEngine().explore(system, options, base::Budget(), {});
    options.shortest_ends = true;
    for (const std::uint32_t jobs : {1U, 3U}) {
      options.jobs = jobs;
      const Result few =
          ExplicitEngine().explore(system, options, base::Budget(), {});
      EXPECT_EQ(few.states, whole.states);
      EXPECT_EQ(few.transitions, whole.transitions);
      EXPECT_EQ(few.graph->closed, whole.graph->closed);
      for (std::size_t g = 0; g < system.goals.size(); ++g) {
        EXPECT_EQ(few.goals[g].result.status, whole.goals[g].result.status);
        EXPECT_EQ(few.goals[g].result.depth, whole.goals[g].result.depth);
      }
      EXPECT_EQ(ends_of(*few.graph), ends_of(*whole.graph));
      std::size_t ends = 0;
      const auto stepper = system.factory->make();
      for (StateId s = 0; s < few.graph->state_count(); ++s) {
        for (const Edge& edge : few.graph->out(s)) {
          if (edge.target != kEnded) continue;
          ++ends;
          const auto run = model::simulate(
              system, *stepper, run_to(system, *few.graph, s, edge.letter));
          EXPECT_EQ(run.steps.back().hits, few.graph->hit_sets[edge.hits]);
          EXPECT_EQ(run.steps.size(), few.graph->distance[s] + 1);
        }
      }
      EXPECT_EQ(ends, ends_of(*whole.graph).size());  // one of each
    }
  }
}

TEST_P(RandomSystems, GoalsOnTheWayNeedTheWholeGraph) {
  for (unsigned i = 0; i < 6; ++i) {
    const unsigned seed = GetParam() * 6 + i + 9000;
    SCOPED_TRACE("seed " + std::to_string(seed));
    Automaton a = random_automaton(seed, false);
    // Few hits: the search has to start again somewhere on its way.
    for (std::size_t s = 0; s + 3 < a.moves.size(); ++s) {
      forget_hits(a.moves[s], false);
    }
    forget_hits(a.initial, true);
    const model::StepSystem system = system_of(a);
    Options options;
    options.keep_edges = true;
    const Result whole =
        ExplicitEngine().explore(system, options, base::Budget(), {});
    const bool on_the_way = std::any_of(
        whole.graph->edges.begin(),
        whole.graph->edges.end(),
        [](const Edge& e) { return e.target != kEnded && e.hits != 0; });
    if (!on_the_way && !a.some_final) continue;
    options.shortest_ends = true;
    for (const std::uint32_t jobs : {1U, 3U}) {
      options.jobs = jobs;
      const Result same =
          ExplicitEngine().explore(system, options, base::Budget(), {});
      EXPECT_EQ(same.graph->edges, whole.graph->edges);
      EXPECT_EQ(same.graph->hit_sets, whole.graph->hit_sets);
      EXPECT_EQ(same.transitions, whole.transitions);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomSystems, testing::Range(0U, 20U));

TEST(RandomSystems, AreConfirmedByReplay) {
  for (unsigned seed = 1000; seed < 1020; ++seed) {
    const model::StepSystem system = system_of(random_automaton(seed, true));
    Result result = ExplicitEngine().explore(system, {}, base::Budget(), {});
    const std::vector<GoalReport> before = result.goals;
    confirm(system, result, {}, base::Budget());
    for (std::size_t g = 0; g < before.size(); ++g) {
      EXPECT_EQ(result.goals[g].result.status, before[g].result.status);
      if (result.goals[g].trace) {
        EXPECT_EQ(result.goals[g].result.trust, model::Trust::replayed);
      }
    }
    for (const Finding& finding : result.findings) {
      EXPECT_EQ(finding.trust, model::Trust::replayed);
    }
  }
}

}  // namespace
}  // namespace catenary::engine::reach::test
