// SPDX-License-Identifier: Apache-2.0
/// \file
/// Interfaces as SMT-LIB: first step and relation between steps.
#include "logic/term/smtlib/smtlib.h"
#include "report/export/model/interface_text.h"

namespace catenary::report {

namespace {

class Script {
 public:
  explicit Script(const model::Interface& interface) : a_(interface) {}

  std::string run() {
    comment("interface " + a_.name + (a_.text.empty() ? "" : ": " + a_.text));
    comment("x is a value at the previous step, |x'| one at the current step");
    out_ += "(set-logic ALL)\n";
    std::vector<logic::Term> variables;
    for (const model::InterfaceVariable& v : a_.variables) {
      variables.push_back(v.before);
      variables.push_back(v.now);
    }
    out_ += logic::smtlib_declarations(variables);
    ranges();
    promises();
    contracts();
    for (const model::Purpose& p : a_.purposes) {
      if (!p.text.empty()) comment(p.text);
      define("purpose " + p.id, logic::to_smtlib(formula_at(a_, p, false)));
    }
    conjunction("environment init", environment_init_);
    conjunction("environment step", environment_step_);
    conjunction("system init", system_init_);
    conjunction("system step", system_step_);
    return std::move(out_);
  }

 private:
  void comment(const std::string& text) {
    out_ += "; ";
    for (const char c : text) {
      const bool is_control = static_cast<unsigned char>(c) < 0x20;
      out_ += is_control ? ' ' : c;
    }
    out_ += "\n";
  }

  /// Returns the symbol; no variable's name has a blank.
  std::string define(const std::string& name, const std::string& value) {
    const std::string symbol = logic::smtlib_symbol(name);
    out_ += "(define-fun " + symbol + " () Bool " + value + ")\n";
    return symbol;
  }

  void conjunction(const std::string& name,
                   const std::vector<std::string>& parts) {
    std::string value = "(and";
    for (const std::string& p : parts) value += " " + p;
    define(name,
           parts.empty()       ? "true"
           : parts.size() == 1 ? parts[0]
                               : value + ")");
  }

  void ranges() {
    for (const model::InterfaceVariable& v : a_.variables) {
      const logic::Term range = range_of(a_, v);
      if (range.is_true()) continue;
      const std::string s = define("range " + v.name, logic::to_smtlib(range));
      const bool input = v.role == model::Role::input;
      (input ? environment_init_ : system_init_).push_back(s);
      (input ? environment_step_ : system_step_).push_back(s);
    }
  }

  void promises() {
    for (const model::Promise& p : a_.promises) {
      if (!p.text.empty()) comment(p.text);
      const std::string s =
          define("promise " + p.id, logic::to_smtlib(formula_at(a_, p, false)));
      environment_step_.push_back(s);
      if (!formula_at(a_, p, true).is_true()) environment_init_.push_back(s);
    }
  }

  void contracts() {
    for (const model::Requirement& r : a_.requirements) {
      comment("view " + a_.views[r.view].name + ", requirement " + r.id +
              (r.text.empty() ? "" : ": " + r.text));
      for (const std::uint32_t i : r.contracts) {
        const model::Contract& c = a_.contracts[i];
        if (c.at_init) {
          system_init_.push_back(define(
              c.id + " init", logic::to_smtlib(formula_at(a_, c, true))));
        }
        if (c.at_step) {
          system_step_.push_back(define(
              c.id + " step", logic::to_smtlib(formula_at(a_, c, false))));
        }
      }
    }
  }

  const model::Interface& a_;
  std::vector<std::string> environment_init_, environment_step_, system_init_,
      system_step_;
  std::string out_;
};

}  // namespace

std::string write_smtlib(const model::Interface& interface) {
  return Script(interface).run();
}

}  // namespace catenary::report
