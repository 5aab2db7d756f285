// SPDX-License-Identifier: Apache-2.0
/// \file
/// Walks the syntax of a file: first all declarations, which may stand in any
/// order, then the uses of their names in the expressions.
#include "frontend/contract/symbols.h"

#include <map>
#include <utility>

#include "base/text_file.h"
#include "frontend/contract/contract.h"
#include "frontend/contract/lower/lower.h"
#include "frontend/contract/parse/parser.h"

namespace catenary::frontend::contract {

namespace {

using base::kNoSymbol;
using base::SymbolKind;

/// Fills a table from the syntax of a file; use it once.
class SymbolWalk {
 public:
  explicit SymbolWalk(base::SymbolTable& out) : out_(out) {}

  void walk(const FileSyntax& file) {
    declare(file.name, SymbolKind::model, "interface", file.doc.text);
    declare_values(file);
    declare_variables(file);
    for (const ViewSyntax& v : file.views) declare_view(v);
    for (const PurposeSyntax& p : file.purposes) {
      declare(p.name, SymbolKind::purpose, "purpose", p.doc.text);
    }
    use_values(file);
    for (const ViewSyntax& v : file.views) use_view(v);
    for (const PurposeSyntax& p : file.purposes) {
      use(views_, p.view);
      if (p.within) use(*p.within);
      use(p.value);
    }
    for (const CoverSyntax& c : file.covers) use(views_, c.view);
  }

 private:
  using Names = std::map<std::string, std::uint32_t, std::less<>>;

  std::uint32_t declare(const Name& name,
                        SymbolKind kind,
                        std::string detail,
                        std::string text = "",
                        std::uint32_t parent = kNoSymbol) {
    if (name.text.empty()) return kNoSymbol;
    base::Symbol s;
    s.name = name.text;
    s.kind = kind;
    s.detail = std::move(detail);
    s.text = std::move(text);
    s.where = name.where;
    s.parent = parent;
    return out_.declare(std::move(s));
  }

  void declare_values(const FileSyntax& file) {
    for (const ConstSyntax& c : file.constants) {
      names_.emplace(c.name.text,
                     declare(c.name, SymbolKind::constant, "constant"));
    }
    for (const EnumSyntax& e : file.enumerations) {
      const std::uint32_t type =
          declare(e.name, SymbolKind::enumeration, "enumeration");
      types_.emplace(e.name.text, type);
      for (const Name& v : e.values) {
        names_.emplace(v.text,
                       declare(v,
                               SymbolKind::enumerator,
                               "value of " + e.name.text,
                               "",
                               type));
      }
    }
    for (const FunctionSyntax& f : file.functions) {
      functions_.emplace(f.name.text,
                         declare(f.name, SymbolKind::function, "function"));
    }
  }

  void declare_variables(const FileSyntax& file) {
    for (const VariablesSyntax& v : file.variables) {
      for (const Name& n : v.names) {
        names_.emplace(n.text,
                       declare(n,
                               SymbolKind::variable,
                               std::string(model::to_string(v.role)) + " " +
                                   n.text + " : " + shown(v.type)));
      }
    }
    for (const NamedSyntax& d : file.definitions) {
      names_.emplace(d.name.text,
                     declare(d.name, SymbolKind::definition, "definition"));
    }
    for (const NamedSyntax& p : file.promises) {
      declare(p.name,
              SymbolKind::promise,
              "promise of the environment",
              p.doc.text);
    }
  }

  void declare_view(const ViewSyntax& v) {
    const std::uint32_t view =
        declare(v.name, SymbolKind::view, "view", v.doc.text);
    views_.emplace(v.name.text, view);
    for (const RequirementSyntax& r : v.requirements) {
      const std::uint32_t requirement = declare(
          r.id,
          SymbolKind::requirement,
          r.from.given ? "requirement from " + r.from.text : "requirement",
          r.doc.text,
          view);
      for (const ContractSyntax& c : r.contracts) {
        declare(c.id,
                SymbolKind::contract,
                "contract of " + r.id.text,
                "",
                requirement);
      }
    }
  }

  void use_values(const FileSyntax& file) {
    for (const ConstSyntax& c : file.constants) use(c.value);
    for (const FunctionSyntax& f : file.functions) {
      const auto found = functions_.find(f.name.text);
      for (const FunctionSyntax::Parameter& p : f.parameters) {
        use(p.type);
        parameters_.emplace(
            p.name.text,
            declare(p.name,
                    SymbolKind::parameter,
                    "parameter of " + f.name.text + " : " + shown(p.type),
                    "",
                    found == functions_.end() ? kNoSymbol : found->second));
      }
      use(f.value);
      parameters_.clear();
    }
    for (const VariablesSyntax& v : file.variables) use(v.type);
    for (const NamedSyntax& d : file.definitions) use(d.value);
    for (const NamedSyntax& p : file.promises) use(p.value);
  }

  void use_view(const ViewSyntax& v) {
    for (const RequirementSyntax& r : v.requirements) {
      for (const ContractSyntax& c : r.contracts) {
        if (c.assumption) use(*c.assumption);
        if (c.bound) use(*c.bound);
        if (c.release) use(*c.release);
        use(c.guarantee);
        for (const Name& n : c.frame) use(names_, n);
      }
    }
  }

  void use(const Names& names, const Name& name) {
    const auto found = names.find(name.text);
    if (found == names.end()) return;
    out_.refer(found->second, name.where, name.text.size());
  }

  void use(const TypeSyntax& type) {
    use(types_, {type.enumeration, type.where});
    if (type.lo) use(*type.lo);
    if (type.hi) use(*type.hi);
  }

  /// Parameters hide other names.
  void use(const Expression& e) {
    if (e.kind == Expression::Kind::name) {
      const Name name{e.text, e.where};
      use(parameters_.contains(e.text) ? parameters_ : names_, name);
    } else if (e.kind == Expression::Kind::call) {
      use(functions_, {e.text, e.where});
    }
    for (const Expression& operand : e.operands) use(operand);
  }

  static std::string shown(const TypeSyntax& type) {
    using Base = TypeSyntax::Base;
    if (type.base == Base::boolean) return "bool";
    if (type.base == Base::enumeration) return type.enumeration;
    std::string out = type.base == Base::integer ? "int" : "real";
    if (type.lo && type.hi)
      out += " " + shown(*type.lo) + ".." + shown(*type.hi);
    return out;
  }
  /// Ends of ranges are sums of constants.
  static std::string shown(const Expression& e) {
    if (e.kind == Expression::Kind::prefix)
      return e.text + shown(e.operands[0]);
    if (e.kind != Expression::Kind::infix) return e.text;
    std::string out = shown(e.operands[0]);
    for (std::size_t i = 0; i < e.operators.size(); ++i) {
      out += " " + e.operators[i].text + " " + shown(e.operands[i + 1]);
    }
    return e.grouped ? "(" + out + ")" : out;
  }

  base::SymbolTable& out_;
  /// Variables, constants, definitions and values of enumerations.
  Names names_;
  Names types_, functions_, views_, parameters_;
};

}  // namespace

base::Inspection inspect(std::string_view text, const std::string& path) {
  return base::inspect([&](base::Inspection& out) {
    base::require_text(text, path);
    Problems problems(path, "req");
    const base::Tokens tokens = tokens_of(text, problems);
    Parser parser(tokens, problems);
    const FileSyntax file = parser.parse();
    SymbolWalk(out.symbols).walk(file);
    if (parser.lost_names()) problems.throw_errors();
    out.diagnostics = lower(file, path, problems).warnings;
  });
}

}  // namespace catenary::frontend::contract
