// SPDX-License-Identifier: Apache-2.0
/// \file
/// Chooses a component, and tells what of it is not read.
#include "frontend/contract/fret/fret.h"
#include "frontend/contract/fret/promises.h"

#include <algorithm>
#include <regex>
#include <utility>

#include "base/text/json.h"
#include "frontend/contract/fret/component.h"
#include "frontend/contract/fret/file_builder.h"
#include "frontend/contract/lower/lower.h"
#include "frontend/contract/parse/parser.h"

namespace catenary::frontend::contract {

using base::Json;

namespace {

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

/// The functions beside a file. Throws base::InputError where they have
/// faults, or something else is there.
FileSyntax functions_of(const FretChoice& choice) {
  if (choice.functions.empty()) return {};
  Problems problems(choice.functions_path, "req");
  const base::Tokens tokens = tokens_of(choice.functions, problems);
  FileSyntax out = Parser(tokens, problems).parse();
  for (const Item& i : out.items) {
    if (i.kind == Item::Kind::constant || i.kind == Item::Kind::function) {
      continue;
    }
    problems.error({},
                   "this is beside a file of FRET: expected functions and "
                   "constants alone",
                   "fret-functions");
    break;
  }
  problems.throw_errors();
  // Later messages name the other file.
  (void)lower(out, choice.functions_path, problems);
  return out;
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
  // One requirement, perhaps without the id that it needs.
  // Ogma's specifications have names that end in "Spec".
  static const std::regex ogma("\"\\w*Spec\"\\s*:\\s*\\{");
  return has("\"reqid\"") || has("\"fulltext\"") || has("\"requirements\"") ||
         std::regex_search(beginning.begin(), beginning.end(), ogma);
}

namespace {

std::string beside(const std::string& path, const char* end) {
  constexpr std::string_view kJson = ".json";
  return path.substr(0, path.size() - kJson.size()) + end;
}

}  // namespace

std::string fret_list_beside(const std::string& path) {
  return beside(path, ".variables.json");
}

std::string fret_functions_beside(const std::string& path) {
  return beside(path, ".functions.req");
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
  const fret::Beside beside{list_of(choice), functions_of(choice)};
  const fret::KnownComponent known =
      fret::understand(document, *component, beside, path);
  tell_left_out(known, path, problems);
  tell_orphans(document, problems);
  FileSyntax out = fret::file_of(known, *component, beside.functions);
  out.left_out = static_cast<std::uint32_t>(std::ranges::count_if(
      known.requirements, [](const auto& r) { return !r.why_not.empty(); }));
  out.promises_left_out = static_cast<std::uint32_t>(
      std::ranges::count_if(known.requirements, [](const auto& r) {
        return !r.why_not.empty() && fret::is_assumption(r.of->id);
      }));
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
  const fret::Beside beside{list_of(choice), functions_of(choice)};
  for (const auto& [component, shown] : fret::components_of(document)) {
    const fret::KnownComponent known =
        fret::understand(document, component, beside, path);
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
