// SPDX-License-Identifier: Apache-2.0
/// \file
/// Arguments by the types of parameters and what is done through pointers, see
/// arguments.h.
#include "frontend/c/init/arguments.h"

#include <algorithm>
#include <string>
#include <vector>

#include "frontend/c/init/objects.h"
#include "frontend/c/wiring_names.h"

namespace catenary::frontend::c {

namespace {

using program::Inventory;
using program::TypeShape;
using Kind = program::TypeShape::Kind;

const Inventory::Function* find(const Inventory& inventory,
                                const std::string& name) {
  const auto at = std::ranges::find_if(
      inventory.functions, [&](const auto& f) { return f.name == name; });
  return at == inventory.functions.end() ? nullptr : &*at;
}

/// SCADE's code generator hands all inputs of a node over as "inC_NODE *inC";
/// the type may have a prefix.
bool is_scade_inputs(const Inventory::Parameter& p) {
  return p.name == "inC" && p.type.name.find("inC_") != std::string::npos;
}

bool points_to_structure(const Inventory::Parameter& p) {
  return p.type.kind == Kind::pointer && p.type.target == Kind::structure;
}

/// Whether debug information lists nothing of it: it is only declared.
bool is_unknown(const TypeShape& type) {
  return type.name.empty() || (type.numbers.empty() && !type.incomplete &&
                               type.links.empty() && type.pointers.empty());
}

/// Writes the calls.
class ArgumentWiring {
 public:
  ArgumentWiring(const Inventory& inventory,
                 const Inventory::Function& step,
                 Guess& guess)
      : guess_(guess),
        step_(step),
        init_(find_init(inventory)),
        objects_(inventory, guess) {}

  /// Whether there is an initialisation.
  bool wire() {
    std::string call = step_.name + "(" + arguments(step_) + ");";
    if (step_.takes_arguments) call = with_result(call);
    Description& d = guess_.description;
    std::string init;
    if (init_ != nullptr) {
      is_init_ = true;
      init = init_->name + "(" + arguments(*init_) + ");";
    }
    // Pointers are set before the initialisation, which may follow them.
    init = objects_.links() + init;
    while (init.ends_with(' ')) init.pop_back();
    d.declare = Code{objects_.declarations(), step_.where};
    d.step = Code{call, step_.where};
    if (!init.empty()) d.init = Code{init, step_.where};
    return init_ != nullptr;
  }

 private:
  /// The call with its result as an output, as far as it has numbers.
  std::string with_result(const std::string& call) {
    const TypeShape& type = step_.result;
    const bool is_structure = type.kind == Kind::structure;
    if (type.kind != Kind::scalar && (!is_structure || type.name.empty())) {
      return call;
    }
    const std::string result =
        objects_.number(type.name, step_.name + "_result");
    for (const std::string& number : type.numbers) {
      objects_.row(
          Role::output, result + number, is_structure ? "" : type.name);
    }
    return result + " = " + call;
  }

  /// The most likely one that takes a structure of the step; for a step without
  /// arguments, that takes anything.
  [[nodiscard]] const Inventory::Function* find_init(
      const Inventory& inventory) const {
    const Inventory::Function* found = nullptr;
    for (const Candidate& c : guess_.inits) {
      const Inventory::Function* f = find(inventory, c.name);
      if (f == nullptr || !std::ranges::any_of(f->parameters, [&](auto& p) {
            return !step_.takes_arguments || is_shared(p, step_);
          })) {
        continue;
      }
      // A reset may expect what another one has initialised.
      const bool is_reset = f->name.find("reset") != std::string::npos;
      if (!is_reset) return f;
      if (found == nullptr) found = f;
    }
    return found;
  }

  /// Whether another function takes such a structure, too.
  static bool is_shared(const Inventory::Parameter& p,
                        const Inventory::Function& other) {
    return points_to_structure(p) && !p.type.name.empty() &&
           std::ranges::any_of(other.parameters, [&](const auto& own) {
             return points_to_structure(own) && own.type.name == p.type.name;
           });
  }

  std::string arguments(const Inventory::Function& f) {
    std::string out;
    elements_ = 0;
    for (std::size_t i = 0; i < f.parameters.size(); ++i) {
      out += (i == 0 ? "" : ", ") + argument(f, i);
    }
    return out;
  }

  static bool is_length(const Inventory::Parameter& p) {
    return p.type.kind == Kind::scalar &&
           length_name(p.name) != LengthName::none;
  }

