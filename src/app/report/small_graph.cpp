// SPDX-License-Identifier: Apache-2.0
#include "app/report/small_graph.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "app/generate/given_traces.h"
#include "base/error.h"
#include "base/process.h"
#include "base/work_clock.h"

namespace catenary::app {

using model::StepOutcome;
using suite::Json;

namespace {

/// Letters that are tried in each state.
constexpr std::uint64_t kMostLetters = 4096;
/// Time of the exploration.
constexpr std::chrono::seconds kMostTime{4};
/// Values of variables in the box of a state.
constexpr std::size_t kMostValues = 6;

Json index_json(std::size_t i) {
  return Json::number(static_cast<std::int64_t>(i));
}

/// All inputs that lead from one state to another.
struct Arrow {
  std::size_t from = 0, to = 0;
  /// The first one, and how many there are.
  std::vector<logic::Value> values;
  std::size_t count = 0;
  std::set<std::uint32_t> hits;
  /// It is drawn in any case.
  bool is_drawn = false;
};

/// Thrown where the graph is too large.
struct TooLarge {
  std::string what;
};

/// "button = 1, speed = 20".
std::string text_of(const std::vector<model::Variable>& variables,
                    const std::vector<logic::Value>& values) {
  std::string out;
  for (std::size_t i = 0; i < values.size() && i < variables.size(); ++i) {
    std::string value = values[i].to_string();
    for (const model::NamedValue& n : variables[i].names) {
      if (n.value == values[i]) value = n.name;
    }
    out += (out.empty() ? "" : ", ") + variables[i].name + " = " + value;
  }
  return out.empty() ? "a step" : out;
}

/// Runs in the child.
class Explorer {
 public:
  Explorer(const model::StepSystem& system, const suite::Suite& suite)
      : system_(system),
        stepper_(system.factory->make()),
        letters_(system.inputs) {
    std::map<std::string, std::size_t> numbers;
    for (std::size_t g = 0; g < suite.goals.size(); ++g) {
      numbers[suite.goals[g].id] = g;
    }
    for (const model::Goal& g : system.goals) {
      const auto at = numbers.find(g.id);
      suite_goal_.push_back(at == numbers.end() ? -1
                                                : static_cast<int>(at->second));
    }
  }

  void explore() {
    const model::Alphabet initial(system_.initial);
    for (std::size_t i = 0; i < initial.size(); ++i) {
      const StepOutcome outcome = stepper_->reset(initial.letter(i));
      if (outcome == StepOutcome::discarded) continue;
      const std::size_t state = state_after(outcome);
      initial_.insert(state);
      note_hits(state_hits_[state]);
    }
    for (std::size_t s = 0; s < states_.size(); ++s) {
      if (!names_[s].empty()) continue;  // a run is over there
      for (std::size_t i = 0; i < letters_.size(); ++i) step(s, i);
    }
  }

  /// The path of a run, as far as its states are in the graph: that of other
  /// values of the same classes may leave it.
  Json path_of(const model::Trace& trace) {
    Json out = Json::object();
    Json& states = out.set("states", Json::array());
    std::vector<std::size_t> run;
    std::vector<std::byte> letter(system_.initial_letter_bytes());
    encode(system_.initial, trace.initial, letter);
    StepOutcome outcome = stepper_->reset(letter.data());
    std::size_t at = find(outcome);
    if (at != kNowhere) states.push(index_json(at));
    letter.assign(system_.letter_bytes(), std::byte{0});
    for (const std::vector<logic::Value>& inputs : trace.steps) {
      if (at == kNowhere || outcome != StepOutcome::running) break;
      encode(system_.inputs, inputs, letter);
      outcome = stepper_->step(letter.data());
      const std::size_t next = find(outcome);
      const auto arrow = arrow_of_.find({at, next});
      if (next == kNowhere || arrow == arrow_of_.end()) break;
      states.push(index_json(next));
      arrows_[arrow->second].is_drawn = true;
      run.push_back(arrow->second);
      at = next;
    }
    runs_.push_back(std::move(run));
    return out;
  }

