// SPDX-License-Identifier: Apache-2.0
/// \file
/// The choices behind a first description, see guess.h.
#include "frontend/c/init/guess.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include "base/error.h"
#include "frontend/c/assumptions.h"
#include "frontend/c/environment/sources.h"
#include "frontend/c/init/arguments.h"
#include "frontend/c/init/events.h"
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
                       return !f.is_called && (is_called(f.name, "step") ||
                                               is_called(f.name, "Step"));
                     });
}

/// The program as it is once main() has another name: what main() alone calls
/// is called by nobody.
Inventory without_main(const Inventory& inventory) {
  Inventory out = inventory;
  const auto is_main = [](const std::string& name) {
    return name == "main" || name == kRenamedMain;
  };
  std::erase_if(out.functions, [&](const auto& f) { return is_main(f.name); });
  for (Inventory::Function& f : out.functions) {
    f.is_called = !std::all_of(f.callers.begin(), f.callers.end(), is_main);
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
  if (periodic.size() < 2) {
    periodic.clear();
    std::uint32_t period = 1;
    for (const Candidate& c : rate_functions(steps)) {
      periodic.push_back({c, period});
      period *= 2;
    }
    g.tasks_are_rates = !periodic.empty();
  }
  if (!periodic.empty()) {
    g.tasks = std::move(periodic);
    std::erase_if(steps, [](const Candidate& c) {
      return c.likelihood == Likelihood::by_use;
    });
  }
  if (steps.empty()) return;
  const auto equal = static_cast<std::size_t>(
      std::count_if(steps.begin(), steps.end(), [&](const Candidate& c) {
        return c.likelihood == steps.front().likelihood &&
               c.has_effect == steps.front().has_effect &&
               c.takes_arguments == steps.front().takes_arguments;
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
  std::copy_if(
      g.inits.begin(),
      g.inits.end(),
      std::back_inserter(inits),
      [](const Candidate& c) { return c.in_main && !c.takes_arguments; });
  std::sort(inits.begin(), inits.end(), [](const auto& a, const auto& b) {
    return a.where.line < b.where.line;
  });
  if (inits.empty()) {
    const auto likely =
        std::find_if(g.inits.begin(), g.inits.end(), [](const Candidate& c) {
          return !c.takes_arguments;
        });
    if (likely == g.inits.end() || g.description.init) return;
    inits.push_back(*likely);
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

/// Wires the step that was chosen, if it takes arguments. Whether it is as
/// certain as for a bare file.
bool wire_as_bare_file(const Inventory& inventory,
                       const Inventory::Function& step,
                       Guess& g) {
  if (!is_called(step.name, "step") && !is_called(step.name, "Step")) {
    return false;
  }
  Description wired = g.description;
  try {
    wire_parameters(wired, inventory, step);
  } catch (const base::InputError&) {
    return false;
  }
  g.description = std::move(wired);
  return true;
}

/// Arguments for the step that was chosen and for its initialisation, and
/// variables of the file.
void wire_chosen(const Inventory& inventory, Guess& g) {
  const auto step =
      std::find_if(inventory.functions.begin(),
                   inventory.functions.end(),
                   [&](const auto& f) { return f.name == g.step; });
  const bool found = step != inventory.functions.end();
  const bool takes_arguments = found && step->takes_arguments;
  if (takes_arguments && wire_as_bare_file(inventory, *step, g)) return;
  take_globals(inventory, g);
  if (!takes_arguments) {
    choose_init(g);
    if (!found || g.description.init || g.inits.empty()) return;
  }
  if (wire_arguments(inventory, *step, g)) return;
  std::optional<Code> links;
  std::swap(links, g.description.init);
  choose_init(g);
  if (!links) return;
  if (g.description.init) links->text += " " + g.description.init->text;
  g.description.init = std::move(links);
}

/// Drives functions of the file by a step.
void guess_step(const Inventory& all, const ChooseStep& choose, Guess& g) {
  const Inventory inventory = without_main(all);
  Description wired = g.description;
  try {
    (void)guess_wiring(wired, inventory);
    g.description = std::move(wired);
    for (const Candidate& c : g.steps) {
      const std::string& text = g.description.step->text;
      const std::size_t at = text.find(c.name + "(");
      if (at == 0 || (at != std::string::npos && text[at - 1] == ' ')) {
        g.step = c.name;
      }
    }
    // A step with arguments has the initialisation that belongs to it.
    if (!g.description.declare) choose_init(g);
  } catch (const base::InputError& e) {
    if (has_named_step(inventory)) g.doubt = e.diagnostics().front().message;
    choose_step(choose, g);
    wire_chosen(inventory, g);
  }
  g.description.rename_main = g.description.rename_main || has_main(all);
}

/// Declares the functions of other sources that the description calls: it is
/// compiled in the context of the first one.
void declare_others(const Inventory& inventory, Guess& g) {
  const auto calls = [](const std::optional<Code>& code,
                        const std::string& name) {
    const std::string text = code ? " " + code->text : "";
    return text.find(" " + name + "(") != std::string::npos;
  };
  Description& d = g.description;
  std::string text;
  for (const Inventory::Function& f : inventory.functions) {
    const bool is_handler =
        std::ranges::find(g.handlers, f.name, &Candidate::name) !=
        g.handlers.end();
    if (f.in_first_unit ||
        (!is_handler && !calls(d.step, f.name) && !calls(d.init, f.name))) {
      continue;
    }
    const std::string declaration = prototype(f);
    if (!declaration.empty()) text += declaration + "\n";
  }
  if (text.empty()) return;
  const base::SourceLocation where = d.step ? d.step->where : d.init->where;
  d.declare = Code{text + (d.declare ? d.declare->text : ""), where};
}

/// Rows behind those of arguments, which the description gets as well.
void add_rows(std::vector<GuessedRow>& rows,
              std::vector<GuessedRow>&& more,
              std::vector<VariableDescription>& described) {
  for (const GuessedRow& r : rows) {
    if (!r.taken) continue;
    described.emplace_back();
    described.back().lvalue.text = r.lvalue;
  }
  std::move(more.begin(), more.end(), std::back_inserter(rows));
}

/// What the file defines. A main() that is not that of a C program, as
/// generators write for their own use, gets another name.
Inventory inventory_for(Description& bare,
                        const base::Budget& budget,
                        Siblings& siblings) {
  try {
    return inventory_with_siblings(bare, budget, siblings);
  } catch (const base::InputError& e) {
    const auto& all = e.diagnostics();
    if (bare.rename_main ||
        std::none_of(all.begin(), all.end(), [](const auto& d) {
          return d.message.find("'main'") != std::string::npos;
        })) {
      throw;
    }
    bare.rename_main = true;
    return inventory_with_siblings(bare, budget, siblings);
  }
}

}  // namespace

Guess guess_description(const Description& bare,
                        const Inventory& all,
                        bool main_runs,
                        const ChooseStep& choose) {
  Guess g;
  g.description = bare;
  g.whole_program = main_runs;
  g.has_branches = all.has_branches;
  g.steps = step_candidates(all);
  g.inits = init_candidates(all);
  g.handlers = handler_candidates(all);
  if (main_runs) {
    take_globals(all, g);
  } else {
    guess_step(all, choose, g);
    add_start(without_main(all), g);
  }
  const bool as_bare_file = g.description.declare && g.inputs.empty() &&
                            g.outputs.empty() && !main_runs;
  const auto rows = [&](const std::vector<VariableDescription>& of) {
    return rows_of(of, all, g.description, !main_runs);
  };
  add_rows(g.inputs, rows(g.description.inputs), g.description.inputs);
  add_rows(g.outputs, rows(g.description.outputs), g.description.outputs);
  if (!as_bare_file) add_candidates(all, g);
  if (!main_runs && g.description.step) {
    add_events(all, g);
    declare_others(all, g);
  }
  return g;
}

Guess guess_description(Description bare,
                        const ChooseStep& choose,
                        const base::Budget& budget) {
  Siblings siblings;
  const Inventory inventory = inventory_for(bare, budget, siblings);
  bare.stub_missing = !inventory.missing_functions.empty() ||
                      !inventory.missing_variables.empty();
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
  out.left_out = std::move(siblings.left_out);
  out.stubbed.assign(inventory.missing_functions.begin(),
                     inventory.missing_functions.end());
  out.undefined.assign(inventory.missing_variables.begin(),
                       inventory.missing_variables.end());
  return out;
}

}  // namespace catenary::frontend::c
