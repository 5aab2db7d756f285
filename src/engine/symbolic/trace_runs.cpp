// SPDX-License-Identifier: Apache-2.0
/// \file
/// Depth-first search along a given trace. Observed delays and values are known
/// constants, so most conditions are decided by simplification.

#include "engine/symbolic/trace_runs.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/symbolic/search/space.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/substitute.h"

namespace catenary::engine::symbolic {

namespace {

using logic::Op;
using logic::Term;
using model::TimedAction;

}  // namespace

/// What searches share. Contexts are never removed from an execution, so a new
/// one is made after many steps.
struct TraceRuns::State {
  State(const model::TimedAutomaton& a,
        const TestCaseOptions& o,
        const base::Budget& b)
      : automaton(a), options(o), budget(b) {}

  void prepare() {
    constexpr std::uint64_t kManySteps = 20'000;
    if (space && steps < kManySteps) return;
    space.reset();
    execution = std::make_unique<Execution>(automaton);
    space = std::make_unique<Space>(*execution, options, budget);
    steps = 0;
  }

  const model::TimedAutomaton& automaton;
  TestCaseOptions options;
  base::Budget budget;
  std::unique_ptr<Execution> execution;
  std::unique_ptr<Space> space;
  std::uint64_t steps = 0;  ///< of searches since they were made
};

namespace {

/// One search. What is known of the path so far is in `known_` and `formulas_`;
/// leaving a context cuts both back to what they were.
class RunSearch {
 public:
  RunSearch(Space& space, const model::TimedRunQuery& query)
      : automaton_(space.automaton()),
        query_(query),
        execution_(space.execution()),
        space_(space),
        terms_(space.terms()) {}
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

  model::TimedRunAnswer run() {
    // Returns the first run found. Paths are left open if a query had no
    // answer.
    model::TimedRunAnswer out;
    if (begin()) {
      while (!path_.empty()) {
        // The whole trace is matched: hidden values remain to be found.
        if (path_.back().event == query_.trace.size() && settle(out)) {
          return out;
        }
        // A step deeper, or back.
        if (!advance()) leave();
        if (space_.budget().poll() != base::StopReason::none) {
          open_ = "no time was left to look for a run with this trace";
          break;
        }
        if (++steps_ > TraceRuns::kMostSteps) {
          open_ = "the search for a run with this trace ended after " +
                  std::to_string(TraceRuns::kMostSteps) + " steps";
          break;
        }
      }
    }
    out.answer = open_.empty() ? model::Answer::no : model::Answer::undecided;
    out.why = open_;
    return out;
  }

 private:
  // A context on the path.
  struct Level {
    ContextId context = 0;
    std::size_t event = 0;       ///< next one of the trace
    Term age;                    ///< time since the last event
    std::uint32_t internal = 0;  ///< internal steps since then
    std::size_t next = 0;        ///< successor to be tried
    std::size_t formulas = 0;    ///< before this step
    std::vector<Term> names = {};
  };

  // A rational constant.
  Term real(const mpq_class& q) {
    return terms_.constant(logic::Value::real(q));
  }
  // A term with what is known in place.
  Term here(Term t) {
    return logic::simplify(terms_, logic::substitute(terms_, t, known_));
  }
  // Adds a name with its value, to be removed with the level.
  void know(Level& level, Term name, Term value) {
    known_[name] = value;
    level.names.push_back(name);
  }
  /// Adds a condition. Returns false if it cannot hold.
  bool require(Term condition) {
    const Term c = here(condition);
    if (c.is_false()) return false;
    if (!c.is_true()) formulas_.push_back(c);
    return true;
  }
  // Adds the definitions and conditions of a context. Returns false if they
  // cannot hold.
  bool require(const Context& context, Level& level) {
    for (const Definition& d : context.definitions) {
      know(level, d.variable, here(d.value));
    }
    for (const Term c : context.conditions) {
      if (!require(c)) return false;
    }
    // Nothing was added: still satisfiable.
    if (formulas_.size() == level.formulas) return true;
    const Truth truth = space_.satisfiable(formulas_);
    if (truth == Truth::unknown) open_ = space_.why();
    return truth != Truth::no;
  }

  // Undoes what a level added.
  void cut_back(const Level& level) {
    formulas_.resize(level.formulas);
    for (const Term name : level.names) known_.erase(name);
  }
  void leave() {
    cut_back(path_.back());
    path_.pop_back();
  }

  // The initial context, or any valuation that the query gives.
  bool begin() {
    Level start;
    start.age = real(0);
    if (query_.from != nullptr) {
      start.context = execution_.anywhere(query_.from->state);
      for (std::size_t i = 0; i < automaton_.variables.size(); ++i) {
        know(start,
             automaton_.variables[i].term,
             terms_.constant(query_.from->values.at(i)));
      }
    } else {
      for (const auto& [variable, value] : query_.hidden) {
        know(start, initial(variable), terms_.constant(value));
      }
    }
    if (!require(execution_.context(start.context), start)) return false;
    path_.push_back(std::move(start));
    return true;
  }
  // The hidden initial value of a variable.
  Term initial(std::uint32_t variable) {
    const model::TimedVariable& v = automaton_.variables[variable];
    return terms_.variable(v.name + "?", v.term.sort());
  }

