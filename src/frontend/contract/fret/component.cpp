// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names and types of a component. What cannot be understood makes its
/// requirements unusable, not the whole file.
#include "frontend/contract/fret/component.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/text/letters.h"
#include "base/text/unique_name.h"
#include "frontend/contract/fret/fret.h"
#include "frontend/contract/fret/fret_assignment.h"
#include "frontend/contract/fret/fret_expressions.h"
#include "frontend/contract/fret/promises.h"

namespace catenary::frontend::contract::fret {

namespace {

using Kind = Expression::Kind;

/// Types of FRET, Lustre, Copilot and C by their names; false for another.
bool set_type(const std::string& written, KnownVariable& v) {
  static const std::map<std::string, VariableType> kPlain = {
      {"boolean", VariableType::boolean},
      {"bool", VariableType::boolean},
      {"integer", VariableType::integer},
      {"int", VariableType::integer},
      {"single", VariableType::real},
      {"double", VariableType::real},
      {"real", VariableType::real},
      {"float", VariableType::real}};
  std::string type = base::in_small_letters(written);
  if (const auto at = kPlain.find(type); at != kPlain.end()) {
    v.type = at->second;
    return true;
  }
  v.is_unsigned = type.starts_with("u");
  if (type.starts_with("unsigned integer")) type = "uint";
  if (v.is_unsigned) type = type.substr(1);
  static const std::map<std::string, unsigned> kBits = {
      {"int", 32}, {"int8", 8}, {"int16", 16}, {"int32", 32}, {"int64", 64}};
  const auto bits = kBits.find(type);
  if (bits == kBits.end()) return false;
  v.type = VariableType::integer;
  v.bits = bits->second;
  return true;
}

std::optional<model::Role> role_of(const std::string& written) {
  const std::string kind = base::in_small_letters(written);
  if (kind == "input") return model::Role::input;
  if (kind == "output") return model::Role::output;
  if (kind == "internal") return model::Role::hidden;
  return std::nullopt;
}

/// A number, perhaps negative, or a truth value.
bool is_literal(const Expression& e) {
  if (e.kind == Kind::prefix && e.text == "-") return is_literal(e.operands[0]);
  return e.kind == Kind::boolean || e.kind == Kind::integer ||
         e.kind == Kind::decimal;
}

std::optional<Expression> literal_of(const std::string& text,
                                     base::Place where) {
  Problems ignored("", "fret");
  auto e = fret_formula(text, where, ignored);
  if (!e || !is_literal(*e)) return std::nullopt;
  e->grouped = true;
  return e;
}

class ComponentReader {
 public:
  ComponentReader(const Component& component,
                  const FileSyntax& functions,
                  const std::string& path)
      : component_(component), path_(path) {
    for (const FunctionSyntax& f : functions.functions) {
      functions_.emplace(f.name.text, f.parameters.size());
      out_.types.define(f);
    }
  }

  void declare(const Variable& v) {
    const Component& of = v.component;
    if (!of.name.empty() && of.name != component_.name) return;
    if (!of.project.empty() && of.project != component_.project) return;
    KnownVariable& known = variable(fret_name(v.name), v.where);
    name(known, v.name);
    declare_kind(v, known);
    declare_type(v, known);
    if (v.assignment.empty() || known.role != model::Role::hidden) return;
    known.value = literal_of(v.assignment, v.where);
    if (known.value || known.definition) return;
    known.definition = assignment_of(v.assignment, v.where);
    if (!known.definition) return set_fault(known, kNotRead);
    const std::string why_not = replace_functions(*known.definition);
    if (!why_not.empty()) {
      set_fault(known, "whose assignment is not read: " + why_not);
    }
  }

  /// Puts constants into definitions, and notes what they need. Call it when
  /// all variables are declared.
  void define() {
    // The vector grows where a definition uses variables that nobody declared.
    for (std::size_t i = 0; i < out_.variables.size(); ++i) {
      if (!out_.variables[i].definition) continue;
      Expression e = std::move(*out_.variables[i].definition);
      std::vector<std::size_t> needs;
      put_in(e, needs);
      out_.variables[i].definition = std::move(e);
      out_.variables[i].needs = std::move(needs);
    }
    for (std::size_t i = 0; i < out_.variables.size(); ++i) {
      std::set<std::size_t> seen;
      if (reaches(i, i, seen)) {
        set_fault(out_.variables[i],
                  "whose assignment refers to its own earlier value");
      }
    }
  }

