// SPDX-License-Identifier: Apache-2.0
/// \file
/// Declares the elements of a model in the order of their kinds, then walks
/// what the parser noted: paths, triggers, and pieces of C++ word by word.
#include "frontend/umlrt/text/sm_symbols.h"

#include <map>
#include <utility>
#include <vector>

#include "base/text_file.h"
#include "frontend/umlrt/text/sm_code_names.h"
#include "frontend/umlrt/text/sm_parser.h"

namespace catenary::frontend::umlrt {

namespace {

using base::kNoSymbol;
using base::SymbolKind;
using base::SymbolTable;
using model::kNoIndex;

base::Place place_in(const base::SourceLocation& where) {
  return {where.line, where.column};
}

/// Declares elements with the lengths of their names.
class Declarations {
 public:
  using Lengths =
      std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t>;
  Declarations(SymbolTable& table, const Lengths& lengths)
      : table_(table), lengths_(lengths) {}

  std::uint32_t add(const model::MachineElement& e,
                    SymbolKind kind,
                    std::string detail,
                    std::uint32_t parent = kNoSymbol) {
    if (e.name.empty()) return kNoSymbol;
    base::Symbol s;
    s.name = e.name;
    s.kind = kind;
    s.detail = std::move(detail);
    s.where = place_in(e.where);
    s.parent = parent;
    const auto length = lengths_.find({e.where.line, e.where.column});
    if (length != lengths_.end()) {
      s.length = static_cast<std::uint32_t>(length->second);
    }
    return table_.declare(std::move(s));
  }

  void variables(const std::vector<model::MachineVariable>& all,
                 SymbolKind kind,
                 const char* word,
                 std::uint32_t parent) {
    for (const model::MachineVariable& v : all) {
      std::string detail = std::string(word) + " " + v.name;
      if (!v.type.empty()) detail += " : " + v.type;
      if (!v.array_size.empty()) detail += "[" + v.array_size + "]";
      const std::uint32_t index = add(v, kind, std::move(detail), parent);
      // Accesses to members of objects are not known.
      if (std::string_view(word) == "field" && index != kNoSymbol) {
        table_.symbol(index).fixed = true;
      }
    }
  }

  void operations(const std::vector<model::Operation>& all,
                  std::uint32_t parent) {
    for (const model::Operation& o : all) {
      const std::uint32_t index = add(o,
                                      SymbolKind::function,
                                      "operation " + o.name + " : " + o.result,
                                      parent);
      variables(o.parameters, SymbolKind::parameter, "parameter", index);
    }
  }

  void protocol(const model::Protocol& p) {
    const std::uint32_t protocol = add(p, SymbolKind::protocol, "protocol");
    for (const model::MachineMessage& m : p.messages) {
      const char* direction = m.direction == model::MessageDirection::in ? "in"
                              : m.direction == model::MessageDirection::out
                                  ? "out"
                                  : "inout";
      const std::uint32_t message =
          add(m,
              SymbolKind::message,
              std::string(direction) + " message of " + p.name,
              protocol);
      variables(m.parameters, SymbolKind::parameter, "parameter", message);
    }
  }

