// SPDX-License-Identifier: Apache-2.0
#include "frontend/contract/fret/file_builder.h"

#include <gmpxx.h>

#include <set>
#include <string>
#include <utility>

#include "base/text/scanner.h"
#include "frontend/contract/fret/fret.h"

namespace catenary::frontend::contract::fret {

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
  FileBuilder(const KnownComponent& component, const FileSyntax& functions)
      : component_(component), functions_(functions) {}

  FileSyntax run(const Component& name) {
    for (const Item& i : functions_.items) {
      // Constants and functions; both keep their order.
      file_.items.push_back(i);
    }
    file_.constants = functions_.constants;
    file_.functions = functions_.functions;
    for (const KnownVariable& v : component_.variables) variable(v);
    ViewSyntax view;
    view.name = {name.name.empty() ? "requirements" : fret_name(name.name), {}};
    // The name as FRET has it, where ours had to differ.
    if (name.name != view.name.text) view.doc = {name.name, !name.name.empty()};
    for (const KnownRequirement& r : component_.requirements) {
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

  void variable(const KnownVariable& v) {
    if (!v.role || v.value || !v.fault.empty()) return;
    if (v.definition) {
      if (v.used_by.empty()) return;
      item(Item::Kind::definition, file_.definitions.size());
      file_.definitions.push_back({{v.ours, v.where}, {}, *v.definition});
      return;
    }
    const auto type = v.type ? v.type : component_.types.of(v.ours);
    if (!type) return;  // not used

    VariablesSyntax out;
    out.role = *v.role;
    out.names.push_back({v.ours, v.where});
    out.type = type_of(v, *type);
    item(Item::Kind::variables, file_.variables.size());
    file_.variables.push_back(std::move(out));
  }

  static TypeSyntax type_of(const KnownVariable& v, VariableType type) {
    TypeSyntax out;
    out.where = v.where;
    switch (type) {
      case VariableType::boolean:
        return out;
      case VariableType::real:
        out.base = TypeSyntax::Base::real;
        return out;
      case VariableType::integer:
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
  void requirement(const KnownRequirement& r, ViewSyntax& view) {
    const Requirement& of = *r.of;
    RequirementSyntax out;
    out.id = {own_id(id_of(of.id)), of.where};
    out.doc = {of.text, true};
    if (out.id.text != of.id) out.from = {of.id, true};
    rationale(of.rationale, out.trivia);
    if (r.is_promise) {
      item(Item::Kind::promise, file_.promises.size());
      file_.items.back().trivia = out.trivia;
      file_.promises.push_back(
          {{fret_name(of.id), of.where}, out.doc, *r.formula});
      return;
    }
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

  const KnownComponent& component_;
  const FileSyntax& functions_;
  FileSyntax file_;
  std::set<std::string> ids_;
};

}  // namespace

FileSyntax file_of(const KnownComponent& known,
                   const Component& component,
                   const FileSyntax& functions) {
  return FileBuilder(known, functions).run(component);
}

}  // namespace catenary::frontend::contract::fret
