// SPDX-License-Identifier: Apache-2.0
/// \file
/// Makes a .req file of a component.
#include "frontend/contract/fret/fret.h"

#include <gmpxx.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/text/json.h"
#include "base/text/scanner.h"
#include "frontend/contract/fret/component.h"

namespace catenary::frontend::contract {

using base::Json;

namespace {

/// An id of the .req language: words joined by '-' and '.'. Other characters
/// become '_'.
std::string id_of(std::string_view id) {
  std::string out;
  for (const char c : id) {
    const bool joint = (c == '-' || c == '.') && !out.empty() &&
                       out.back() != '-' && out.back() != '.';
    out += base::in_word(c) || joint ? c : '_';
  }
  while (out.ends_with('-') || out.ends_with('.')) out.back() = '_';
  if (out.find_first_of("-.") == std::string::npos) return fret_name(out);
  if (out.empty() || base::is_digit(out[0])) out.insert(0, "_");
  return out;
}

/// Each component becomes a view of its own.
class FileBuilder {
 public:
  explicit FileBuilder(const fret::KnownComponent& component)
      : component_(component) {}

  FileSyntax run(const fret::Component& name) {
    for (const fret::KnownVariable& v : component_.variables) variable(v);
    ViewSyntax view;
    view.name = {name.name.empty() ? "requirements" : fret_name(name.name), {}};
    // The name as FRET has it, where ours had to differ.
    if (name.name != view.name.text) view.doc = {name.name, !name.name.empty()};
    for (const fret::KnownRequirement& r : component_.requirements) {
      requirement(r, view);
    }
    file_.views.push_back(std::move(view));
    item(Item::Kind::view, 0);
    const std::string& title = name.project.empty() ? name.name : name.project;
    file_.name = {title.empty() ? "fret" : fret_name(title), {}};
    return std::move(file_);
  }

 private:
  void item(Item::Kind kind, std::size_t index) {
    file_.items.push_back({kind, static_cast<std::uint32_t>(index), {}});
  }

  // --- variables

  void variable(const fret::KnownVariable& v) {
    if (!v.role || v.value || !v.fault.empty()) return;
    const auto type = v.type ? v.type : component_.types.of(v.ours);
    if (!type) return;  // not used

    VariablesSyntax out;
    out.role = *v.role;
    out.names.push_back({v.ours, v.where});
    out.type = type_of(v, *type);
    item(Item::Kind::variables, file_.variables.size());
    file_.variables.push_back(std::move(out));
  }

  static TypeSyntax type_of(const fret::KnownVariable& v,
                            fret::VariableType type) {
    TypeSyntax out;
    out.where = v.where;
    switch (type) {
      case fret::VariableType::boolean:
        return out;
      case fret::VariableType::real:
        out.base = TypeSyntax::Base::real;
        return out;
      case fret::VariableType::integer:
        break;
    }
    // FRET has no other ranges than those of its types.
    out.base = TypeSyntax::Base::integer;
    const auto literal = [&](const mpz_class& value) {
      Expression e;
      e.kind = Expression::Kind::integer;
      e.text = value.get_str();
      e.where = out.where;
      return e;
    };
    const mpz_class values = mpz_class(1) << v.bits;
    if (v.is_unsigned) {
      out.lo = literal(0);
      out.hi = literal(values - 1);
      return out;
    }
    Expression low;
    low.kind = Expression::Kind::prefix;
    low.text = "-";
    low.where = out.where;
    low.operands.push_back(literal(values / 2));
    out.lo = std::move(low);
    out.hi = literal(values / 2 - 1);
    return out;
  }

  // --- requirements

  /// One without a formula is kept as a text: then suites can name it.
  void requirement(const fret::KnownRequirement& r, ViewSyntax& view) {
    const fret::Requirement& of = *r.of;
    RequirementSyntax out;
    out.id = {own_id(id_of(of.id)), of.where};
    out.doc = {of.text, true};
    if (out.id.text != of.id) out.from = {of.id, true};
    rationale(of.rationale, out.trivia);
    if (r.why_not.empty()) {
      ContractSyntax c;
      c.when = ContractSyntax::When::always;
      c.where = of.formula_where;
      Expression formula = *r.formula;
      contract(always(std::move(formula)), c);
      out.contracts.push_back(std::move(c));
    }
    view.requirements.push_back(std::move(out));
  }

  /// Databases hold several requirements of one id.
  std::string own_id(const std::string& id) {
    std::string out = id;
    for (int n = 2; !ids_.insert(out).second; ++n) {
      out = id + "." + std::to_string(n);
    }
    return out;
  }

  // The rationale becomes a comment above the requirement.
  static void rationale(const std::string& text, Trivia& trivia) {
    std::string line;
    for (const char c : text + "\n") {
      if (c != '\n') {
        if (c != '\r') line += c;
        continue;
      }
      while (line.ends_with(' ')) line.pop_back();
      if (!line.empty()) trivia.above.push_back("-- " + line);
      line.clear();
    }
  }

