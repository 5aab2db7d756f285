// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads FRET's JSON.
#include "frontend/contract/fret/fret.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/text/json.h"
#include "base/text/scanner.h"

namespace catenary::frontend::contract {

using base::Json;

namespace {

constexpr const char* kLowInt = "2147483648";
constexpr const char* kHighInt = "2147483647";
constexpr const char* kHighUnsigned = "4294967295";

// JSON has no place for an empty document.
Place place(const Json& json) {
  return {std::max(json.line(), 1U), std::max(json.column(), 1U)};
}

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

/// Collects variables, and requirements by component; each component becomes a
/// view.
class FretReader {
 public:
  FretReader(const Json& root, Problems& problems)
      : root_(root), problems_(problems) {}

  FileSyntax run() {
    const Json* requirements = member(root_, "requirements", Json::Kind::array);
    const Json* variables = member(root_, "variables", Json::Kind::array);
    if (requirements == nullptr || variables == nullptr) return {};
    for (const Json& v : variables->items()) variable(v);
    for (const Json& r : requirements->items()) requirement(r);
    file_.name = {project_.empty() ? "fret" : fret_name(project_),
                  place(root_)};
    for (std::uint32_t i = 0; i < file_.views.size(); ++i) {
      file_.items.push_back({Item::Kind::view, i, {}});
    }
    return std::move(file_);
  }

 private:
  void error(const Json& at, const std::string& message, const char* code) {
    problems_.error(place(at), message, code);
  }

  /// The member of that kind; null, and an error, where there is none.
  const Json* member(const Json& of, const char* key, Json::Kind kind) {
    static const std::map<Json::Kind, const char*> kKinds = {
        {Json::Kind::array, "an array"},
        {Json::Kind::object, "an object"},
        {Json::Kind::string, "a string"}};
    if (!of.is(Json::Kind::object)) {
      error(of,
            std::string("expected an object with '") + key +
                "', as FRET 2.0 and later versions export",
            "fret-version");
      return nullptr;
    }
    const Json* found = of.find(key);
    if (found == nullptr) {
      error(of,
            std::string("this has no '") + key +
                "': expected an export of FRET 2.0 or later",
            "fret-version");
    } else if (!found->is(kind)) {
      error(*found,
            std::string("'") + key + "' is not what FRET exports: expected " +
                kKinds.at(kind),
            "fret-version");
      return nullptr;
    }
    return found;
  }

  /// The text of a member; "" where there is none or it is not a string.
  static std::string text(const Json& of, const char* key) {
    const Json* found = of.find(key);
    return found != nullptr && found->is(Json::Kind::string) ? found->text()
                                                             : "";
  }

  // --- variables

  void variable(const Json& json) {
    const Json* name = member(json, "variable_name", Json::Kind::string);
    if (name == nullptr) return;
    // Ports of a Simulink model to which variables may be tied.
    const Json* port = json.find("modeldoc");
    if (port != nullptr && port->is(Json::Kind::boolean) && port->as_bool()) {
      return;
    }
    const std::string id_type = text(json, "idType");
    VariablesSyntax v;
    if (id_type == "Input") {
      v.role = model::Role::input;
    } else if (id_type == "Output") {
      v.role = model::Role::output;
    } else if (id_type == "Internal") {
      v.role = model::Role::hidden;
      if (!text(json, "assignment").empty()) {
        problems_.warning(place(json),
                          "the assignment of internal variable '" +
                              name->text() +
                              "' is not read: it may take any value",
                          "fret-assignment");
      }
    } else {
      error(json,
            "variable '" + name->text() + "' is " +
                (id_type.empty() ? "of no kind yet"
                                 : "of the kind '" + id_type + "'") +
                ": expected the idType Input, Output or Internal",
            "fret-variable");
      // Declared anyway, so that its uses are not reported as well.
      v.role = model::Role::hidden;
    }
    if (!type(json, *name, v.type)) return;
    // Components repeat the declarations of variables that they share.
    const std::string kind = id_type + " " + text(json, "dataType");
    const auto [first, is_new] = variables_.try_emplace(
        fret_name(name->text()), Declared{name->text(), kind});
    if (!is_new) {
      if (first->second.name != name->text()) {
        error(*name,
              "variables '" + first->second.name + "' and '" + name->text() +
                  "' would both be '" + first->first +
                  "': expected names that differ in letters and digits",
              "fret-variable");
      } else if (first->second.kind != kind) {
        error(json,
              "variable '" + name->text() +
                  "' is declared twice, differently: expected one kind and "
                  "type for all components",
              "fret-variable");
      }
      return;
    }
    v.names.push_back({first->first, place(*name)});
    item(Item::Kind::variables, file_.variables.size());
    file_.variables.push_back(std::move(v));
  }