  std::string argument(const Inventory::Function& f, std::size_t i) {
    const Inventory::Parameter& p = f.parameters[i];
    // How many elements the pointer before it has; 0: it is no pointer.
    const std::size_t elements = elements_;
    elements_ = 0;
    if (p.type.kind == Kind::scalar) {
      return number(f, p, is_length(p) ? elements : 0);
    }
    if (p.type.kind != Kind::pointer) {
      return objects_.structure(p.type, p.name, role(Role::input));
    }
    const bool counted =
        i + 1 < f.parameters.size() && is_length(f.parameters[i + 1]);
    if (p.type.target == Kind::structure && !is_unknown(p.type)) {
      elements_ = 1;
      return "&" + object(p);
    }
    if (p.type.target == Kind::scalar) return numbers(p, counted);
    if (p.type.target == Kind::nothing && counted) return bytes(p);
    if (p.type.function) return objects_.function(*p.type.function, p.name);
    remark("0 is passed for the pointer '" + p.name + "' of " + f.name +
           "(): what it points to is not known");
    return "0";
  }

  void remark(const std::string& text) {
    (is_init_ ? guess_.init_remarks : guess_.step_remarks).push_back(text);
  }

  /// What an initialisation gets is no input of a step.
  [[nodiscard]] Role role(Role wanted) const {
    return is_init_ ? Role::memory : wanted;
  }

  std::string number(const Inventory::Function& f,
                     const Inventory::Parameter& p,
                     std::size_t elements) {
    if (is_init_) {
      if (elements > 0) return std::to_string(elements);
      remark("0 is passed for '" + p.name + "' of " + f.name +
             "(): change it to what the program needs");
      return "0";
    }
    const std::string name = objects_.number(p.type.name, p.name);
    objects_.row(Role::input,
                 name,
                 p.type.name,
                 elements > 0 ? "[0, " + std::to_string(elements) + "]" : "");
    return name;
  }

  /// A structure behind a pointer: one for each type, so that the step and the
  /// initialisation have the same.
  std::string object(const Inventory::Parameter& p) {
    if (is_init_) {
      const std::string given = objects_.declared(p.type.name);
      if (!given.empty()) return given;
    }
    Role own = Role::memory;
    if (init_ != nullptr && is_shared(p, *init_)) {
      own = Role::memory;
    } else if (p.type.is_const || is_input_structure(p.name) ||
               is_scade_inputs(p) || objects_.is_only_read(p.type.name)) {
      own = Role::input;
    } else if (is_output_name(p.name) || is_output_name(p.type.name)) {
      own = Role::output;
    }
    note_read_output(p, own);
    return objects_.structure(p.type, p.name, role(own));
  }

  /// An output keeps its value between steps, which others may change in truth.
  void note_read_output(const Inventory::Parameter& p, Role own) {
    if (is_init_ || own != Role::output || !is_read_output(p)) return;
    guess_.read_outputs.push_back(p.name);
    remark("'" + p.name +
           "' is read and written: if others change it between steps, list "
           "under [inputs] as well what they change");
  }

  /// Rows for the elements of an array; keeps its length for what follows.
  std::string array(const std::string& type,
                    const std::string& wanted,
                    std::size_t declared,
                    std::size_t listed,
                    Role as) {
    const std::string name = objects_.number(type, wanted, declared);
    elements_ = listed;
    for (std::size_t i = 0; i < listed; ++i) {
      objects_.row(role(as), name + "[" + std::to_string(i) + "]", type);
    }
    return name;
  }

  std::string numbers(const Inventory::Parameter& p, bool counted) {
    const std::string& type = p.type.name;
    const bool written = !p.type.is_const && (p.use.written || p.use.other);
    if (written && p.use.written) note_read_output(p, Role::output);
    if (counted || p.use.indexed || p.use.other) {
      if (written) {
        return array(type,
                     p.name,
                     kWrittenElements,
                     kWrittenElements,
                     p.use.written ? Role::output : Role::memory);
      }
      // A string ends with a 0, which no input changes.
      const bool is_string = type == "char" && !counted;
      return array(type,
                   p.name,
                   kReadElements + (is_string ? 1 : 0),
                   kReadElements,
                   Role::input);
    }
    const std::string name = objects_.number(type, p.name);
    elements_ = 1;
    objects_.row(role(written ? Role::output : Role::input), name, type);
    return "&" + name;
  }

  /// void * with a length behind it.
  std::string bytes(const Inventory::Parameter& p) {
    const std::size_t size = p.type.is_const ? kReadElements : kWrittenElements;
    return array("unsigned char",
                 p.name,
                 size,
                 size,
                 p.type.is_const ? Role::input : Role::output);
  }

  Guess& guess_;
  const Inventory::Function& step_;
  const Inventory::Function* init_;
  ArgumentObjects objects_;
  bool is_init_ = false;      ///< whether arguments are those of `init_`
  std::size_t elements_ = 0;  ///< behind the pointer that was passed last
};

}  // namespace

bool wire_arguments(const Inventory& inventory,
                    const Inventory::Function& step,
                    Guess& guess) {
  return ArgumentWiring(inventory, step, guess).wire();
}

}  // namespace catenary::frontend::c
