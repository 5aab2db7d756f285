// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes the class of a capsule. All text of the user goes through PlacedText,
/// which places it at its line and column of the model.
#include "frontend/umlrt/code/machine_code.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "frontend/umlrt/code/code_text.h"
#include "frontend/umlrt/code/dispatch/dispatch_writer.h"
#include "frontend/umlrt/code/inputs/bound_parameters.h"
#include "frontend/umlrt/code/inputs/capsule_class.h"
#include "frontend/umlrt/code/inputs/chosen_value.h"
#include "frontend/umlrt/code/inputs/port_index.h"
#include "frontend/umlrt/code/message_member.h"
#include "frontend/umlrt/code/placed_text.h"
#include "frontend/umlrt/code/runtime_header.h"

namespace catenary::frontend::umlrt {

namespace {

using model::ActionCode;

/// Writes one capsule, or those of a system.
class CodeWriter : private PlacedText {
 public:
  /// Several capsules, or `system`, make a system.
  CodeWriter(const model::MachineModel& model,
             std::vector<const model::Capsule*> capsules,
             const MachineCodeOptions& options,
             bool system)
      : PlacedText(capsules.front()->name, capsules.front()->where),
        model_(model),
        all_(std::move(capsules)),
        options_(options),
        system_(system) {}

  /// The order follows C++: types before the classes that use them, then
  /// parameters, ports, attributes, operations, and actions that use all of
  /// them.
  MachineCode write() {
    // Branches in the run time are not goals of the user.
    raw("#pragma clang attribute push(__attribute__(("
        "no_profile_instrument_function)), apply_to = function)\n");
    raw("#line 1 \"<catenary timers>\"\n");
    raw(timers_header());
    raw("#line 1 \"<catenary run time>\"\n");
    raw(whole_runtime());
    if (is_art()) {
      raw("#line 1 \"<catenary TargetRTS>\"\n");
      raw(target_rts_header());
    }
    home();
    raw("#pragma clang attribute pop\n");
    // What is behind this offset is searched for words of the user.
    out_.own = text().size();
    if (options_.run) raw("#include <catenary/c.h>\n");
    for (const std::string& include : options_.includes) {
      raw("#include \"" + escaped(include) + "\"\n");
    }
    for (const model::ModelHeader& h : model_.headers) preface(h.include);
    types();
    for (const model::Capsule* c : all_) {
      preface(c->header_preface);
      preface(c->implementation_preface);
    }
    for (const model::MachineType& t : model_.types) {
      for (const model::Operation& o : t.operations) {
        if (o.has_body) operation(o, t.name + "::");
      }
    }
    raw("namespace {\n");
    for (const model::Capsule* c : all_) {
      c_ = c;
      messages_ = action_messages(c->machine, model_.semantics);
      if (system_) raw("namespace " + capsule_namespace(*c) + " {\n");
      write_class();
      if (!system_) continue;
      raw("}\n");
      // Others may name its static members.
      if (is_art()) {
        const std::string name = code_name(c->name);
        raw("using " + capsule_namespace(*c) + "::" + name + ";\nusing " +
            capsule_namespace(*c) + "::" + name + "_Actor;\n");
      }
    }
    raw("}\n");
    for (const model::Capsule* c : all_) preface(c->definitions);
    out_.places = places();
    out_.text = take();
    return std::move(out_);
  }

 private:
  void write_class() {
    parameters();
    for (const std::string& name : capsule_classes(model_, *c_)) {
      // There its own class has this name.
      if (is_art() && name == c_->name) continue;
      raw("static const UMLRTCapsuleClass " + name + " = {\"" + name +
          "\"};\n");
    }
    if (is_art()) class_names();
    if (system_ || !options_.observed.empty()) routes();
    raw("struct Capsule_" + code_name(c_->name) + " : UMLRTCapsule {\n");
    for (std::size_t p = 0; p < c_->ports.size(); ++p) port(p);
    for (std::size_t p = 0; p < c_->parts.size(); ++p) {
      raw("UMLRTCapsulePart " + code_name(c_->parts[p].name) + "{" +
          std::to_string(count_of(c_->parts[p].upper).value_or(0)) + ", " +
          std::to_string(p) + "};\n");
    }
    for (const model::MachineVariable& a : c_->attributes) member(a, true);
    // They may end in a private part.
    piece(c_->declarations, "\npublic:\n");
    for (const model::Operation& o : c_->operations) operation(o, "");
    actions();
    if (options_.run) {
      raw("void catenary_mark() {\n" + unset_marks(model_, *c_) + "}\n");
    }
    raw("};\n");
  }

  /// Declares what sends the messages of a system, or observes them.
  void routes() {
    for (std::size_t p = 0; p < c_->ports.size(); ++p) {
      const model::Port& port = c_->ports[p];
      if (port.protocol == model::kNoIndex) continue;
      const auto& messages = model_.protocols[port.protocol].messages;
      for (std::size_t m = 0; m < messages.size(); ++m) {
        if (!model::sends(port, messages[m])) continue;
        if (!system_ && !options_.observed.contains({p, m})) continue;
        place(messages[m].where);
        raw("int " + route_name(p, m) + "(" + route_parameters(messages[m]) +
            ");\n");
        home();
      }
    }
  }