  /// The graph, and of each run its arrows as they are numbered in it, behind
  /// what path_of() gave.
  Json to_json(std::vector<Json> runs) {
    Json out = Json::object();
    out.set("kind", Json::string("graph"));
    out.set("name", Json::string(system_.name));
    Json& vertices = out.set("vertices", Json::array());
    const std::vector<const model::StateScalar*> shown = varying();
    for (std::size_t s = 0; s < states_.size(); ++s) {
      vertices.push(vertex_json(s, shown));
    }
    Json& transitions = out.set("transitions", Json::array());
    std::vector<std::size_t> number(arrows_.size());
    std::size_t drawn = 0;
    for (std::size_t a = 0; a < arrows_.size(); ++a) {
      if (arrows_.size() > kMostDrawnArrows && !arrows_[a].is_drawn) continue;
      number[a] = drawn++;
      transitions.push(arrow_json(a));
    }
    out.set("arrows", index_json(arrows_.size()));
    Json& paths = out.set("runs", Json::array());
    for (std::size_t r = 0; r < runs.size(); ++r) {
      Json& edges = runs[r].set("edges", Json::array());
      for (const std::size_t a : runs_[r]) edges.push(index_json(number[a]));
      paths.push(std::move(runs[r]));
    }
    return out;
  }

 private:
  static constexpr std::size_t kNowhere = ~std::size_t{0};

  static void encode(const std::vector<model::Variable>& variables,
                     const std::vector<logic::Value>& values,
                     std::vector<std::byte>& letter) {
    for (std::size_t i = 0; i < variables.size() && i < values.size(); ++i) {
      model::encode_scalar(
          variables[i].type, values[i], letter.data() + variables[i].offset);
    }
  }

  /// The packed state; where the run is over, the outcome takes its place.
  std::string key_after(StepOutcome outcome) {
    if (outcome != StepOutcome::running) {
      return std::string("!") + model::to_string(outcome);
    }
    std::string packed(stepper_->state_bytes(), '\0');
    stepper_->save(reinterpret_cast<std::byte*>(packed.data()));
    return "=" + packed;
  }

  std::size_t find(StepOutcome outcome) {
    const auto at = state_of_.find(key_after(outcome));
    return at == state_of_.end() ? kNowhere : at->second;
  }

  std::size_t state_after(StepOutcome outcome) {
    const auto [at, is_new] =
        state_of_.try_emplace(key_after(outcome), states_.size());
    if (!is_new) return at->second;
    if (states_.size() == kMostDrawnStates) {
      throw TooLarge{"more than " + std::to_string(kMostDrawnStates) +
                     " states"};
    }
    const bool running = outcome == StepOutcome::running;
    states_.push_back(running ? at->first.substr(1) : "");
    names_.push_back(running ? "" : model::to_string(outcome));
    state_hits_.emplace_back();
    return at->second;
  }

  void step(std::size_t from, std::size_t letter) {
    stepper_->load(reinterpret_cast<const std::byte*>(states_[from].data()));
    const StepOutcome outcome = stepper_->step(letters_.letter(letter));
    if (outcome == StepOutcome::discarded) return;
    // Before the state is saved, which may run code of the program.
    std::set<std::uint32_t> hits;
    note_hits(hits);
    const std::size_t state_count = states_.size();
    const std::size_t to = state_after(outcome);
    const auto [at, is_new] = arrow_of_.try_emplace({from, to}, arrows_.size());
    if (is_new) {
      const bool is_first = state_count < states_.size();
      arrows_.push_back({from, to, letters_.values(letter), 0, {}, is_first});
    }
    Arrow& arrow = arrows_[at->second];
    ++arrow.count;
    arrow.hits.merge(hits);
  }

  void note_hits(std::set<std::uint32_t>& into) const {
    const std::uint64_t* const words = stepper_->hits();
    for (std::uint32_t g = 0; g < system_.goals.size(); ++g) {
      if (((words[g / 64] >> (g % 64)) & 1U) == 0) continue;
      if (suite_goal_[g] >= 0) {
        into.insert(static_cast<std::uint32_t>(suite_goal_[g]));
      }
    }
  }

  static Json goals_json(const std::set<std::uint32_t>& goals) {
    Json out = Json::array();
    for (const std::uint32_t g : goals) out.push(index_json(g));
    return out;
  }

  /// Single numbers that are not the same in all states.
  std::vector<const model::StateScalar*> varying() const {
    std::vector<const model::StateScalar*> out;
    for (const model::StateField& field : system_.state) {
      for (const model::StateScalar& s : field.scalars) {
        if (s.offsets.size() != 1 || s.bits != 0) continue;
        std::set<std::string> values;
        for (std::size_t i = 0; i < states_.size(); ++i) {
          if (names_[i].empty()) values.insert(value_in(states_[i], s));
        }
        if (values.size() > 1) out.push_back(&s);
      }
    }
    return out;
  }

  static std::string value_in(const std::string& state,
                              const model::StateScalar& s) {
    const std::size_t at = s.offsets.front();
    if (at + model::size_bytes(s.type) > state.size()) return "";
    return model::decode_scalar(
               s.type, reinterpret_cast<const std::byte*>(state.data()) + at)
        .to_string();
  }