  /// Takes the next possible step. Returns false if there is none.
  bool advance() {
    while (true) {
      const Level& at = path_.back();
      const auto& successors = execution_.successors(at.context);
      if (at.event == query_.trace.size() || at.next == successors.size()) {
        return false;
      }
      // The index is advanced first: a failed attempt is not repeated.
      const ContextId to = successors[path_.back().next++];
      Level level;
      level.context = to;
      level.formulas = formulas_.size();
      if (enter(path_.back(), to, level)) {
        path_.push_back(std::move(level));
        return true;
      }
      cut_back(level);
    }
  }

  // One step: an internal one, which takes no event, or one that takes the next
  // event.
  bool enter(const Level& from, ContextId to, Level& level) {
    const Context& context = execution_.context(to);
    const model::TimedTransition& t =
        automaton_.transitions[*context.transition];
    const model::TimedEvent& event = query_.trace[from.event];
    const Term due = real(event.delay);
    if (t.action == TimedAction::internal) {
      if (from.internal == TraceRuns::kMostInternal) {
        open_ = "a run with more than " +
                std::to_string(TraceRuns::kMostInternal) +
                " internal steps in a row was not followed";
        return false;
      }
      level.event = from.event;
      level.internal = from.internal + 1;
      level.age = here(terms_.make(Op::add, {from.age, context.delay}));
      // Internal steps happen before the event.
      if (!require(terms_.make(Op::less_equal, {level.age, due}))) return false;
      // An internal step does not excuse silence that was too long before it.
      const std::uint32_t state = execution_.context(from.context).state;
      const Term in_time =
          space_.steps().in(from.context, space_.steps().no_late(state));
      if (!require(in_time)) return false;
    } else {
      if (t.channel != event.channel) return false;
      level.event = from.event + 1;
      level.age = real(0);
      know(level, context.delay, here(terms_.make(Op::sub, {due, from.age})));
      for (std::size_t i = 0; i < context.values.size(); ++i) {
        know(level, context.values[i], terms_.constant(event.values.at(i)));
      }
    }
    return require(context, level);
  }

  /// The whole trace is matched: reads the run from a model, if there is one.
  bool settle(model::TimedRunAnswer& out) {
    const Truth truth = space_.satisfiable(formulas_);
    if (truth == Truth::unknown) open_ = space_.why();
    if (truth != Truth::yes) return false;
    const auto value = [&](Term t) { return space_.value(here(t)); };
    out.answer = model::Answer::yes;
    for (const Level& level : path_) {
      const Context& context = execution_.context(level.context);
      if (!context.transition) {
        if (query_.from == nullptr) start_values(context, out.run);
        continue;
      }
      model::TimedRun::Step step;
      step.transition = *context.transition;
      step.delay = value(context.delay).as_real();
      const bool input =
          automaton_.transitions[step.transition].action == TimedAction::input;
      for (const Term v : context.values) {
        if (input) step.values.received.push_back(value(v));
      }
      for (const Term v : context.hidden) {
        step.values.fresh.push_back(value(v));
      }
      out.run.steps.push_back(std::move(step));
    }
    return true;
  }
  // Initial values of variables, and those of newfresh in @init.
  void start_values(const Context& start, model::TimedRun& run) {
    std::map<Term, bool> is_initial;
    for (const std::uint32_t v : automaton_.uninitialised()) {
      is_initial.emplace(initial(v), true);
      run.hidden.push_back(space_.value(here(initial(v))));
    }
    for (const Term v : start.hidden) {
      if (!is_initial.contains(v)) run.fresh.push_back(space_.value(here(v)));
    }
  }

  const model::TimedAutomaton& automaton_;
  const model::TimedRunQuery& query_;
  Execution& execution_;
  Space& space_;
  logic::TermManager& terms_;
  logic::Substitution known_;
  std::vector<Term> formulas_;
  std::vector<Level> path_;
  std::uint64_t steps_ = 0;
  std::string open_;  ///< why paths were left open
};

}  // namespace

TraceRuns::TraceRuns(const model::TimedAutomaton& automaton,
                     const TestCaseOptions& options,
                     const base::Budget& budget)
    : state_(std::make_unique<State>(automaton, options, budget)) {}

TraceRuns::~TraceRuns() = default;

model::TimedRunAnswer TraceRuns::find(const model::TimedRunQuery& query) {
  state_->prepare();
  RunSearch search(*state_->space, query);
  model::TimedRunAnswer out = search.run();
  state_->steps += search.steps();
  return out;
}

}  // namespace catenary::engine::symbolic
