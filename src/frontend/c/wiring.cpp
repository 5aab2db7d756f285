// SPDX-License-Identifier: Apache-2.0
/// \file
/// The shapes of programs that are recognised, see wiring.h.
#include "frontend/c/wiring.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/c/init/candidates.h"
#include "frontend/c/wiring_names.h"

namespace catenary::frontend::c {

namespace {

using program::Inventory;
using program::TypeShape;
using Kind = program::TypeShape::Kind;

using Functions = std::vector<const Inventory::Function*>;

/// The functions with one of these names, in the order of the names.
Functions functions_named(const Inventory& inventory,
                          const std::vector<std::string>& names,
                          bool with_arguments) {
  Functions out;
  for (const std::string& name : names) {
    for (const Inventory::Function& f : inventory.functions) {
      if (f.takes_arguments == with_arguments && is_called(f.name, name)) {
        out.push_back(&f);
      }
    }
  }
  return out;
}

/// Adds a row for each number of an object.
void add_numbers(std::vector<VariableDescription>& to,
                 const std::string& object,
                 const TypeShape& type,
                 const base::SourceLocation& where) {
  for (const std::string& number : type.numbers) {
    VariableDescription v;
    v.lvalue = {object + number, where};
    to.push_back(std::move(v));
  }
}

/// A guess that may be wrong is not made: a wrong input or output would make
/// all results about another program.
[[noreturn]] void refuse(const std::string& what,
                         const base::SourceLocation& where) {
  throw base::InputError(
      where,
      what + "; expected a description file that says what a step is",
      "no-step");
}

/// Wires a step with parameters: variables for them, and calls that pass these.
class ParameterWiring {
 public:
  ParameterWiring(Description& d,
                  const Inventory& inventory,
                  const Inventory::Function& step)
      : d_(d), inventory_(inventory), step_(step) {
    for (const Inventory::Function& f : inventory.functions) {
      // New names differ from all names of the file.
      taken_.insert(f.name);
    }
    for (const Inventory::Global& g : inventory.globals) taken_.insert(g.name);
  }

  void wire() {
    // First: a structure that the initialisation also gets is memory.
    init_ = find_init();
    std::string arguments;
    for (const Inventory::Parameter& p : step_.parameters) {
      if (!arguments.empty()) arguments += ", ";
      arguments += argument(p);
    }
    for (const auto& [name, type] : memories_) link(name, type->links);
    std::string call = step_.name + "(" + arguments + ");";
    if (step_.result.kind == Kind::scalar) {
      const std::string result = name_for(step_.name + "_result");
      declare(step_.result.name, result);
      add_numbers(d_.outputs, result, step_.result, step_.where);
      // The result of the step is an output.
      call = result + " = " + call;
    }
    d_.declare = Code{declarations_, step_.where};
    d_.step = Code{call, step_.where};
    // Pointers are set before the initialisation, which may follow them.
    std::string init = links_;
    if (init_ != nullptr) init += init_->name + "(" + init_arguments() + ");";
    if (!init.empty()) {
      d_.init = Code{init, init_ != nullptr ? init_->where : step_.where};
    }
  }

 private:
  /// A name that nothing in the file has.
  std::string name_for(const std::string& wanted) {
    std::string name = wanted.empty() ? "argument" : wanted;
    std::replace(name.begin(), name.end(), '$', '_');
    while (!taken_.insert(name).second) name += "_";
    return name;
  }

  void declare(const std::string& type, const std::string& name) {
    declarations_ += "static " + type + " " + name + "; ";
  }

  [[noreturn]] void refuse_parameter(const Inventory::Parameter& p,
                                     const std::string& why) const {
    refuse("parameter '" + p.name + "' of " + step_.name + " " + why,
           step_.where);
  }

  /// The argument that the call passes for a parameter; declares its variable.
  std::string argument(const Inventory::Parameter& p) {
    const TypeShape& type = p.type;
    const bool pointer = type.kind == Kind::pointer;
    const Kind target = pointer ? type.target : type.kind;
    if ((target != Kind::scalar && target != Kind::structure) ||
        type.name.empty()) {
      refuse_parameter(p, "is of a type that no value can be made up for");
    }
    const std::string name = name_for(p.name);
    declare(type.name, name);
    if (pointer && target == Kind::scalar) {
      wire_pointer(p, name);
    } else if (pointer && is_memory(p)) {
      if (type.loose_pointers) {
        refuse_parameter(p, "holds pointers to what cannot be made up");
      }
      memories_.emplace_back(name, &type);
    } else if (!pointer || type.is_const || is_input_structure(p.name)) {
      if (type.incomplete || !type.links.empty()) {
        refuse_parameter(p, "holds inputs that are not numbers, or too many");
      }
      add_numbers(d_.inputs, name, type, step_.where);
    } else if (is_output_name(p.name) || is_output_name(type.name)) {
      // A structure behind a pointer that is not const: only its name can tell.
      if (is_read_output(p)) {
        refuse_parameter(p, "is read before it is written: output or memory");
      }
      add_numbers(d_.outputs, name, type, step_.where);
    } else {
      refuse_parameter(p,
                       "may be input, output or memory: it is not const, no "
                       "initialisation gets it, and its name does not say");
    }
    if (pointer && target == Kind::structure) {
      objects_.emplace_back(type.name, name);
    }
    return pointer ? "&" + name : name;
  }

