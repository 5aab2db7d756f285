// SPDX-License-Identifier: Apache-2.0
/// \file
/// The choices behind a first description, see guess.h.
#include "frontend/c/init/guess.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "base/error.h"
#include "frontend/c/assumptions.h"
#include "frontend/c/environment/sources.h"
#include "frontend/c/load.h"
#include "frontend/c/wiring.h"
#include "frontend/c/wiring_names.h"
#include "program/build/recipe.h"

namespace catenary::frontend::c {

namespace {

using program::Inventory;

bool has_main(const Inventory& inventory) {
  return std::any_of(inventory.functions.begin(),
                     inventory.functions.end(),
                     [](const auto& f) { return f.name == "main"; });
}

/// Whether guess_wiring() had anything to refuse.
bool has_named_step(const Inventory& inventory) {
  return std::any_of(inventory.functions.begin(),
                     inventory.functions.end(),
                     [](const auto& f) {
                       return is_called(f.name, "step") ||
                              is_called(f.name, "Step");
                     });
}

/// The program as it is once main() has another name: what main() alone calls
/// is called by nobody.
Inventory without_main(const Inventory& inventory) {
  Inventory out = inventory;
  std::erase_if(out.functions, [](const auto& f) { return f.name == "main"; });
  for (Inventory::Function& f : out.functions) {
    if (f.only_main_calls) f.is_called = false;
  }
  return out;
}

/// The type of a variable of the file, or of one that stands for a parameter of
/// the step; "" where it is not known.
std::string type_of(const Inventory& inventory,
                    const Description& d,
                    const std::string& variable) {
  for (const Inventory::Global& g : inventory.globals) {
    if (g.name == variable && g.scalar) return model::to_string(*g.scalar);
  }
  if (!d.declare) return "";
  for (const Inventory::Function& f : inventory.functions) {
    if (d.step->text.find(f.name + "(") == std::string::npos) continue;
    for (const Inventory::Parameter& p : f.parameters) {
      if (p.name == variable) return p.type.name;
    }
  }
  return "";
}

std::vector<GuessedRow> rows_of(const std::vector<VariableDescription>& all,
                                const Inventory& inventory,
                                const Description& d,
                                bool taken) {
  std::vector<GuessedRow> out;
  for (const VariableDescription& v : all) {
    const std::string& lvalue = v.lvalue.text;
    out.push_back({lvalue, type_of(inventory, d, lvalue), "", taken});
  }
  return out;
}

bool has_row(const std::vector<GuessedRow>& rows, const std::string& lvalue) {
  return std::any_of(rows.begin(), rows.end(), [&](const GuessedRow& r) {
    return r.lvalue == lvalue;
  });
}

/// Adds variables that may be meant as inputs or outputs but probably are not:
/// tables are mostly constants, static variables mostly state.
void add_candidates(const Inventory& inventory, Guess& g) {
  constexpr std::size_t kMostNumbers = 8;
  for (const Inventory::Global& v : inventory.globals) {
    if (v.is_const) continue;
    if (v.scalar) {
      if (v.written && v.is_static && !has_row(g.outputs, v.name)) {
        g.outputs.push_back(
            {v.name, model::to_string(*v.scalar), "static", false});
      }
      continue;
    }
    if (!v.read || v.written) continue;
    for (std::size_t i = 0; i < v.type.numbers.size(); ++i) {
      const std::string lvalue = v.name + v.type.numbers[i];
      if (i == kMostNumbers || has_row(g.inputs, lvalue)) break;
      g.inputs.push_back({lvalue, "", "read, but never written", false});
    }
  }
}

/// Takes the step among candidates, or those that tell their periods.
void choose_step(const ChooseStep& choose, Guess& g) {
  std::vector<Candidate> steps = g.steps;
  std::vector<PeriodicFunction> periodic = periodic_functions(steps);
  // The name of a single one does not say that others run more often.
  if (periodic.size() > 1) {
    g.tasks = std::move(periodic);
    std::erase_if(steps, [](const Candidate& c) {
      return c.likelihood == Likelihood::by_use;
    });
  }
  if (steps.empty()) return;
  const auto equal = static_cast<std::size_t>(
      std::count_if(steps.begin(), steps.end(), [&](const Candidate& c) {
        return c.likelihood == steps.front().likelihood;
      }));
  std::size_t taken = 0;
  if (equal > 1 && choose) {
    constexpr std::size_t kMostChoices = 9;
    taken = choose({steps.begin(),
                    steps.begin() + static_cast<std::ptrdiff_t>(
                                        std::min(steps.size(), kMostChoices))});
  } else if (equal > 1) {
    g.equally_likely = equal;
  }
  g.step = steps.at(taken).name;
  g.description.step = Code{steps[taken].call(), steps[taken].where};
}

/// The initialisations that main() calls, in the order of the code, or else the
/// most likely one.
void choose_init(Guess& g) {
  std::vector<Candidate> inits;
  std::copy_if(g.inits.begin(),
               g.inits.end(),
               std::back_inserter(inits),
               [](const Candidate& c) { return c.in_main; });
  std::sort(inits.begin(), inits.end(), [](const auto& a, const auto& b) {
    return a.where.line < b.where.line;
  });
  if (inits.empty()) {
    if (g.inits.empty() || g.description.init) return;
    inits.push_back(g.inits.front());
  }
  Code init{"", inits.front().where};
  for (const Candidate& c : inits) {
    init.text += (init.text.empty() ? "" : " ") + c.call();
  }
  g.description.init = std::move(init);
}

/// Makes inputs and outputs of variables, as far as they are numbers.
void take_globals(const Inventory& inventory, Guess& g) {
  g.description.inputs.clear();
  g.description.outputs.clear();
  try {
    wire_globals(g.description, inventory);
  } catch (const base::InputError& e) {
    g.doubt = e.diagnostics().front().message;
  }
}

}  // namespace

Guess guess_description(const Description& bare,
                        const Inventory& all,
                        bool main_runs,
                        const ChooseStep& choose) {
  const Inventory inventory = without_main(all);
  Guess g;
  g.description = bare;
  g.whole_program = main_runs;
  g.steps = step_candidates(all);
  g.inits = init_candidates(all);
  g.handlers = handler_candidates(all);
  if (!main_runs) {
    Description wired = bare;
    try {
      (void)guess_wiring(wired, inventory);
      g.description = std::move(wired);
      for (const Candidate& c : g.steps) {
        if (c.call() == g.description.step->text) g.step = c.name;
      }
    } catch (const base::InputError& e) {
      if (has_named_step(inventory)) {
        g.doubt = e.diagnostics().front().message;
      }
      choose_step(choose, g);
      take_globals(inventory, g);
    }
    // A step with arguments has the initialisation that belongs to it.
    if (!g.description.declare) choose_init(g);
    g.description.rename_main = has_main(all);
  } else {
    take_globals(inventory, g);
  }
  g.inputs =
      rows_of(g.description.inputs, inventory, g.description, !main_runs);
  g.outputs =
      rows_of(g.description.outputs, inventory, g.description, !main_runs);
  if (!g.description.declare) add_candidates(inventory, g);
  return g;
}

Guess guess_description(Description bare,
                        const ChooseStep& choose,
                        const base::Budget& budget) {
  std::vector<std::string> added;
  const Inventory inventory = inventory_with_siblings(bare, budget, added);
  bare.stub_missing = !inventory.missing_functions.empty();
  bool main_runs = has_main(inventory);
  if (main_runs) {
    try {
      LoadOptions options;
      options.criteria = {"property"};
      (void)load(bare, options, budget);
    } catch (const base::InputError& e) {
      // Other faults are those of the program, however it is driven.
      const std::string& code = e.diagnostics().front().code;
      main_runs = code != program::kNoStepLoop && code != kNoInput;
    }
  }
  Guess out = guess_description(bare, inventory, main_runs, choose);
  out.stubbed.assign(inventory.missing_functions.begin(),
                     inventory.missing_functions.end());
  return out;
}

}  // namespace catenary::frontend::c
