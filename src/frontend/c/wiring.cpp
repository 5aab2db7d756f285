// SPDX-License-Identifier: Apache-2.0
#include "frontend/c/wiring.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace catenary::frontend::c {

namespace {

using program::Inventory;
using program::TypeShape;
using Kind = program::TypeShape::Kind;

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() > end.size() &&
         text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// Whether people and generators call a function that does `what` so.
bool is_called(const std::string& function, const std::string& what) {
  return function == what || ends_with(function, "_" + what) ||
         function.find("$" + what + "$") != std::string::npos;
}

using Functions = std::vector<const Inventory::Function*>;

/// Those with one of these names, by the order of the names.
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

bool is_input_structure(const std::string& name) {
  return name == "rtU" || ends_with(name, "_U");
}
bool is_output_structure(const std::string& name) {
  return name == "rtY" || ends_with(name, "_Y");
}

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

/// Variables of the file as inputs and outputs.
void wire_globals(Description& d, const Inventory& inventory) {
  for (const Inventory::Global& g : inventory.globals) {
    if (g.is_const) continue;
    if (g.type.kind == Kind::structure) {
      if (is_input_structure(g.name)) {
        add_numbers(d.inputs, g.name, g.type, g.where);
      } else if (is_output_structure(g.name)) {
        add_numbers(d.outputs, g.name, g.type, g.where);
      }
      continue;
    }
    if (!g.scalar) continue;
    VariableDescription v;
    v.lvalue = {g.name, g.where};
    if (g.read && !g.written) {
      d.inputs.push_back(std::move(v));
    } else if (g.written && !g.is_static) {
      d.outputs.push_back(std::move(v));
    }
  }
}

/// A step with parameters: variables for them, and calls that pass these.
class ParameterWiring {
 public:
  ParameterWiring(Description& d,
                  const Inventory& inventory,
                  const Inventory::Function& step)
      : d_(d), inventory_(inventory), step_(step) {
    for (const Inventory::Function& f : inventory.functions) {
      taken_.insert(f.name);
    }
    for (const Inventory::Global& g : inventory.globals) taken_.insert(g.name);
  }

