// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names and types of a component. What cannot be understood makes its
/// requirements unusable, not the whole file.
#include "frontend/contract/fret/component.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "frontend/contract/fret/fret.h"

namespace catenary::frontend::contract::fret {

namespace {

using Kind = Expression::Kind;

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

/// Types of FRET, Lustre, Copilot and C by their names.
void set_type(const std::string& written, KnownVariable& v) {
  const std::string type = lower(written);
  const auto is = [&type](std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, type) != names.end();
  };
  v.is_unsigned = is(
      {"unsigned integer", "unsigned", "uint8", "uint16", "uint32", "uint64"});
  if (is({"boolean", "bool"})) {
    v.type = VariableType::boolean;
  } else if (v.is_unsigned ||
             is({"integer", "int", "int8", "int16", "int32", "int64"})) {
    v.type = VariableType::integer;
  } else if (is({"single", "double", "real", "float"})) {
    v.type = VariableType::real;
  }
}

void set_kind(const std::string& written, KnownVariable& v) {
  const std::string kind = lower(written);
  if (kind == "input") {
    v.role = model::Role::input;
  } else if (kind == "output") {
    v.role = model::Role::output;
  } else if (kind == "internal") {
    v.role = model::Role::hidden;
  } else {
    v.other_kind = written;
  }
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

/// Why a variable cannot be used.
std::string why_not(const KnownVariable& v) {
  if (!v.clash.empty()) {
    return "which would have the same name as '" + v.clash +
           "'; expected names that differ in letters and digits";
  }
  const std::string kind = v.other_kind.empty()
                               ? "of no kind yet"
                               : "of the kind '" + v.other_kind + "'";
  return "which is " + kind + "; expected the idType Input, Output or Internal";
}

class ComponentReader {
 public:
  ComponentReader(const Component& component, const std::string& path)
      : component_(component), path_(path) {}

  void declare(const Variable& v) {
    const bool mine = v.component.name.empty() ||
                      (v.component.name == component_.name &&
                       (v.component.project.empty() ||
                        v.component.project == component_.project));
    if (!mine) return;
    KnownVariable& known = variable(fret_name(v.name), v.name, v.where);
    if (known.name != v.name) known.clash = v.name;
    if (!known.role) set_kind(v.kind, known);
    if (!known.type) set_type(v.type, known);
    if (v.assignment.empty() || known.role != model::Role::hidden) return;
    known.value = literal_of(v.assignment, v.where);
    known.assigned = !known.value;
  }

  void require(const Requirement& r) {
    KnownRequirement& to = out_.requirements.emplace_back();
    to.of = &r;
    to.where = r.where;
    if (!r.formula) {
      to.why_not = "FRET has made no formula of it";
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
    use(*to.formula, r);
  }

  /// Types are inferred from all formulas, but those that contradict the ones
  /// before them.
  KnownComponent finish() {
    for (const KnownVariable& v : out_.variables) {
      if (v.type && !v.value) out_.types.declare(v.ours, *v.type);
    }
    for (KnownRequirement& r : out_.requirements) {
      if (!r.formula) continue;
      const KnownVariable* strange = nullptr;
      for (const KnownVariable& v : out_.variables) {
        const bool usable = (v.role || v.value) && v.clash.empty();
        if (strange != nullptr || usable) continue;
        const auto& users = v.used_by;
        if (std::ranges::find(users, r.of->id) != users.end()) strange = &v;
      }
      if (!out_.types.add(*r.formula)) {
        r.why_not = "it uses something both as a truth value and as a number";
        r.where = r.of->formula_where;
      } else if (strange != nullptr) {
        r.why_not = "it uses '" + strange->name + "', " + why_not(*strange);
        r.lacks_kind = strange->other_kind.empty() && strange->clash.empty();
        r.where = strange->where;
      }
    }
    return std::move(out_);
  }

 private:
  /// The variable of that name, which is added where it is new.
  KnownVariable& variable(const std::string& ours,
                          const std::string& name,
                          base::Place where) {
    const auto [at, is_new] = index_.try_emplace(ours, out_.variables.size());
    if (is_new) {
      KnownVariable& v = out_.variables.emplace_back();
      v.ours = ours;
      v.name = name;
      v.where = where;
    }
    return out_.variables[at->second];
  }

  /// Notes the variables of an expression, and puts constants in.
  void use(Expression& e, const Requirement& by) {
    for (Expression& operand : e.operands) use(operand, by);
    if (e.kind != Kind::name) return;
    KnownVariable& v = variable(e.text, e.text, e.where);
    if (v.where.line == 0) v.where = e.where;
    if (v.used_by.empty() || v.used_by.back() != by.id) {
      v.used_by.push_back(by.id);
    }
    if (v.value) {
      const base::Place where = e.where;
      Expression value = *v.value;
      e = std::move(value);
      e.where = where;
    }
  }

  const Component& component_;
  const std::string& path_;
  KnownComponent out_;
  std::map<std::string, std::size_t> index_;  ///< of variables, by `ours`
};

}  // namespace

std::vector<std::pair<Component, std::string>> components_of(
    const Document& document) {
  const auto& all = document.requirements;
  // Requirements that FRET could not read belong to no component.
  const bool any_formula =
      std::ranges::any_of(all, [](const auto& r) { return !!r.formula; });
  std::vector<std::pair<Component, std::string>> out;
  for (const Requirement& r : all) {
    if (any_formula && !r.formula) continue;
    const bool known = std::ranges::any_of(
        out, [&r](const auto& one) { return one.first == r.component; });
    if (!known) out.emplace_back(r.component, r.component.name);
  }
  for (auto& [component, shown] : out) {
    const auto same = std::ranges::count_if(out, [&](const auto& other) {
      return other.first.name == component.name;
    });
    if (same > 1) shown = component.project + "/" + component.name;
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
