// SPDX-License-Identifier: Apache-2.0
/// \file
/// Walks the syntax of a model: first all declarations, then the uses of their
/// names. Variables, ports and states have namespaces of their own.
#include "frontend/xlia/symbols.h"

#include <map>
#include <utility>

#include "base/text_file.h"
#include "frontend/xlia/lower.h"
#include "frontend/xlia/parser.h"

namespace catenary::frontend::xlia {

namespace {

using base::kNoSymbol;
using base::SymbolKind;

/// Fills a table from the syntax of a model; use it once.
class ModelSymbols {
 public:
  explicit ModelSymbols(base::SymbolTable& out) : out_(out) {}

  void walk(const ModelSyntax& model) {
    if (!model.machine.empty()) {
      const Name name{model.machine, {}, model.where, model.where};
      (void)declare(name, SymbolKind::model, "state machine", kNoSymbol);
    }
    for (const PortSyntax& p : model.ports) declare_port(p);
    for (const VariableSyntax& v : model.variables) declare_variable(v);
    for (const StateSyntax& s : model.states) declare_state(s);
    for (const VariableSyntax& v : model.variables) {
      if (v.value) use(*v.value);
    }
    for (const StateSyntax& s : model.states) {
      if (s.init) use(*s.init);
      for (const TransitionSyntax& t : s.transitions) {
        use(states_, t.target);
        use(t.block);
      }
    }
    for (const ConnectSyntax& c : model.connects) use(ports_, c.name);
  }

 private:
  using Names = std::map<std::string, std::uint32_t, std::less<>>;

  std::uint32_t declare(const Name& name,
                        SymbolKind kind,
                        std::string detail,
                        std::uint32_t parent) {
    base::Symbol s;
    s.name = name.text;
    s.kind = kind;
    s.detail = std::move(detail);
    s.where = name.last;
    s.parent = parent;
    return out_.declare(std::move(s));
  }

  void declare_port(const PortSyntax& p) {
    std::string detail =
        std::string(p.input ? "input " : "output ") + p.name.text;
    for (std::size_t i = 0; i < p.parameters.size(); ++i) {
      detail += (i == 0 ? "(" : ", ") + p.parameters[i].type.to_string();
    }
    if (!p.parameters.empty()) detail += ")";
    ports_.emplace(p.name.text,
                   declare(p.name, SymbolKind::port, detail, kNoSymbol));
  }

  void declare_variable(const VariableSyntax& v) {
    const SymbolKind kind = v.constant ? SymbolKind::constant
                            : v.clock  ? SymbolKind::clock
                                       : SymbolKind::variable;
    const std::string detail = std::string(to_string(kind)) + " " +
                               v.name.text + " : " + v.type.to_string();
    variables_.emplace(v.name.text, declare(v.name, kind, detail, kNoSymbol));
  }

  void declare_state(const StateSyntax& s) {
    const std::uint32_t state =
        declare(s.name, SymbolKind::state, "state", kNoSymbol);
    states_.emplace(s.name.text, state);
    for (const TransitionSyntax& t : s.transitions) {
      (void)declare(t.name,
                    SymbolKind::transition,
                    "transition " + s.name.text + " --> " + t.target.text,
                    state);
    }
  }

  void use(const Names& names, const Name& name) {
    const auto found = names.find(name.text);
    if (found == names.end()) return;
    out_.refer(found->second, name.last, name.text.size());
  }

  void use(const Expression& e) {
    if (e.kind == Expression::Kind::name) use(variables_, e.name);
    for (const Expression& operand : e.operands) use(operand);
  }

  void use(const Block& block) {
    for (const Statement& s : block.statements) {
      if (s.kind == Statement::Kind::input ||
          s.kind == Statement::Kind::output) {
        use(ports_, s.name);
      } else {
        use(variables_, s.name);
      }
      for (const Expression& e : s.arguments) use(e);
      use(s.then);
      use(s.otherwise);
    }
  }

  base::SymbolTable& out_;
  /// Constants and clocks are among the variables.
  Names variables_;
  Names ports_, states_;
};

}  // namespace

base::Inspection inspect(std::string_view text, const std::string& path) {
  return base::inspect([&](base::Inspection& out) {
    base::require_text(text, path);
    Problems problems(path, "xlia");
    const base::Tokens tokens = tokens_of(text, problems);
    const ModelSyntax syntax = Parser(tokens, problems).parse();
    ModelSymbols(out.symbols).walk(syntax);
    problems.throw_errors();
    out.diagnostics = lower(syntax, path, problems).warnings;
  });
}

}  // namespace catenary::frontend::xlia
