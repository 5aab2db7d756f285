// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests in TTCN-3. The language has no solver, so delays and values of
/// stimulations are chosen here, as `catenary run` would where the system does
/// what the purpose waits for; their guards are evaluated when they are sent.
#include <filesystem>
#include <utility>

#include "app/convert/conversion.h"
#include "app/run/sut.h"
#include "exec/stimulation.h"
#include "exec/timed/constraint_solver.h"
#include "exec/tree/tree_guards.h"
#include "exec/tree/tree_program.h"
#include "report/export/ttcn3/ttcn3.h"
#include "suite/adaptive.h"

namespace catenary::app {

namespace {

/// Chooses the stimulations of one tree.
class StimulationPlanner {
 public:
  StimulationPlanner(exec::TreeProgram& program, exec::ConstraintSolver& solver)
      : program_(program),
        rng_(1),
        chooser_(program.terms(),
                 &solver,
                 rng_,
                 {exec::Policy::minimal, exec::TimedRunOptions{}.margin}) {}

  std::map<std::uint32_t, report::PlannedStimulation> plan() {
    enter(0, {}, 0);
    return std::move(out_);
  }

 private:
  /// Plans what is sent in a state and in those that follow it. A tree that
  /// leads into a circle is refused by its writer.
  void enter(std::uint32_t state, logic::Assignment known, std::size_t depth) {
    if (depth > program_.states().size()) return;
    const exec::ProgramState& s = program_.states()[state];
    for (const exec::ProgramDefinition& d : s.definitions) {
      if (const auto value = logic::evaluate(d.value, known)) {
        known.set(d.variable, *value);
      }
    }
    for (const exec::ProgramTransition& t : s.stimulations) {
      const auto found = chooser_.choose(t, known, 0, s.source->time_out);
      if (!found) continue;
      out_[state] = {t.index, found->delay, found->values};
      follow(t, *found, known, depth);
      break;
    }
    for (const exec::ProgramTransition& t : s.observations) {
      if (t.source->to_leaf) continue;
      const auto found = chooser_.choose(t, known, 0, s.source->time_out);
      if (found) follow(t, *found, known, depth);
    }
    for (const exec::ProgramTransition& t : s.silences) {
      exec::Stimulation silence;
      silence.delay = s.source->time_out;
      follow(t, silence, known, depth);
    }
  }

  void follow(const exec::ProgramTransition& t,
              const exec::Stimulation& found,
              logic::Assignment known,
              std::size_t depth) {
    if (t.source->to_leaf) return;
    exec::bind_values(t, found.delay, found.values, known);
    enter(t.source->to, std::move(known), depth + 1);
  }

  exec::TreeProgram& program_;
  base::Rng rng_;
  exec::Chooser chooser_;
  std::map<std::uint32_t, report::PlannedStimulation> out_;
};

}  // namespace

void write_ttcn3_files(const Conversion& conversion) {
  if (conversion.options().output.empty()) {
    throw base::InputError({},
                           "tests in TTCN-3 are a directory; expected -o "
                           "DIRECTORY",
                           "output");
  }
  const suite::Suite s = conversion.suite();
  report::Ttcn3Options options;
  options.seconds_of_unit =
      seconds_of_unit(RunOptions{}, s.signature.time_unit);
  const auto solver = exec::timed::make_constraint_solver(
      exec::timed::kSolverTime, conversion.context().budget);
  for (const suite::Test& test : s.tests) {
    auto& plan = options.plans.emplace_back();
    if (!suite::is_automaton(test)) continue;
    exec::TreeProgram program(test.tree, s.signature);
    plan = StimulationPlanner(program, *solver).plan();
  }
  write_files(conversion, report::write_ttcn3(s, options));
}

}  // namespace catenary::app
