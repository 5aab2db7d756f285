// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names and types of a component. What cannot be understood makes its
/// requirements unusable, not the whole file.
#include "frontend/contract/fret/component.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/text/letters.h"
#include "base/text/unique_name.h"
#include "frontend/contract/fret/fret.h"
#include "frontend/contract/fret/fret_expressions.h"

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
  ComponentReader(const Component& component, const std::string& path)
      : component_(component), path_(path) {}

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
    if (!known.value) set_fault(known, "whose assignment is not read");
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
    use(*to.formula);
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
    for (KnownRequirement& r : out_.requirements) {
      if (!r.formula || out_.types.add(*r.formula)) continue;
      r.why_not = "it uses something both as a truth value and as a number";
      r.where = r.of->formula_where;
    }
    for (const KnownVariable& v : out_.variables) {
      const bool typed = v.type || v.value || out_.types.of(v.ours);
      if (v.fault.empty() && (v.role || v.value) && typed) continue;
      for (const std::size_t by : v.used_by) {
        KnownRequirement& r = out_.requirements[by];
        if (!r.why_not.empty()) continue;
        r.lacks_kind = v.fault.empty();
        r.why_not = "it uses '" + v.name + "', " +
                    (!v.fault.empty() ? v.fault
                     : !v.role        ? "whose idType is not known"
                                      : "whose dataType is not known");
        r.where = v.where;
      }
    }
    return std::move(out_);
  }

 private:
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
  static std::string replace_functions(Expression& e) {
    constexpr std::size_t kMostNodes = 10'000;
    for (Expression& operand : e.operands) {
      std::string why_not = replace_functions(operand);
      if (!why_not.empty()) return why_not;
    }
    if (e.kind != Kind::call || !e.text.starts_with(kFunction)) return "";
    auto value = well_known(e);
    if (!value) {
      return "nothing is known of the function '" +
             e.text.substr(kFunction.size()) +
             "'; expected abs, absReal, min or max";
    }
    e = std::move(*value);
    return nodes_of(e) > kMostNodes ? "its functions are nested too deeply"
                                    : "";
  }

  /// Notes the variables of the last requirement, and puts constants in.
  void use(Expression& e) {
    for (Expression& operand : e.operands) use(operand);
    if (e.kind != Kind::name) return;
    const std::size_t by = out_.requirements.size() - 1;
    KnownVariable& v = variable(e.text, e.where);
    if (v.where.line == 0) v.where = e.where;
    if (v.used_by.empty() || v.used_by.back() != by) v.used_by.push_back(by);
    if (!v.value) return;
    const base::Place where = e.where;
    Expression value = *v.value;
    e = std::move(value);
    e.where = where;
  }

  const Component& component_;
  const std::string& path_;
  KnownComponent out_;
  std::map<std::string, std::size_t> index_;  ///< of variables, by `ours`
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
                          const std::vector<Variable>& lists,
                          const std::string& path) {
  ComponentReader reader(component, path);
  for (const Variable& v : document.variables) reader.declare(v);
  for (Variable v : lists) {
    v.where = {0, 0};  // of another file: the place of its first use counts
    reader.declare(v);
  }
  for (const Requirement& r : document.requirements) {
    if (r.component == component) reader.require(r);
  }
  return reader.finish();
}

}  // namespace catenary::frontend::contract::fret