  void wire() {
    init_ = find_init();
    std::string arguments;
    for (const Inventory::Parameter& p : step_.parameters) {
      if (!arguments.empty()) arguments += ", ";
      arguments += argument(p);
    }
    std::string call = step_.name + "(" + arguments + ");";
    if (step_.result.kind == Kind::scalar) {
      const std::string result = name_for(step_.name + "_result");
      declare(step_.result.name, result);
      add_numbers(d_.outputs, result, step_.result, step_.where);
      call = result + " = " + call;
    }
    d_.declare = Code{declarations_, step_.where};
    d_.step = Code{call, step_.where};
    std::string init = links_;
    if (init_ != nullptr) init += init_->name + "(" + init_arguments() + ");";
    if (!init.empty()) {
      d_.init = Code{init, init_ != nullptr ? init_->where : step_.where};
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& what,
                           const base::SourceLocation& where) const {
    throw base::InputError(
        where,
        what + "; expected numbers, pointers to numbers or to structures, or a "
               "description file that says what a step is",
        "no-step");
  }

  std::string name_for(const std::string& wanted) {
    std::string name = wanted.empty() ? "argument" : wanted;
    std::replace(name.begin(), name.end(), '$', '_');
    while (!taken_.insert(name).second) name += "_";
    return name;
  }

  void declare(const std::string& type, const std::string& name) {
    declarations_ += "static " + type + " " + name + "; ";
  }

  /// What the call passes for a parameter.
  std::string argument(const Inventory::Parameter& p) {
    const TypeShape& type = p.type;
    const bool pointer = type.kind == Kind::pointer;
    const Kind target = pointer ? type.target : type.kind;
    if ((target != Kind::scalar && target != Kind::structure) ||
        type.name.empty()) {
      refuse("parameter '" + p.name + "' of " + step_.name +
                 " is of a type that no value can be made up for",
             step_.where);
    }
    const std::string name = name_for(p.name);
    declare(type.name, name);
    if (!pointer || type.is_const || is_input_structure(p.name)) {
      add_numbers(d_.inputs, name, type, step_.where);
    } else if (!is_memory(type)) {
      add_numbers(d_.outputs, name, type, step_.where);
    }
    if (pointer && target == Kind::structure) {
      objects_.emplace_back(type.name, name);
      link(name, type.links);
    }
    return pointer ? "&" + name : name;
  }

  /// Makes what the pointers of an object point to.
  void link(const std::string& object,
            const std::vector<TypeShape::Link>& links) {
    for (const TypeShape::Link& l : links) {
      if (l.target.empty()) continue;
      std::string wanted = object + l.member;
      std::replace(wanted.begin(), wanted.end(), '.', '_');
      const std::string name = name_for(wanted);
      declare(l.target, name);
      links_ += object + l.member + " = &" + name + "; ";
      link(name, l.links);
    }
  }

  /// What the initialisation gets as well.
  [[nodiscard]] bool is_memory(const TypeShape& type) const {
    if (init_ == nullptr || type.target != Kind::structure) return false;
    return std::any_of(init_->parameters.begin(),
                       init_->parameters.end(),
                       [&](const Inventory::Parameter& p) {
                         return p.type.name == type.name;
                       });
  }

  /// An initialisation all of whose parameters the step has, too.
  [[nodiscard]] const Inventory::Function* find_init() const {
    const std::vector<std::string> names = {
        "init", "initialize", "initialise", "Init", "reset"};
    const std::string prefix =
        step_.name.substr(0, std::min(step_.name.find_last_of('_'),
                                      step_.name.size()));
    const Inventory::Function* found = nullptr;
    for (const bool with_arguments : {true, false}) {
      for (const Inventory::Function* f :
           functions_named(inventory_, names, with_arguments)) {
        const bool fits = std::all_of(
            f->parameters.begin(),
            f->parameters.end(),
            [&](const Inventory::Parameter& p) { return has_structure(p); });
        if (!fits) continue;
        if (f->name.rfind(prefix + "_", 0) == 0) return f;
        if (found == nullptr && !f->is_called) found = f;
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
};

/// The step with parameters that no other function calls.
const Inventory::Function* step_with_parameters(const Description& d,
                                                const Inventory& inventory) {
  Functions steps = functions_named(inventory, {"step", "Step"}, true);
  std::erase_if(steps, [](const auto* f) { return f->is_called; });
  if (steps.size() > 1) {
    std::string names;
    for (const auto* f : steps) {
      names += (names.empty() ? "'" : ", '") + f->name + "'";
    }
    throw base::InputError({d.path, 0, 0},
                           "several step functions: " + names +
                               "; expected one, or a description file that "
                               "says what a step is",
                           "no-step");
  }
  return steps.empty() ? nullptr : steps.front();
}

}  // namespace

void guess_wiring(Description& d, const Inventory& inventory) {
  const auto is_main = [](const auto& f) { return f.name == "main"; };
  if (std::any_of(
          inventory.functions.begin(), inventory.functions.end(), is_main)) {
    return;
  }
  const Functions plain = functions_named(inventory, {"step", "Step"}, false);
  if (!plain.empty()) {
    const Inventory::Function& step = *plain.front();
    d.step = Code{step.name + "();", step.where};
    const Functions init = functions_named(
        inventory, {"init", "initialize", "initialise", "Init"}, false);
    if (!init.empty()) {
      d.init = Code{init.front()->name + "();", init.front()->where};
    }
    wire_globals(d, inventory);
    return;
  }
  const Inventory::Function* step = step_with_parameters(d, inventory);
  if (step == nullptr) {
    throw base::InputError(
        {d.path, 0, 0},
        "no step function: expected a function named 'step' or '..._step', a "
        "main() with an infinite loop, or a description file that says what a "
        "step is",
        "no-step");
  }
  ParameterWiring(d, inventory, *step).wire();
}

}  // namespace catenary::frontend::c
