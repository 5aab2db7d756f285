// SPDX-License-Identifier: Apache-2.0
/// \file
/// Interfaces as contracts of Lustre. After Champion, Gurfinkel, Kahsai,
/// Tinelli, "CoCoSpec: A Mode-Aware Contract Language for Reactive Systems",
/// SEFM 2016 (doi:10.1007/978-3-319-41591-8_24).
#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <unordered_map>

#include "base/error.h"
#include "base/text/characters.h"
#include "report/export/model/interface_text.h"

namespace catenary::report {

using logic::SortKind;
using logic::Term;

namespace {

constexpr std::array<std::string_view, 44> kKeywords = {
    "and",     "assert",    "assume",    "automaton", "bool",   "char",
    "check",   "const",     "contract",  "div",       "do",     "else",
    "end",     "ensure",    "enum",      "every",     "extern", "false",
    "fby",     "function",  "guarantee", "if",        "import", "include",
    "int",     "invariant", "let",       "merge",     "mod",    "mode",
    "node",    "not",       "or",        "pre",       "real",   "require",
    "returns", "struct",    "tel",       "then",      "true",   "type",
    "var",     "xor"};

class Lustre {
 public:
  explicit Lustre(const model::Interface& interface) : a_(interface) {
    names();
  }

  std::string run() {
    comment("interface " + a_.name + (a_.text.empty() ? "" : ": " + a_.text),
            0);
    types();
    out_ += "contract " + unique(a_.name) + "(" + parameters(true) +
            ")\nreturns (" + parameters(false) + ");\nlet\n";
    ghosts();
    for (const model::InterfaceVariable& v : a_.variables) range(v);
    for (const model::Promise& p : a_.promises) {
      if (!p.text.empty()) comment(p.text);
      claim("assume", p.id, at_steps(p.condition, true, true, "true"));
    }
    for (const model::Requirement& r : a_.requirements) requirement(r);
    for (const model::Purpose& p : a_.purposes) {
      comment("purpose " + p.id + ": " + text(p.condition));
    }
    return out_ + "tel\n";
  }

 private:
  void comment(const std::string& words, std::size_t indent = 2) {
    out_ += std::string(indent, ' ') + "-- ";
    for (const char c : words) {
      const bool is_control = static_cast<unsigned char>(c) < 0x20;
      out_ += is_control ? ' ' : c;
    }
    out_ += "\n";
  }

  /// A name that Lustre allows and that nothing else has.
  std::string unique(const std::string& wanted) {
    std::string name;
    for (const char c : wanted) {
      name += base::in_word(c) ? c : '_';
    }
    if (name.empty() || base::is_digit(name[0])) name.insert(0, "_");
    if (std::ranges::binary_search(kKeywords, std::string_view(name))) {
      name += "_";
    }
    const std::string base = name;
    for (int n = 2; !taken_.insert(name).second; ++n) {
      name = base + "_" + std::to_string(n);
    }
    return name;
  }

  /// Values of enumerations keep their names: they come first.
  void names() {
    std::set<std::string> seen;
    for (const model::InterfaceVariable& v : a_.variables) {
      if (v.sort().kind() != SortKind::enumeration) continue;
      const logic::Enumeration& e = v.sort().enumerators();
      if (!seen.insert(e.name).second) continue;
      enumerations_.push_back(&e);
      for (const std::string& value : e.values) taken_.insert(value);
    }
    for (const logic::Enumeration* e : enumerations_) {
      type_names_.emplace(e->name, unique(e->name));
    }
    for (const model::InterfaceVariable& v : a_.variables) {
      const std::string name = unique(v.name);
      variable_names_.emplace(v.name, name);
      now_.emplace(v.now.id(), name);
      now_.emplace(v.before.id(), "(pre " + name + ")");
    }
  }