  /// A contract holds at every step anyway, so "has always held" at its top is
  /// redundant.
  static Expression always(Expression e) {
    if (e.kind == Expression::Kind::call && e.text == "historically" &&
        e.operands.size() == 1) {
      Expression inner = std::move(e.operands[0]);
      e = std::move(inner);
    }
    e.grouped = false;
    return e;
  }

  /// A => G becomes "when A then G"; N or (A => G) becomes "when not N and A
  /// then G". Then coverage and vacuity can refer to the antecedent.
  static void contract(Expression e, ContractSyntax& c) {
    const auto is = [](const Expression& x, const char* op) {
      return x.kind == Expression::Kind::infix && x.operators[0].text == op;
    };
    if (is(e, "or") && e.operands.size() == 2 && is(e.operands[1], "=>")) {
      Expression no;
      no.kind = Expression::Kind::prefix;
      no.text = "not";
      no.where = e.operands[0].where;
      no.operands.push_back(std::move(e.operands[0]));
      Expression both;
      both.kind = Expression::Kind::infix;
      both.where = no.where;
      both.operators.push_back({"and", e.operators[0].where});
      both.operands.push_back(std::move(no));
      both.operands.push_back(std::move(e.operands[1].operands[0]));
      Expression implied = std::move(e.operands[1].operands[1]);
      c.assumption = std::move(both);
      c.guarantee = std::move(implied);
    } else if (is(e, "=>") && e.operands.size() == 2) {
      Expression implied = std::move(e.operands[1]);
      c.assumption = std::move(e.operands[0]);
      c.guarantee = std::move(implied);
    } else {
      c.guarantee = std::move(e);
      return;
    }
    c.assumption->grouped = false;
    c.guarantee.grouped = false;
  }