  Json vertex_json(std::size_t s,
                   const std::vector<const model::StateScalar*>& shown) const {
    Json out = Json::object();
    const bool running = names_[s].empty();
    const std::string name = running ? "state " + std::to_string(s) : names_[s];
    Json values = Json::array();
    for (std::size_t i = 0; running && i < shown.size(); ++i) {
      if (i == kMostValues) {
        values.push(Json::string("…"));
        break;
      }
      values.push(Json::string(shown[i]->name + " = " +
                               value_in(states_[s], *shown[i])));
    }
    out.set("name", Json::string(name));
    out.set("full", Json::string(name));
    out.set("kind", Json::string(running ? "state" : "final state"));
    out.set("parent", Json::number(std::int64_t{-1}));
    out.set("goals", goals_json(state_hits_[s]));
    out.set("actions", std::move(values));
    if (initial_.contains(s)) out.set("initial", Json::boolean(true));
    return out;
  }

  Json arrow_json(std::size_t a) const {
    const Arrow& arrow = arrows_[a];
    Json out = Json::object();
    std::vector<std::string> label = {text_of(system_.inputs, arrow.values)};
    if (arrow.count > 1) {
      label.push_back("and " + std::to_string(arrow.count - 1) +
                      (arrow.count == 2 ? " other input" : " other inputs"));
    }
    out.set("name", Json::string(std::to_string(a)));
    out.set("label", Json::strings(label));
    out.set("kind", Json::string("external"));
    out.set("from", index_json(arrow.from));
    out.set("to", index_json(arrow.to));
    out.set("goals", goals_json(arrow.hits));
    return out;
  }

  const model::StepSystem& system_;
  std::unique_ptr<model::Stepper> stepper_;
  model::Alphabet letters_;
  /// By goal of the system its number in the suite, -1 if it is not there.
  std::vector<int> suite_goal_;
  std::map<std::string, std::size_t> state_of_;
  /// Packed, and the outcome where a run is over, else empty.
  std::vector<std::string> states_, names_;
  /// Goals that the initialisation hits there.
  std::vector<std::set<std::uint32_t>> state_hits_;
  std::set<std::size_t> initial_;
  std::vector<Arrow> arrows_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> arrow_of_;
  /// Arrows of the runs.
  std::vector<std::vector<std::size_t>> runs_;
};

/// What the child sends: a drawing, or a text.
Json explored(const model::StepSystem& system,
              const suite::Suite& suite,
              const std::vector<model::Trace>& traces) {
  try {
    Explorer explorer(system, suite);
    explorer.explore();
    std::vector<Json> runs;
    for (const model::Trace& trace : traces) {
      runs.push_back(explorer.path_of(trace));
    }
    return explorer.to_json(std::move(runs));
  } catch (const TooLarge& e) {
    return Json::string(e.what);
  }
}

/// Why the system is not even tried; empty if it is.
std::string obstacle(const model::StepSystem& system) {
  if (!system.portable_states) return "its states hold addresses";
  const std::uint64_t letters =
      std::max(model::Alphabet::size_of(system.inputs),
               model::Alphabet::size_of(system.initial));
  if (letters > kMostLetters) {
    return "there are more than " + std::to_string(kMostLetters) +
           " inputs to a step";
  }
  return "";
}

}  // namespace

GraphDrawing draw_small_graph(const model::StepSystem& system,
                              const suite::Suite& suite,
                              const std::string& suite_path,
                              const base::Budget& budget) {
  GraphDrawing out;
  out.why_not = obstacle(system);
  if (!out.why_not.empty()) return out;
  std::vector<model::Trace> traces;
  try {
    traces = read_given_traces(suite_path, system);
  } catch (const base::InputError&) {
    traces.clear();  // the graph alone
  }
  if (traces.size() != suite.tests.size()) traces.clear();
  base::ForkedTask task;
  task.body = [&](base::ForkedOutput& to) {
    to.write(explored(system, suite, traces).compact());
  };
  task.limits.time = kMostTime;
  // Drawing a page must not use up the work that searches may do.
  const base::UncountedWork uncounted;
  try {
    const base::ForkedResult result = base::run_forked(task, budget);
    if (!result.process.succeeded()) {
      out.why_not = "its exploration did not end: " + result.process.describe();
      return out;
    }
    out.drawing = suite::parse_json(result.bytes, "graph");
  } catch (const std::exception& e) {
    out.why_not = e.what();
    return out;
  }
  if (out.drawing.is(Json::Kind::string)) {
    out.why_not = "it has " + out.drawing.text();
    out.drawing = {};
  }
  return out;
}

}  // namespace catenary::app