 private:
  SymbolTable& table_;
  const Lengths& lengths_;
};

std::string shown_port(const model::MachineModel& model, const model::Port& p) {
  std::string out = "port " + p.name + " : ";
  if (p.kind == model::PortKind::timing) return out + "timing";
  if (p.kind == model::PortKind::log) return out + "log";
  if (p.kind == model::PortKind::frame) return out + "frame";
  if (p.protocol == kNoIndex) return out + "?";
  return out + (p.conjugated ? "~" : "") + model.protocols[p.protocol].name;
}

/// The symbol of a vertex: by the place of its name.
std::uint32_t vertex_symbol(const SymbolTable& table, const model::Vertex& v) {
  for (const std::uint32_t i : table.named(v.name)) {
    const base::Symbol& s = table.symbols()[i];
    if (s.where.line == v.where.line && s.where.column == v.where.column) {
      return i;
    }
  }
  return kNoSymbol;
}

/// A transition may have several messages with a parameter of one name: code
/// then means any of them.
void fix_shared_parameters(SymbolTable& table) {
  std::map<std::string, std::vector<std::uint32_t>> all;
  for (std::uint32_t i = 0; i < table.symbols().size(); ++i) {
    const base::Symbol& s = table.symbols()[i];
    if (s.kind == SymbolKind::parameter) all[s.name].push_back(i);
  }
  for (const auto& [name, indices] : all) {
    if (indices.size() < 2) continue;
    for (const std::uint32_t i : indices) table.symbol(i).fixed = true;
  }
}

}  // namespace

void SmParser::fill(SymbolTable& symbols) const {
  Declarations declarations(symbols, lengths_);
  std::vector<std::uint32_t> types;
  for (const model::MachineType& t : out_.types) {
    types.push_back(declarations.add(
        t,
        t.enumeration ? SymbolKind::enumeration : SymbolKind::type,
        t.enumeration ? "enumeration" : "data type"));
    declarations.variables(
        t.fields, SymbolKind::variable, "field", types.back());
    declarations.operations(t.operations, types.back());
  }
  for (const PendingLiteral& l : literals_) {
    if (l.type >= types.size()) continue;
    base::Symbol s;
    s.name = l.name;
    s.kind = SymbolKind::enumerator;
    s.detail = "value of " + out_.types[l.type].name;
    s.where = l.mention.where;
    s.length = static_cast<std::uint32_t>(l.mention.length);
    s.parent = types[l.type];
    symbols.declare(std::move(s));
  }
  for (const model::Protocol& p : out_.protocols) declarations.protocol(p);
  fix_shared_parameters(symbols);
  for (const model::Capsule& c : out_.capsules) {
    declarations.add(c, SymbolKind::capsule, "capsule");
  }
  for (std::uint32_t i = 0; i < out_.capsules.size(); ++i) {
    fill_capsule(i, symbols);
  }
  for (const PendingTransition& t : transitions_) fill_transition(t, symbols);
  for (const PendingPort& p : ports_) {
    symbols.refer(
        symbols.find(p.protocol, SymbolKind::protocol), p.where, p.length);
  }
  for (const PendingPart& p : parts_) {
    symbols.refer(symbols.find(p.type, SymbolKind::capsule),
                  p.mention.where,
                  p.mention.length);
  }
  fill_ends(symbols);
  CodeNames plain(symbols, {}, out_, nullptr);
  for (const Piece& p : pieces_) plain.piece(p.text, p.where);
  for (const model::ModelHeader& h : out_.headers) {
    plain.code(h.include);
    plain.code(h.source);
  }
  for (std::size_t i = 0; i < out_.types.size(); ++i) {
    CodeNames own(symbols, {types[i]}, out_, nullptr);
    own.code(out_.types[i].preface);
    own.code(out_.types[i].declarations);
    for (const model::Operation& o : out_.types[i].operations) own.code(o.body);
  }
}

void SmParser::fill_ends(SymbolTable& symbols) const {
  for (const PendingEnd& e : ends_) {
    if (e.capsule >= out_.capsules.size()) continue;
    const model::Capsule& c = out_.capsules[e.capsule];
    std::uint32_t owner = symbols.find(c.name, SymbolKind::capsule);
    if (!e.end.part.empty()) {
      symbols.refer(symbols.find(e.end.part, SymbolKind::part, owner),
                    e.part.where,
                    e.part.length);
      owner = kNoSymbol;
      for (const model::CapsulePart& p : c.parts) {
        if (p.name != e.end.part) continue;
        owner = symbols.find(p.type, SymbolKind::capsule);
      }
      if (owner == kNoSymbol) continue;
    }
    symbols.refer(symbols.find(e.end.port, SymbolKind::port, owner),
                  e.port.where,
                  e.port.length);
  }
}

void SmParser::fill_capsule(std::uint32_t index, SymbolTable& symbols) const {
  const model::Capsule& c = out_.capsules[index];
  const std::uint32_t capsule = symbols.find(c.name, SymbolKind::capsule);
  Declarations declarations(symbols, lengths_);
  declarations.variables(
      c.attributes, SymbolKind::variable, "attribute", capsule);
  declarations.operations(c.operations, capsule);
  for (const model::Port& p : c.ports) {
    declarations.add(p, SymbolKind::port, shown_port(out_, p), capsule);
  }
  for (const model::CapsulePart& p : c.parts) {
    declarations.add(
        p, SymbolKind::part, "part " + p.name + " : " + p.type, capsule);
  }
  // A parent precedes its children.
  std::vector<std::uint32_t> vertices;
  const auto inside = [&](std::uint32_t parent) {
    return parent < vertices.size() ? vertices[parent] : capsule;
  };
  for (const model::Vertex& v : c.machine.vertices) {
    const bool is_state = v.kind == model::VertexKind::state;
    vertices.push_back(
        declarations.add(v,
                         is_state ? SymbolKind::state : SymbolKind::vertex,
                         model::to_string(v.kind),
                         inside(v.parent)));
  }
  for (const model::Transition& t : c.machine.transitions) {
    std::string detail = std::string(model::to_string(t.kind)) + " transition";
    if (t.source != kNoIndex && t.target != kNoIndex) {
      detail += " " + c.machine.vertices[t.source].name + " -> " +
                c.machine.vertices[t.target].name;
    }
    declarations.add(
        t, SymbolKind::transition, std::move(detail), inside(t.parent));
  }
  fill_code(c, capsule, symbols);
}

void SmParser::fill_code(const model::Capsule& c,
                         std::uint32_t capsule,
                         SymbolTable& symbols) const {
  CodeNames code(symbols, {capsule}, out_, &c);
  for (const model::ActionCode* piece : {&c.header_preface,
                                         &c.implementation_preface,
                                         &c.declarations,
                                         &c.definitions}) {
    code.code(*piece);
  }
  for (const model::MachineVariable& v : c.attributes) code.code(v.initial);
  for (const model::Operation& o : c.operations) {
    const std::uint32_t own =
        symbols.find(o.name, SymbolKind::function, capsule);
    CodeNames(symbols, {own, capsule}, out_, &c).code(o.body);
  }
  for (const model::Vertex& v : c.machine.vertices) {
    code.code(v.entry);
    code.code(v.exit);
  }
  for (const model::Transition& t : c.machine.transitions) {
    // The parameters of its messages are variables of its code.
    std::vector<std::uint32_t> scopes;
    for (const model::Trigger& trigger : t.triggers) {
      if (trigger.protocol == kNoIndex || trigger.message == kNoIndex) continue;
      const model::Protocol& protocol = out_.protocols[trigger.protocol];
      scopes.push_back(
          symbols.find(protocol.messages[trigger.message].name,
                       SymbolKind::message,
                       symbols.find(protocol.name, SymbolKind::protocol)));
    }
    scopes.push_back(capsule);
    CodeNames own(symbols, std::move(scopes), out_, &c);
    own.code(t.guard);
    own.code(t.effect);
    for (const model::Trigger& trigger : t.triggers) own.code(trigger.guard);
  }
}

void SmParser::fill_transition(const PendingTransition& pending,
                               SymbolTable& symbols) const {
  const model::Capsule& c = out_.capsules[pending.capsule];
  const model::Transition& t = c.machine.transitions[pending.transition];
  const std::uint32_t capsule = symbols.find(c.name, SymbolKind::capsule);
  const auto path = [&](const Path& p, std::uint32_t vertex) {
    // From the last name outwards.
    for (std::size_t i = p.mentions.size(); i-- > 0 && vertex != kNoIndex;) {
      const model::Vertex& v = c.machine.vertices[vertex];
      symbols.refer(
          vertex_symbol(symbols, v), p.mentions[i].where, p.mentions[i].length);
      vertex = v.parent;
    }
  };
  path(pending.source, t.source);
  path(pending.target, t.target);
  for (std::size_t k = 0; k < pending.triggers.size(); ++k) {
    const PendingTrigger& p = pending.triggers[k];
    for (std::size_t i = 0; i < p.ports.size(); ++i) {
      symbols.refer(symbols.find(p.ports[i], SymbolKind::port, capsule),
                    p.port_mentions[i].where,
                    p.port_mentions[i].length);
    }
    if (!p.protocol.empty()) {
      symbols.refer(symbols.find(p.protocol, SymbolKind::protocol),
                    p.protocol_mention.where,
                    p.protocol_mention.length);
    }
    const model::Trigger& trigger = t.triggers[k];
    if (trigger.protocol == kNoIndex || trigger.message == kNoIndex) continue;
    const model::Protocol& protocol = out_.protocols[trigger.protocol];
    symbols.refer(
        symbols.find(p.signal,
                     SymbolKind::message,
                     symbols.find(protocol.name, SymbolKind::protocol)),
        p.signal_mention.where,
        p.signal_mention.length);
  }
}

base::Inspection inspect_sm(std::string_view text, const std::string& path) {
  return base::inspect([&](base::Inspection& out) {
    base::require_text(text, path);
    base::Problems problems(path, "sm");
    (void)SmParser(text, problems).read(&out.symbols);
    problems.throw_errors();
    out.diagnostics = problems.warnings();
  });
}

}  // namespace catenary::frontend::umlrt