  void require(const Requirement& r) {
    KnownRequirement& to = out_.requirements.emplace_back();
    to.of = &r;
    to.where = r.where;
    if (!r.formula) {
      to.why_not = "FRET exported no formula ('ptExpanded') for it";
      return;
    }
    Problems problems(path_, "fret");
    to.formula = fret_formula(*r.formula, r.formula_where, problems);
    if (!to.formula) {
      try {
        problems.throw_errors();
      } catch (const base::InputError& e) {
        const base::Diagnostic& first = e.diagnostics().at(0);
        to.where = {first.where.line, first.where.column};
        to.why_not = first.message;
      }
      return;
    }
    to.why_not = replace_functions(*to.formula);
    if (!to.why_not.empty()) {
      to.formula.reset();
      return;
    }
    std::vector<std::size_t> needs;
    put_in(*to.formula, needs);
    for (const std::size_t n : needs) use(n);
    for (const std::string& word : fret_names(*r.formula)) {
      const auto at = index_.find(fret_name(word));
      if (at != index_.end()) name(out_.variables[at->second], word);
    }
  }

  /// Types are inferred from all formulas, but those that contradict the ones
  /// before them.
  KnownComponent finish() {
    for (const KnownVariable& v : out_.variables) {
      if (v.type && !v.value) out_.types.declare(v.ours, *v.type);
    }
    for (KnownVariable& v : out_.variables) {
      if (!v.definition) continue;
      if (!out_.types.add(infix(node(Kind::name, v.ours, v.where),
                                "=",
                                v.where,
                                *v.definition))) {
        set_fault(v, "whose assignment has another type");
      }
    }
    for (KnownRequirement& r : out_.requirements) {
      if (!r.formula || out_.types.add(*r.formula)) continue;
      r.why_not = "it uses something both as a truth value and as a number";
      r.where = r.of->formula_where;
    }
    for (KnownVariable& v : out_.variables) {
      if (v.definition && v.fault.empty() && !type_previous(*v.definition)) {
        set_fault(v, kNotRead);
      }
    }
    for (std::size_t i = 0; i < out_.variables.size(); ++i) tell_faults(i);
    for (KnownRequirement& r : out_.requirements) {
      if (r.why_not.empty() && is_assumption(r.of->id)) {
        r.why_not = to_promise(out_, *r.formula);
        r.is_promise = r.why_not.empty();
      }
    }
    // Definitions of which a part is missing are missing, too.
    for (KnownVariable& v : out_.variables) {
      if (!v.definition || v.used_by.empty()) continue;
      const bool lacks = std::ranges::all_of(v.used_by, [&](std::size_t by) {
        return !out_.requirements[by].why_not.empty();
      });
      if (lacks) set_fault(v, "which no requirement uses");
    }
    return std::move(out_);
  }

 private:
  static constexpr const char* kNotRead = "whose assignment is not read";

  /// Leaves out the requirements that use a variable which cannot be used.
  void tell_faults(std::size_t index) {
    const KnownVariable& v = out_.variables[index];
    const bool typed = v.type || v.value || out_.types.of(v.ours);
    if (v.fault.empty() && (v.role || v.value) && typed) return;
    for (const std::size_t by : v.used_by) {
      KnownRequirement& r = out_.requirements[by];
      if (!r.why_not.empty()) continue;
      r.lacks_kind = v.fault.empty();
      r.why_not = "it uses '" + (v.name.empty() ? v.ours : v.name) + "', " +
                  (!v.fault.empty() ? v.fault
                   : !v.role        ? "whose idType is not known"
                                    : "whose dataType is not known");
      r.where = v.where;
    }
  }

  /// Gives `pre` of a number a value at the first step, which is never used.
  /// False where its type is not known.
  [[nodiscard]] bool type_previous(Expression& e) const {
    for (Expression& operand : e.operands) {
      if (!type_previous(operand)) return false;
    }
    if (e.kind != Kind::call || e.text != kPrevious) return true;
    e.text = "pre";
    const auto type = out_.types.value_of(e.operands[0]);
    if (!type) return false;
    if (*type != VariableType::boolean) {
      e.operands.push_back(node(Kind::integer, "0", e.where));
    }
    return true;
  }

  /// Whether the definition of `from` needs `to`, by other definitions too.
  [[nodiscard]] bool reaches(std::size_t from,
                             std::size_t to,
                             std::set<std::size_t>& seen) const {
    for (const std::size_t n : out_.variables[from].needs) {
      if (n == to) return true;
      if (seen.insert(n).second && reaches(n, to, seen)) return true;
    }
    return false;
  }

  /// The variable of that name, which is added where it is new.
  KnownVariable& variable(const std::string& ours, base::Place where) {
    const auto [at, is_new] = index_.try_emplace(ours, out_.variables.size());
    if (is_new) {
      KnownVariable& v = out_.variables.emplace_back();
      v.ours = ours;
      v.where = where;
    }
    return out_.variables[at->second];
  }

  static void set_fault(KnownVariable& v, const std::string& fault) {
    if (v.fault.empty()) v.fault = fault;
  }

  /// Notes that FRET calls the variable so. Two names that become the same
  /// would be one variable.
  static void name(KnownVariable& v, const std::string& name) {
    if (v.name.empty()) v.name = name;
    if (v.name == name) return;
    set_fault(v,
              "which would have the same name as '" + name +
                  "'; expected names that differ in letters and digits");
  }