  /// Whether the C++ is written for TargetRTS.
  [[nodiscard]] bool is_art() const { return model_.kind == "art"; }

  /// The names that TargetRTS gives to the class of the capsule.
  void class_names() {
    const std::string name = code_name(c_->name);
    raw("struct Capsule_" + name + ";\ntypedef Capsule_" + name + " " + name +
        ";\ntypedef Capsule_" + name + " " + name + "_Actor;\n");
  }

  /// Writes structures after those that they contain: a topological order, with
  /// ties in the order of the model.
  void types() {
    std::set<std::string> done;
    std::vector<const model::MachineType*> open;
    for (const model::MachineType& t : model_.types) open.push_back(&t);
    // A structure waits for each type that it contains and that is not written
    // yet.
    const auto waits = [&](const model::MachineType& t) {
      return std::ranges::any_of(t.fields, [&](const auto& f) {
        return f.type != t.name && !done.contains(f.type) &&
               std::ranges::any_of(open, [&](const auto* other) {
                 return other->name == f.type;
               });
      });
    };
    while (!open.empty()) {
      auto next =
          std::ranges::find_if(open, [&](const auto* t) { return !waits(*t); });
      if (next == open.end()) next = open.begin();  // they hold each other
      type(**next);
      done.insert((*next)->name);
      open.erase(next);
    }
  }

  /// Writes one type at its place in the model.
  void type(const model::MachineType& t) {
    preface(t.preface);
    place(t.where);
    if (t.enumeration) {
      std::string literals;
      for (const auto& [name, value] : enumerators(model_, t)) {
        literals += name + " = " + std::to_string(value) + ", ";
      }
      raw("enum " + t.name + " { " + literals + "};\n");
    } else {
      raw("struct " + t.name + " {\n");
      for (const model::MachineVariable& f : t.fields) member(f, true);
      for (const model::Operation& o : t.operations) declaration(o);
      piece(t.declarations, "");
      raw("};\n");
    }
    home();
  }

  /// Declares a variable, with its initial value where `initial` is true.
  void member(const model::MachineVariable& v, bool initial) {
    place(v.where);
    // A constant without a value is one that the model sets elsewhere.
    const bool constant = v.is_constant && !v.initial.empty();
    raw(std::string(std::max(v.where.column, 1U) - 1, ' ') +
        (v.is_static ? "static inline " : "") + (constant ? "const " : "") +
        type_of(v) + " " + v.name +
        (v.array_size.empty() ? "" : "[" + v.array_size + "]"));
    if (initial && !v.initial.empty()) {
      raw(" =\n");
      lines(v.initial);
    }
    raw(";\n");
    home();
  }

  /// Writes a port as a class of its own, so that its messages are members.
  void port(std::size_t index) {
    const model::Port& p = c_->ports[index];
    const std::string name = code_name(p.name);
    const std::string kind = "Port_" + name;
    if (p.kind != model::PortKind::protocol) {
      const std::string base =
          p.kind == model::PortKind::timing
              ? "UMLRTTimingPort<" + std::to_string(index) + ", " +
                    std::to_string(timing_rank(*c_, index)) +
                    (system_ && !asks_for_timers(*c_) ? ", false>" : ">")
          : p.kind == model::PortKind::log ? "UMLRTLogPort"
                                           : "UMLRTFramePort";
      return raw(base + " " + name + ";\n");
    }
    place(p.where);
    // Both "port.m()" and "port().m()" are in use.
    raw("struct " + kind + " : UMLRTPort<" + std::to_string(index) + "> { " +
        kind + "& operator()() { return *this; }\n");
    const std::uint32_t instances = instances_of(p).value_or(0);
    if (instances != 1) {
      raw(kind + "() { replication = " + std::to_string(instances) + "; }\n");
    }
    if (p.protocol != model::kNoIndex) {
      const auto& messages = model_.protocols[p.protocol].messages;
      for (std::size_t m = 0; m < messages.size(); ++m) {
        place(messages[m].where);
        const Route route =
            system_
                ? Route{capsule_namespace(*c_) + "::" + route_name(index, m),
                        true}
            : options_.observed.contains({index, m})
                ? Route{"::" + route_name(index, m), false}
                : Route{};
        raw(message_member(
            model_, messages[m], model::sends(p, messages[m]), route));
      }
    }
    raw("} " + name + ";\n");
    home();
  }

  /// Defines the variables of all parameters, which are inputs of the program.
  void parameters() {
    std::set<std::string> declared;
    raw("namespace given {\n");
    for (const model::Port& port : c_->ports) {
      if (port.protocol == model::kNoIndex) continue;
      for (const auto& m : model_.protocols[port.protocol].messages) {
        for (const model::MachineVariable& p : m.parameters) {
          const std::string name = parameter_slot(model_, *c_, p);
          if (!declared.insert(name).second) continue;
          place(p.where);
          // Code that reads what no test can choose ends the run. In a system
          // it is what an instance sent.
          const bool chosen = !options_.run || system_ ||
                              chosen_value(model_, p, name).has_value();
          raw((chosen ? type_of(p) : model::kUnknownType) + " " + name +
              (p.array_size.empty() || !chosen ? ""
                                               : "[" + p.array_size + "]") +
              ";\n");
        }
      }
    }
    home();
    raw("}\n");
  }