  /// A pointer to one number: its use decides whether it is input or output.
  void wire_pointer(const Inventory::Parameter& p, const std::string& name) {
    if (p.use.indexed || p.use.other) {
      refuse_parameter(p, "points to more than one number, or is kept");
    }
    if (p.use.written && p.use.read_first) {
      refuse_parameter(p, "is read and written: input, output or memory");
    }
    if (p.use.written) {
      add_numbers(d_.outputs, name, p.type, step_.where);
    } else if (p.use.read_first) {
      add_numbers(d_.inputs, name, p.type, step_.where);
    }
  }

  /// Sets the pointers of a memory: to an object of that type that the step
  /// gets as well, else to a new object.
  void link(const std::string& object,
            const std::vector<TypeShape::Link>& links) {
    for (const TypeShape::Link& l : links) {
      // The first object of the type; there is usually one.
      const auto given =
          std::find_if(objects_.begin(), objects_.end(), [&](const auto& one) {
            return one.first == l.target;
          });
      if (given != objects_.end()) {
        links_ += object + l.member + " = &" + given->second + "; ";
        continue;
      }
      if (!is_written(l.target)) {
        refuse("what '" + object + l.member +
                   "' points to is written by no function: perhaps it holds "
                   "inputs",
               step_.where);
      }
      std::string wanted = object + l.member;
      std::replace(wanted.begin(), wanted.end(), '.', '_');
      const std::string name = name_for(wanted);
      declare(l.target, name);
      links_ += object + l.member + " = &" + name + "; ";
      link(name, l.links);
    }
  }

  [[nodiscard]] bool is_written(const std::string& type) const {
    const std::string tag = "struct ";
    const std::string name =
        type.rfind(tag, 0) == 0 ? type.substr(tag.size()) : type;
    return inventory_.written_structures.count("struct." + name) != 0;
  }

  /// Whether the initialisation gets the structure as well: then it is memory.
  [[nodiscard]] bool is_memory(const Inventory::Parameter& p) const {
    if (init_ == nullptr || p.type.target != Kind::structure ||
        is_input_structure(p.name) || is_output_structure(p.name)) {
      return false;
    }
    return std::any_of(init_->parameters.begin(),
                       init_->parameters.end(),
                       [&](const Inventory::Parameter& own) {
                         return own.type.name == p.type.name;
                       });
  }

  /// The initialisation that belongs to the step by its name; the step must
  /// have all of its parameters too.
  [[nodiscard]] const Inventory::Function* find_init() const {
    // "Motor_step" belongs to "Motor_init".
    const std::size_t cut = step_.name.find_last_of('_');
    const bool has_prefix =
        cut != std::string::npos && step_.name.find('$') == std::string::npos;
    const std::string prefix =
        has_prefix ? step_.name.substr(0, cut + 1) : std::string();
    const Inventory::Function* found = nullptr;
    for (const char* name :
         {"init", "initialize", "initialise", "Init", "reset"}) {
      for (const Inventory::Function& f : inventory_.functions) {
        const bool is_own = has_prefix
                                ? f.name == prefix + name
                                : is_called(f.name, name) && !f.is_called;
        if (!is_own || found != nullptr) continue;
        for (const Inventory::Parameter& p : f.parameters) {
          if (has_structure(p)) continue;
          refuse("parameter '" + p.name + "' of " + f.name +
                     " is none of the structures that " + step_.name + " gets",
                 f.where);
        }
        found = &f;
      }
    }
    return found;
  }

  [[nodiscard]] bool has_structure(const Inventory::Parameter& p) const {
    return p.type.kind == Kind::pointer && p.type.target == Kind::structure &&
           std::any_of(step_.parameters.begin(),
                       step_.parameters.end(),
                       [&](const Inventory::Parameter& own) {
                         return own.type.kind == Kind::pointer &&
                                own.type.name == p.type.name;
                       });
  }

  // Each parameter has an object, as find_init() made sure.
  [[nodiscard]] std::string init_arguments() const {
    std::string out;
    for (const Inventory::Parameter& p : init_->parameters) {
      if (!out.empty()) out += ", ";
      for (const auto& [type, name] : objects_) {
        if (type != p.type.name) continue;
        out += "&" + name;
        break;
      }
    }
    return out;
  }