  const fret::KnownComponent& component_;
  FileSyntax file_;
  std::set<std::string> ids_;
};

/// The component that is asked for; none, and an error, where there is none or
/// several and nobody chose.
std::optional<fret::Component> chosen(const fret::Document& document,
                                      const std::string& wanted,
                                      Problems& problems) {
  const auto all = fret::components_of(document);
  std::string names;
  for (const auto& [component, shown] : all) {
    if (shown == wanted && (!wanted.empty() || all.size() == 1)) {
      return component;
    }
    names += (names.empty() ? "" : ", ") + shown;
  }
  if (wanted.empty() && all.size() == 1) return all[0].first;
  if (all.empty()) {
    problems.error({}, "this has no requirements", "fret-empty");
  } else if (wanted.empty()) {
    problems.error(
        {},
        "this holds " + std::to_string(all.size()) +
            " components; expected the name of one behind '#': " + names,
        "fret-component");
  } else {
    problems.error(
        {},
        "there is no component '" + wanted + "'; expected one of " + names,
        "fret-component");
  }
  return std::nullopt;
}

/// Says how to tell the kinds of variables that have none.
void ask_for_kinds(const fret::KnownComponent& component,
                   const std::string& path,
                   Problems& problems) {
  constexpr std::size_t kMostShown = 8;
  std::string names;
  std::size_t count = 0;
  base::Place first;
  for (const fret::KnownVariable& v : component.variables) {
    const bool known =
        v.value || (v.role && (v.type || component.types.of(v.ours)));
    if (known || v.used_by.empty() || !v.fault.empty()) continue;
    if (count == 0) first = v.where;
    if (++count <= kMostShown) names += (count > 1 ? ", " : "") + v.name;
  }
  if (count > kMostShown) names += ", …";
  const std::string list = fret_list_beside(path);
  problems.error(first,
                 "it is not known which variables are inputs, outputs or "
                 "internal (" +
                     names + "): 'catenary convert " + path +
                     " --to fret-variables -o " + list +
                     "' lists them; expected an idType and a dataType for each "
                     "in that file",
                 "fret-kinds");
}

/// Tells what is left out; where that is everything, it is an error.
void tell_left_out(const fret::KnownComponent& component,
                   const std::string& path,
                   Problems& problems) {
  const auto& all = component.requirements;
  const bool none_left = std::ranges::none_of(
      all, [](const auto& r) { return r.why_not.empty(); });
  if (none_left &&
      std::ranges::any_of(all, &fret::KnownRequirement::lacks_kind)) {
    return ask_for_kinds(component, path, problems);
  }
  for (const fret::KnownRequirement& r : all) {
    if (r.why_not.empty()) continue;
    const std::string text =
        "requirement '" + r.of->id + "' is left out: " + r.why_not;
    if (none_left) {
      problems.error(r.where, text, kFretLeftOut);
    } else {
      problems.warning(r.where, text, kFretLeftOut);
    }
  }
}

/// Tells of requirements that belong to no component, since FRET has not read
/// them.
void tell_orphans(const fret::Document& document, Problems& problems) {
  const fret::Requirement* first = nullptr;
  std::size_t count = 0;
  for (const fret::Requirement& r : document.requirements) {
    if (r.formula || !r.component.name.empty()) continue;
    if (count++ == 0) first = &r;
  }
  // A file with nothing else is of one component without a name.
  if (count == 0 || count == document.requirements.size()) return;
  problems.warning(first->where,
                   std::to_string(count) +
                       " requirements have no formula and name no component, "
                       "the first of them '" +
                       first->id + "'",
                   "fret-no-component");
}

std::vector<fret::Variable> list_of(const FretChoice& choice) {
  if (choice.variables.empty()) return {};
  const Json root = base::parse_json(choice.variables, choice.variables_path);
  Problems problems(choice.variables_path, "fret");
  if (!root.is(Json::Kind::array)) {
    problems.error({},
                   "this is no list of variables: expected an array of objects "
                   "with 'variable_name'",
                   "fret-variables");
    problems.throw_errors();
  }
  std::vector<fret::Variable> out = fret::document_of(root, problems).variables;
  problems.throw_errors();
  return out;
}

const char* kind_text(const fret::KnownVariable& v) {
  if (!v.role) return "";
  return *v.role == model::Role::input    ? "Input"
         : *v.role == model::Role::output ? "Output"
                                          : "Internal";
}

std::string type_text(const fret::KnownVariable& v,
                      const std::optional<fret::VariableType>& inferred) {
  const auto type = v.type ? v.type : inferred;
  if (!type) return "";
  switch (*type) {
    case fret::VariableType::boolean:
      return "boolean";
    case fret::VariableType::real:
      return "double";
    case fret::VariableType::integer:
      break;
  }
  if (v.bits != 32) {
    return (v.is_unsigned ? "uint" : "int") + std::to_string(v.bits);
  }
  return v.is_unsigned ? "unsigned integer" : "integer";
}

}  // namespace

bool looks_like_fret(std::string_view text) {
  constexpr std::size_t kBeginning = 4096;
  const std::string_view beginning = text.substr(0, kBeginning);
  const auto has = [beginning](std::string_view key) {
    return beginning.find(key) != std::string_view::npos;
  };
  const std::size_t first = beginning.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  // A list of variables may come before the requirements.
  if (beginning[first] == '[') {
    return has("\"reqid\"") || has("\"variable_name\"");
  }
  if (has("\"schema\"")) return false;
  return has("\"reqid\"") || has("\"RTSASpec\"") || has("\"requirements\"");
}

std::string fret_list_beside(const std::string& path) {
  constexpr std::string_view kJson = ".json";
  return path.substr(0, path.size() - kJson.size()) + ".variables.json";
}

FileSyntax read_fret(std::string_view text,
                     const std::string& path,
                     const FretChoice& choice,
                     Problems& problems) {
  const Json root = base::parse_json(text, path);
  const fret::Document document = fret::document_of(root, problems);
  if (problems.failed()) return {};
  const auto component = chosen(document, choice.component, problems);
  if (!component) return {};
  const fret::KnownComponent known =
      fret::understand(document, *component, list_of(choice), path);
  tell_left_out(known, path, problems);
  tell_orphans(document, problems);
  FileSyntax out = FileBuilder(known).run(*component);
  out.left_out = static_cast<std::uint32_t>(std::ranges::count_if(
      known.requirements, [](const auto& r) { return !r.why_not.empty(); }));
  return out;
}

std::vector<std::string> fret_components(std::string_view text,
                                         const std::string& path) {
  const Json root = base::parse_json(text, path);
  Problems problems(path, "fret");
  const fret::Document document = fret::document_of(root, problems);
  problems.throw_errors();
  std::vector<std::string> out;
  for (const auto& [component, shown] : fret::components_of(document)) {
    out.push_back(shown);
  }
  return out;
}

std::string fret_variables(std::string_view text,
                           const std::string& path,
                           const FretChoice& choice) {
  const Json root = base::parse_json(text, path);
  Problems problems(path, "fret");
  const fret::Document document = fret::document_of(root, problems);
  problems.throw_errors();
  Json out = Json::array();
  for (const auto& [component, shown] : fret::components_of(document)) {
    const fret::KnownComponent known =
        fret::understand(document, component, list_of(choice), path);
    for (const fret::KnownVariable& v : known.variables) {
      if (v.used_by.empty()) continue;
      Json one = Json::object();
      one.set("project", Json::string(component.project));
      one.set("component_name", Json::string(component.name));
      one.set("variable_name", Json::string(v.name));
      one.set("idType", Json::string(kind_text(v)));
      one.set("dataType", Json::string(type_text(v, known.types.of(v.ours))));
      std::vector<std::string> users;
      for (const std::size_t r : v.used_by) {
        users.push_back(known.requirements[r].of->id);
      }
      one.set("reqs", Json::strings(users));
      out.push(std::move(one));
    }
  }
  return out.pretty();
}

}  // namespace catenary::frontend::contract