  /// The head of an operation; `owner` is the class and "::", or empty within
  /// it.
  std::string head(const model::Operation& o, const std::string& owner) const {
    return std::string(!owner.empty() ? "inline "
                       : o.is_static  ? "static "
                                      : "") +
           (o.result.empty() ? "void" : o.result) + " " + owner + o.name + "(" +
           parameter_list(o.parameters) + ")";
  }

  /// An operation that is declared only has results that are inputs of tests.
  void declaration(const model::Operation& o) {
    place(o.where);
    raw(head(o, "") + ";\n");
    home();
  }

  /// Those of a passive class stand behind all types, which they may use.
  void operation(const model::Operation& o, const std::string& owner) {
    if (!o.has_body) return declaration(o);
    place(o.where);
    raw(head(o, owner) + " {\n");
    piece(o.body, "}\n");
    home();
    ++out_.pieces;
  }

  /// Writes an action as a member function. The inner block lets the user's
  /// declarations hide the parameters.
  void action(const std::string& name,
              const ActionCode& code,
              const ActionMessages::Set& messages) {
    if (code.empty()) return;
    raw("void " + name + "(const UMLRTMessage* msg) {\n");
    raw(bound_parameters(model_, *c_, messages, code));
    raw("{\n");
    piece(code, "\n}}\n");
    ++out_.pieces;
  }

  /// Writes a guard: code with a return statement is a body, other code is an
  /// expression.
  void guard(const std::string& name,
             const ActionCode& code,
             const ActionMessages::Set& messages) {
    if (code.empty()) return;
    raw("bool " + name + "(const UMLRTMessage* msg) {\n");
    raw(bound_parameters(model_, *c_, messages, code));
    if (has_return(code.text)) {
      raw("{\n");
      piece(code, "\n}}\n");
    } else {
      // An expression may end with ';' in the model.
      ActionCode expression = code;
      while (!expression.text.empty() &&
             (expression.text.back() == ';' || expression.text.back() == ' ' ||
              expression.text.back() == '\n')) {
        expression.text.pop_back();
      }
      raw("return (\n");
      piece(expression, "); }\n");
    }
    ++out_.pieces;
  }

  /// Writes all actions and guards; numbers are indices of vertices,
  /// transitions and triggers, by which DispatchWriter calls them.
  void actions() {
    const model::StateMachine& m = c_->machine;
    for (std::size_t v = 0; v < m.vertices.size(); ++v) {
      const std::string n = std::to_string(v);
      action("entry_" + n, m.vertices[v].entry, messages_.entries[v]);
      action("exit_" + n, m.vertices[v].exit, messages_.exits[v]);
    }
    for (std::size_t t = 0; t < m.transitions.size(); ++t) {
      const model::Transition& one = m.transitions[t];
      const std::string n = std::to_string(t);
      guard("guard_" + n, one.guard, messages_.transitions[t]);
      for (std::size_t g = 0; g < one.triggers.size(); ++g) {
        const model::Trigger& trigger = one.triggers[g];
        // The guard of a trigger is evaluated for its own message only.
        ActionMessages::Set own;
        if (trigger.signal == model::SignalKind::message) {
          own.emplace_back(trigger.protocol, trigger.message);
        }
        guard("guard_" + n + "_" + std::to_string(g), trigger.guard, own);
      }
      action("effect_" + n, one.effect, messages_.transitions[t]);
    }
  }

  const model::MachineModel& model_;
  std::vector<const model::Capsule*> all_;
  /// The one that is written.
  const model::Capsule* c_ = nullptr;
  const MachineCodeOptions& options_;
  bool system_ = false;
  ActionMessages messages_;
  MachineCode out_;
};

}  // namespace

MachineCode write_machine_code(const model::MachineModel& model,
                               const model::Capsule& capsule,
                               const MachineCodeOptions& options) {
  return CodeWriter(model, {&capsule}, options, false).write();
}

MachineCode write_system_code(
    const model::MachineModel& model,
    const std::vector<const model::Capsule*>& capsules,
    const MachineCodeOptions& options) {
  return CodeWriter(model, capsules, options, true).write();
}

std::string capsule_namespace(const model::Capsule& capsule) {
  return "catenary_" + code_name(capsule.name);
}

std::string route_name(std::size_t port, std::size_t message) {
  return "catenary_route_" + std::to_string(port) + "_" +
         std::to_string(message);
}

std::string route_parameters(const model::MachineMessage& message) {
  std::string out = "int index, int priority";
  for (std::size_t k = 0; k < message.parameters.size(); ++k) {
    out += ", " + type_of(message.parameters[k]) + " catenary_" +
           std::to_string(k);
  }
  return out;
}

}  // namespace catenary::frontend::umlrt