  bool type(const Json& json, const Json& name, TypeSyntax& out) {
    const std::string data = text(json, "dataType");
    out.where = place(json);
    if (data == "boolean") return true;
    if (data == "single" || data == "double") {
      out.base = TypeSyntax::Base::real;
      return true;
    }
    const bool is_signed = data == "integer";
    if (!is_signed && data != "unsigned integer") {
      error(json,
            "variable '" + name.text() + "' has the type '" + data +
                "': expected boolean, integer, unsigned integer, single or "
                "double",
            "fret-variable");
      return true;
    }
    // FRET has no ranges: those of 32 bits are as good as any.
    out.base = TypeSyntax::Base::integer;
    const auto literal = [&](const char* digits) {
      Expression e;
      e.kind = Expression::Kind::integer;
      e.text = digits;
      e.where = out.where;
      return e;
    };
    if (is_signed) {
      Expression low;
      low.kind = Expression::Kind::prefix;
      low.text = "-";
      low.where = out.where;
      low.operands.push_back(literal(kLowInt));
      out.lo = std::move(low);
      out.hi = literal(kHighInt);
    } else {
      out.lo = literal("0");
      out.hi = literal(kHighUnsigned);
    }
    return true;
  }

  // --- requirements

  void item(Item::Kind kind, std::size_t index) {
    file_.items.push_back({kind, static_cast<std::uint32_t>(index), {}});
  }

  ViewSyntax& view(const std::string& component, const Json& json) {
    const std::string name =
        component.empty() ? "requirements" : fret_name(component);
    const auto [it, is_new] = views_.emplace(name, file_.views.size());
    if (is_new) {
      ViewSyntax v;
      // The name as FRET has it, where ours had to differ.
      v.name = {name, place(json)};
      if (component != name) v.doc = {component, !component.empty()};
      file_.views.push_back(std::move(v));
    }
    return file_.views[it->second];
  }

  void requirement(const Json& json) {
    const Json* id = member(json, "reqid", Json::Kind::string);
    const Json* semantics = member(json, "semantics", Json::Kind::object);
    if (id == nullptr || semantics == nullptr) return;
    if (project_.empty()) project_ = text(json, "project");
    RequirementSyntax r;
    r.id = {id_of(id->text()), place(*id)};
    r.doc = {text(json, "fulltext"), true};
    if (r.id.text != id->text()) r.from = {id->text(), true};
    rationale(text(json, "rationale"), r.trivia);
    if (!semantics->members().empty()) formula(*semantics, r);
    view(text(*semantics, "component_name"), json)
        .requirements.push_back(std::move(r));
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

  void formula(const Json& semantics, RequirementSyntax& r) {
    const Json* formula = semantics.find("ptExpanded");
    if (formula == nullptr || !formula->is(Json::Kind::string)) {
      error(formula == nullptr ? semantics : *formula,
            "requirement '" + r.id.text +
                "' has no formula 'ptExpanded': expected an export of FRET "
                "2.0 or later",
            "fret-version");
      return;
    }
    // The place within the string: escapes before it shift it.
    Place where = place(*formula);
    ++where.column;  // behind the quote
    auto e = fret_formula(formula->text(), where, problems_);
    if (!e) return;
    ContractSyntax c;
    c.when = ContractSyntax::When::always;
    c.where = where;
    contract(always(std::move(*e)), c);
    r.contracts.push_back(std::move(c));
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

  const Json& root_;
  Problems& problems_;
  FileSyntax file_;
  std::string project_;
  /// A variable as FRET has it.
  struct Declared {
    std::string name;
    std::string kind;  ///< idType and dataType
  };
  std::map<std::string, Declared> variables_;  ///< by name of ours
  std::map<std::string, std::size_t> views_;
};

}  // namespace

bool looks_like_fret(std::string_view text) {
  constexpr std::size_t kBeginning = 4096;
  return text.substr(0, kBeginning).find("\"reqid\"") != std::string_view::npos;
}

FileSyntax read_fret(std::string_view text,
                     const std::string& path,
                     Problems& problems) {
  const Json root = base::parse_json(text, path);
  return FretReader(root, problems).run();
}

}  // namespace catenary::frontend::contract
