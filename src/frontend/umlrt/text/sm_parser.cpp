// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parses the declarations of a file: headers, types, protocols, capsules, and
/// what a capsule consists of.
///
/// Error recovery is by lines: an item that cannot be read is reported, and
/// reading goes on in the next line of the same block.
#include "frontend/umlrt/text/sm_parser.h"

#include <optional>

namespace catenary::frontend::umlrt {

model::MachineModel SmParser::read() {
  return read(nullptr);
}

model::MachineModel SmParser::read(base::SymbolTable* symbols) {
  if (scan_.accept_word("model")) {
    if (const auto name = scan_.name("the model")) out_.name = *name;
  } else {
    scan_.error("expected 'model' and its name, found " + scan_.next(),
                "syntax");
  }
  // Each round reads a declaration or passes a line, so that the loop ends.
  while (!scan_.at_end() && !problems_.full()) {
    if (declaration()) continue;
    scan_.error("expected header, enum, data, protocol or capsule, found " +
                    scan_.next(),
                "syntax");
    scan_.skip_line();
  }
  // Without names that were not read, resolution would report consequences of
  // the errors only.
  if (!problems_.failed()) {
    resolve();
  } else if (symbols != nullptr) {
    quiet_ = true;
    resolve();
  }
  if (symbols != nullptr) fill(*symbols);
  return std::move(out_);
}

std::uint32_t SmParser::last_capsule() const {
  return static_cast<std::uint32_t>(out_.capsules.size() - 1);
}

std::optional<std::string> SmParser::named(const char* what, Mention& mention) {
  mention.where = scan_.place();
  const std::size_t begin = scan_.offset();
  auto name = scan_.name(what);
  mention.length = scan_.offset() - begin;
  return name;
}

void SmParser::block(const char* of, const std::function<bool()>& item) {
  if (!scan_.expect("{", of)) return scan_.skip_line();
  while (!scan_.accept("}") && !problems_.full()) {
    if (scan_.at_end()) {
      return scan_.error(std::string("expected '}' at the end of ") + of,
                         "syntax");
    }
    // Items may be separated by ";".
    if (scan_.accept(";") || item()) continue;
    scan_.error(std::string("this belongs to no ") + of + ": " + scan_.next(),
                "syntax");
    scan_.skip_line();
  }
}

bool SmParser::declaration() {
  const auto starts = [this](const char* word) {
    return scan_.accept_word(word);
  };
  if (starts("header")) {
    header();
  } else if (starts("enum")) {
    enumeration();
  } else if (starts("data")) {
    data();
  } else if (starts("protocol")) {
    protocol();
  } else if (starts("capsule")) {
    capsule();
  } else {
    return false;
  }
  return true;
}

void SmParser::code(model::ActionCode& out, const char* what) {
  if (auto code = scan_.code(what)) {
    out = std::move(*code);
  } else {
    scan_.skip_line();
  }
}

void SmParser::header() {
  model::ModelHeader h;
  if (!identify(h, "a header")) return scan_.skip_line();
  h.qualified = h.name;
  block("header", [&] {
    if (scan_.accept_word("include")) {
      code(h.include, "the header");
    } else if (scan_.accept_word("source")) {
      code(h.source, "its definitions");
    } else {
      return false;
    }
    return true;
  });
  out_.headers.push_back(std::move(h));
}

void SmParser::enumeration() {
  model::MachineType t;
  t.enumeration = true;
  if (!identify(t, "an enumeration")) return scan_.skip_line();
  t.qualified = t.name;
  block("enum", [&] {
    PendingLiteral pending;
    const auto literal = named("a literal", pending.mention);
    // Commas between literals may be left out.
    if (!literal) return false;
    pending.type = static_cast<std::uint32_t>(out_.types.size());
    pending.name = *literal;
    literals_.push_back(std::move(pending));
    t.literals.push_back(*literal);
    (void)scan_.accept(",");
    return true;
  });
  out_.types.push_back(std::move(t));
}

bool SmParser::variable(model::MachineVariable& out, bool initial) {
  if (!identify(out, "a variable")) return false;
  // The type goes up to a bracket or "=", so that "initially" has been read as
  // its last word.
  bool word = false;  // "initially" has been passed with the type
  if (scan_.accept(":")) {
    const base::Place place = scan_.place();
    out.type = scan_.until("=[,){;}`");
    pieces_.push_back({place, out.type, last_capsule()});
    const std::string_view last = " initially";
    word = initial && out.type.ends_with(last);
    if (word) out.type.resize(out.type.size() - last.size());
  }
  if (scan_.accept("[")) {
    const base::Place place = scan_.place();
    out.array_size = scan_.until("]");
    pieces_.push_back({place, out.array_size, last_capsule()});
    if (!scan_.expect("]", "the size of an array")) return false;
  }
  if (!initial) return true;
  // A value in one line after "=", or a block after "initially".
  if (scan_.accept("=")) {
    const base::Place place = scan_.place();
    out.initial =
        model::action_code(scan_.until("};"), {problems_.location(place)});
  } else if (word || scan_.accept_word("initially")) {
    code(out.initial, "the first value");
  }
  return true;
}

void SmParser::data() {
  model::MachineType t;
  if (!identify(t, "a data type")) return scan_.skip_line();
  t.qualified = t.name;
  block("data", [&] {
    if (scan_.accept_word("preface")) {
      code(t.preface, "the preface");
    } else if (scan_.accept_word("declarations")) {
      code(t.declarations, "declarations");
    } else {
      return member(t.fields, "field", t.operations);
    }
    return true;
  });
  out_.types.push_back(std::move(t));
}

bool SmParser::member(std::vector<model::MachineVariable>& variables,
                      const char* word,
                      std::vector<model::Operation>& operations) {
  const bool is_static = scan_.accept_word("static");
  const bool is_constant = is_static && scan_.accept_word("const");
  if (scan_.accept_word(word)) {
    model::MachineVariable& v = variables.emplace_back();
    if (!variable(v, true)) scan_.skip_line();
    v.is_static = is_static;
    v.is_constant = is_constant;
    return true;
  }
  if (is_constant || !scan_.accept_word("operation")) return false;
  operation(operations, is_static);
  return true;
}

void SmParser::parameters(std::vector<model::MachineVariable>& out) {
  if (!scan_.expect("(", "a name")) return scan_.skip_line();
  if (scan_.accept(")")) return;
  do {
    if (!variable(out.emplace_back(), false)) return scan_.skip_line();
  } while (scan_.accept(","));
  if (!scan_.expect(")", "parameters")) scan_.skip_line();
}

void SmParser::protocol() {
  model::Protocol p;
  if (!identify(p, "a protocol")) return scan_.skip_line();
  p.qualified = p.name;
  block("protocol", [&] {
    model::MachineMessage m;
    // The direction is from the point of view of the port that is not
    // conjugated.
    if (scan_.accept_word("in")) {
      m.direction = model::MessageDirection::in;
    } else if (scan_.accept_word("out")) {
      m.direction = model::MessageDirection::out;
    } else if (scan_.accept_word("inout")) {
      m.direction = model::MessageDirection::in_out;
    } else {
      return false;
    }
    if (identify(m, "a message")) {
      parameters(m.parameters);
      p.messages.push_back(std::move(m));
    } else {
      scan_.skip_line();
    }
    return true;
  });
  out_.protocols.push_back(std::move(p));
}

void SmParser::capsule() {
  // The capsule is in the model while it is read: ports and transitions refer
  // to it by its index, the last one.
  model::Capsule& c = out_.capsules.emplace_back();
  if (!identify(c, "a capsule")) return scan_.skip_line();
  c.qualified = c.name;
  block("capsule", [&] { return capsule_item(c); });
}

bool SmParser::capsule_item(model::Capsule& c) {
  const auto starts = [this](const char* word) {
    return scan_.accept_word(word);
  };
  // Each block of code is expected once; a later one replaces it.
  if (starts("header")) {
    code(c.header_preface, "the header");
  } else if (starts("implementation")) {
    code(c.implementation_preface, "the implementation");
  } else if (starts("declarations")) {
    code(c.declarations, "declarations");
  } else if (starts("port")) {
    port(c);
  } else if (starts("part")) {
    part(c);
  } else if (starts("connect")) {
    connector(c);
  } else if (starts("machine")) {
    machine(c);
  } else {
    return member(c.attributes, "attribute", c.operations);
  }
  return true;
}

std::string SmParser::bound() {
  // "1..4": the first dot is where the lower bound ends.
  return scan_.until("].");
}

void SmParser::port(model::Capsule& c) {
  model::Port p;
  if (!identify(p, "a port") || !scan_.expect(":", "the name of a port")) {
    return scan_.skip_line();
  }
  // The protocol may be declared below; the index of the port is the next one.
  PendingPort pending{
      last_capsule(), static_cast<std::uint32_t>(c.ports.size()), "", {}};
  if (scan_.accept_word("timing")) {
    p.kind = model::PortKind::timing;
  } else if (scan_.accept_word("log")) {
    p.kind = model::PortKind::log;
  } else if (scan_.accept_word("frame")) {
    p.kind = model::PortKind::frame;
  } else if (p.conjugated = scan_.accept("~"); !scan_.accept_word("none")) {
    // "~" is conjugation; "none" is a port whose protocol is not known.
    Mention mention;
    const auto name = named("a protocol, timing, log or frame", mention);
    if (!name) return scan_.skip_line();
    pending.where = mention.where;
    pending.length = mention.length;
    pending.protocol = *name;
    ports_.push_back(pending);
  }
  if (scan_.accept("[")) {
    p.upper = bound();
    if (!scan_.expect("]", "how many ports there are")) scan_.skip_line();
  }
  // Both words may follow, in any order.
  while (true) {
    if (scan_.accept_word("relay")) {
      p.behaviour = false;
    } else if (scan_.accept_word("unwired")) {
      p.wired = false;
    } else {
      break;
    }
  }
  c.ports.push_back(std::move(p));
}

void SmParser::part(model::Capsule& c) {
  model::CapsulePart p;
  if (!identify(p, "a part") || !scan_.expect(":", "the name of a part")) {
    return scan_.skip_line();
  }
  PendingPart pending;
  pending.capsule = last_capsule();
  const auto type = named("a capsule", pending.mention);
  if (!type) return scan_.skip_line();
  p.type = pending.type = *type;
  parts_.push_back(std::move(pending));
  if (scan_.accept("[")) {
    // One bound is both: "[4]" is "[4..4]".
    p.lower = p.upper = bound();
    if (scan_.accept("..")) p.upper = bound();
    if (!scan_.expect("]", "how many parts there are")) scan_.skip_line();
  }
  p.plugin = scan_.accept_word("plugin");
  c.parts.push_back(std::move(p));
}

model::ConnectorEnd SmParser::connector_end() {
  model::ConnectorEnd end;
  PendingEnd pending;
  // "PORT", or "PART.PORT": what is read first is a port until a dot follows.
  if (const auto first = named("a part or port", pending.port)) {
    end.port = *first;
  }
  if (scan_.accept(".")) {
    end.part = end.port;
    pending.part = pending.port;
    if (const auto port = named("a port", pending.port)) end.port = *port;
  }
  pending.capsule = last_capsule();
  pending.end = end;
  ends_.push_back(std::move(pending));
  return end;
}

void SmParser::connector(model::Capsule& c) {
  model::Connector out;
  out.where = problems_.location(scan_.place());
  out.from = connector_end();
  if (!scan_.accept_word("to")) {
    scan_.error("expected 'to', found " + scan_.next(), "syntax");
    return scan_.skip_line();
  }
  out.to = connector_end();
  if (scan_.accept_word("as")) {
    if (const auto name = scan_.name("the connector")) out.name = *name;
  }
  c.connectors.push_back(std::move(out));
}

void SmParser::operation(std::vector<model::Operation>& out, bool is_static) {
  model::Operation o;
  o.is_static = is_static;
  if (!identify(o, "an operation")) return scan_.skip_line();
  parameters(o.parameters);
  if (scan_.accept(":")) o.result = scan_.until("{`");
  // Without a block it is a declaration, whose definition is elsewhere.
  if (scan_.sees("{") || scan_.sees("```")) {
    o.has_body = true;
    code(o.body, "the operation");
  }
  out.push_back(std::move(o));
}

}  // namespace catenary::frontend::umlrt