  Description& d_;
  const Inventory& inventory_;
  const Inventory::Function& step_;
  const Inventory::Function* init_ = nullptr;
  std::set<std::string> taken_;
  std::string declarations_, links_;
  std::vector<std::pair<std::string, std::string>> objects_;  ///< type, name
  std::vector<std::pair<std::string, const TypeShape*>> memories_;
};

/// The fault that nothing is called like a step, with functions that may be
/// one.
base::Diagnostic no_step(const Description& d, const Inventory& inventory) {
  constexpr std::size_t kMostCandidates = 5;
  base::Diagnostic out;
  out.where = {d.path, 0, 0};
  out.message =
      "no step function: expected a function named 'step' or '..._step', a "
      "main() with an infinite loop, or a description file that says what a "
      "step is; 'catenary init " +
      d.path + "' writes a description to start from";
  out.code = "no-step";
  for (const Candidate& c : step_candidates(inventory)) {
    if (out.notes.size() == kMostCandidates) break;
    out.notes.push_back({base::Severity::note,
                         c.where,
                         c.name + "() may be the step: " + c.reason(),
                         "",
                         {}});
  }
  return out;
}

/// The step that no other function calls, or the only one; null: none.
const Inventory::Function* find_step(const Description& d,
                                     const Inventory& inventory) {
  Functions steps;
  for (const bool with_arguments : {false, true}) {
    for (const auto* f :
         functions_named(inventory, {"step", "Step"}, with_arguments)) {
      steps.push_back(f);
    }
  }
  // A step that another function calls is a part of that one.
  if (steps.size() > 1) {
    std::erase_if(steps, [](const auto* f) { return f->is_called; });
  }
  if (steps.size() <= 1) return steps.empty() ? nullptr : steps.front();
  std::string names;
  for (const auto* f : steps) {
    names += (names.empty() ? "'" : ", '") + f->name + "'";
  }
  refuse("several step functions: " + names, {d.path, 0, 0});
}

/// Warnings for initialisations that nobody calls, besides the chosen one.
std::vector<base::Diagnostic> other_inits(const Functions& all) {
  std::vector<base::Diagnostic> out;
  for (const Inventory::Function* f : all) {
    // The first one was chosen; those that it calls run anyway.
    if (f == all.front() || f->is_called) continue;
    out.push_back({base::Severity::warning,
                   f->where,
                   f->name + "() is never called: " + all.front()->name +
                       "() was taken as the initialisation; expected a "
                       "description with init = \"" +
                       all.front()->name + "(); " + f->name +
                       "();\" where both are needed",
                   kOtherInit,
                   {}});
  }
  return out;
}

}  // namespace

void wire_parameters(Description& d,
                     const Inventory& inventory,
                     const Inventory::Function& step) {
  ParameterWiring(d, inventory, step).wire();
}

void wire_globals(Description& d, const Inventory& inventory) {
  for (const Inventory::Global& g : inventory.globals) {
    // Constants are neither inputs nor outputs.
    if (g.is_const) continue;
    if (g.type.kind == Kind::structure) {
      if (is_input_structure(g.name)) {
        if (g.type.incomplete) {
          refuse(
              "'" + g.name + "' holds inputs that are not numbers, or too many",
              g.where);
        }
        add_numbers(d.inputs, g.name, g.type, g.where);
      } else if (is_output_structure(g.name)) {
        add_numbers(d.outputs, g.name, g.type, g.where);
      }
      continue;
    }
    // Arrays and other structures are state.
    if (!g.scalar) continue;
    VariableDescription v;
    v.lvalue = {g.name, g.where};
    // Static outputs would need the file's own scope; they are internal anyway.
    if (g.read && !g.written) {
      d.inputs.push_back(std::move(v));
    } else if (g.written && !g.is_static) {
      d.outputs.push_back(std::move(v));
    }
  }
}

std::vector<base::Diagnostic> guess_wiring(Description& d,
                                           const Inventory& inventory) {
  const auto is_main = [](const auto& f) { return f.name == "main"; };
  if (std::any_of(
          inventory.functions.begin(), inventory.functions.end(), is_main)) {
    return {};
  }
  const Inventory::Function* step = find_step(d, inventory);
  if (step == nullptr) {
    throw base::InputError(no_step(d, inventory));
  }
  if (step->takes_arguments) {
    wire_parameters(d, inventory, *step);
    return {};
  }
  d.step = Code{step->name + "();", step->where};
  const Functions init = functions_named(
      inventory, {"init", "initialize", "initialise", "Init"}, false);
  if (!init.empty()) {
    d.init = Code{init.front()->name + "();", init.front()->where};
  }
  wire_globals(d, inventory);
  return other_inits(init);
}

}  // namespace catenary::frontend::c