  static void declare_kind(const Variable& v, KnownVariable& known) {
    if (v.kind.empty()) return;
    const auto role = role_of(v.kind);
    if (!role) {
      set_fault(known,
                "which is of the kind '" + v.kind +
                    "'; expected the idType Input, Output or Internal");
    } else if (known.role && known.role != role) {
      set_fault(known, "which has two kinds; expected one idType");
    } else {
      known.role = role;
    }
  }

  static void declare_type(const Variable& v, KnownVariable& known) {
    if (v.type.empty()) return;
    const KnownVariable before = known;
    if (!set_type(v.type, known)) {
      set_fault(known,
                "which has the type '" + v.type +
                    "'; expected boolean, integer, unsigned integer, single or "
                    "double");
    } else if (before.type &&
               (before.type != known.type || before.bits != known.bits ||
                before.is_unsigned != known.is_unsigned)) {
      set_fault(known, "which has two types; expected one dataType");
    }
  }

  /// Puts in what functions are that everybody knows. Returns why that is not
  /// possible; "" = it is done.
  [[nodiscard]] std::string replace_functions(Expression& e) const {
    constexpr std::size_t kMostNodes = 10'000;
    for (Expression& operand : e.operands) {
      std::string why_not = replace_functions(operand);
      if (!why_not.empty()) return why_not;
    }
    if (e.kind != Kind::call || !e.text.starts_with(kFunction)) return "";
    const std::string name = e.text.substr(kFunction.size());
    if (const auto own = functions_.find(name); own != functions_.end()) {
      if (own->second == e.operands.size()) {
        e.text = name;
        return "";
      }
      return "the function '" + name + "' has " +
             std::to_string(e.operands.size()) + " arguments; expected " +
             std::to_string(own->second);
    }
    auto value = well_known(e);
    if (!value) {
      return "nothing is known of the function '" + name +
             "'; expected 'function " + name + "(…) = …' in " +
             fret_functions_beside(path_);
    }
    e = std::move(*value);
    return nodes_of(e) > kMostNodes ? "its functions are nested too deeply"
                                    : "";
  }

  /// Puts constants in, and adds the variables of an expression to `needs`.
  void put_in(Expression& e, std::vector<std::size_t>& needs) {
    for (Expression& operand : e.operands) put_in(operand, needs);
    if (e.kind != Kind::name) return;
    KnownVariable& v = variable(e.text, e.where);
    if (v.where.line == 0) v.where = e.where;
    needs.push_back(index_.at(e.text));
    // A definition speaks of the current step already.
    if (v.definition) e.primed = false;
    if (!v.value) return;
    const base::Place where = e.where;
    Expression value = *v.value;
    e = std::move(value);
    e.where = where;
  }

  /// Notes that the last requirement uses a variable, and what that needs.
  void use(std::size_t variable) {
    const std::size_t by = out_.requirements.size() - 1;
    KnownVariable& v = out_.variables[variable];
    if (!v.used_by.empty() && v.used_by.back() == by) return;
    v.used_by.push_back(by);
    for (const std::size_t n : v.needs) use(n);
  }

  const Component& component_;
  const std::string& path_;
  KnownComponent out_;
  std::map<std::string, std::size_t> index_;      ///< of variables, by `ours`
  std::map<std::string, std::size_t> functions_;  ///< numbers of parameters
};

}  // namespace

std::vector<std::pair<Component, std::string>> components_of(
    const Document& document) {
  std::vector<std::pair<Component, std::string>> out;
  const auto is_orphan = [](const Requirement& r) {
    return !r.formula && r.component.name.empty();
  };
  const bool all = std::ranges::all_of(document.requirements, is_orphan);
  for (const Requirement& r : document.requirements) {
    if (!all && is_orphan(r)) continue;
    const bool known = std::ranges::any_of(
        out, [&r](const auto& one) { return one.first == r.component; });
    if (!known) out.emplace_back(r.component, r.component.name);
  }
  base::TakenNames taken;
  for (auto& [component, shown] : out) {
    const auto same = std::ranges::count_if(out, [&](const auto& other) {
      return other.first.name == component.name;
    });
    if (same > 1) shown = component.project + "/" + component.name;
    if (shown.empty() && out.size() > 1) shown = "unnamed";
    shown = base::unique_name(shown, taken);
  }
  return out;
}

KnownComponent understand(const Document& document,
                          const Component& component,
                          const Beside& beside,
                          const std::string& path) {
  ComponentReader reader(component, beside.functions, path);
  for (const Variable& v : document.variables) reader.declare(v);
  for (Variable v : beside.variables) {
    v.where = {0, 0};  // of another file: the place of its first use counts
    reader.declare(v);
  }
  reader.define();
  for (const Requirement& r : document.requirements) {
    if (r.component == component) reader.require(r);
  }
  return reader.finish();
}

}  // namespace catenary::frontend::contract::fret