  void types() {
    for (const logic::Enumeration* e : enumerations_) {
      out_ += "type " + type_names_.at(e->name) + " = enum { ";
      for (std::size_t i = 0; i < e->values.size(); ++i) {
        out_ += (i > 0 ? ", " : "") + e->values[i];
      }
      out_ += " };\n";
    }
  }

  [[nodiscard]] std::string type(const logic::Sort& sort) const {
    switch (sort.kind()) {
      case SortKind::boolean:
        return "bool";
      case SortKind::integer:
        return "int";
      case SortKind::enumeration:
        return type_names_.at(sort.enumerators().name);
      default:
        return "real";
    }
  }

  [[nodiscard]] std::string parameters(bool inputs) const {
    std::string out;
    for (const model::InterfaceVariable& v : a_.variables) {
      if ((v.role == model::Role::input) != inputs || v.derived) continue;
      out += (out.empty() ? "" : "; ") + variable_names_.at(v.name) + " : " +
             type(v.sort());
    }
    return out;
  }

  [[nodiscard]] std::string text(Term t) const {
    const auto out = to_text(
        t, Notation::lustre, [this](Term v) { return now_.at(v.id()); });
    if (out) return *out;
    throw base::InputError({a_.path, 0, 0},
                           "an expression of this interface has more than a "
                           "million characters in Lustre",
                           "lustre-long");
  }

  /// `t` where it applies; at the first step `unknown` if it reads the step
  /// before.
  [[nodiscard]] std::string at_steps(Term t,
                                     bool at_init,
                                     bool at_step,
                                     const char* unknown) const {
    const std::string all = text(t);
    const std::string first = !at_init                 ? "true"
                              : model::reads_before(t) ? unknown
                                                       : all;
    const std::string later = at_step ? all : "true";
    if (first == later) return all;
    return "(" + first + ") -> (" + later + ")";
  }

  void claim(const char* what, const std::string& id, const std::string& text) {
    out_ += std::string("  ") + what + " \"" + id + "\" " + text + ";\n";
  }

  void range(const model::InterfaceVariable& v) {
    const Term range = range_of(a_, v);
    if (range.is_true() || v.derived) return;
    claim(v.role == model::Role::input ? "assume" : "guarantee",
          "range of " + v.name,
          text(range));
  }

  /// The value of a derived variable at the first and at later steps.
  void ghosts() {
    std::unordered_map<std::uint32_t, std::string> first, later;
    for (const model::Contract& c : a_.contracts) {
      if (!c.definition) continue;
      const Term v = c.guarantee[0];
      const std::string value = text(c.guarantee[1]);
      if (c.at_init) first.emplace(v.id(), value);
      if (c.at_step) later.emplace(v.id(), value);
    }
    for (const model::InterfaceVariable& v : a_.variables) {
      if (!v.derived) continue;
      out_ += "  var " + variable_names_.at(v.name) + " : " + type(v.sort()) +
              " = (" + first.at(v.now.id()) + ") -> (" + later.at(v.now.id()) +
              ");\n";
    }
  }

  void requirement(const model::Requirement& r) {
    comment("view " + a_.views[r.view].name + ", requirement " + r.id +
            (r.text.empty() ? "" : ": " + r.text));
    for (const std::uint32_t i : r.contracts) {
      const model::Contract& c = a_.contracts[i];
      if (c.definition) continue;
      const Term t = c.assumption.is_true()
                         ? c.guarantee
                         : a_.terms->implies(c.assumption, c.guarantee);
      claim("guarantee", c.id, at_steps(t, c.at_init, c.at_step, "false"));
    }
  }

  const model::Interface& a_;
  std::string out_;
  std::set<std::string> taken_;
  std::vector<const logic::Enumeration*> enumerations_;
  std::unordered_map<std::string, std::string> type_names_, variable_names_;
  std::unordered_map<std::uint32_t, std::string> now_;  ///< both kinds, by term
};

}  // namespace

std::string write_lustre(const model::Interface& interface) {
  return Lustre(interface).run();
}

}  // namespace catenary::report
