// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parses the declarations of a file: protocols, capsules and classes, and what
/// they consist of.
#include "frontend/umlrt/art/art_parser.h"

#include <algorithm>
#include <array>
#include <utility>

namespace catenary::frontend::umlrt {

namespace {

using base::Token;

constexpr std::array kSigns = {
    base::Sign{"->"}, base::Sign{".."}, base::Sign{"::"}, base::Sign{"{"},
    base::Sign{"}"},  base::Sign{"["},  base::Sign{"]"},  base::Sign{"("},
    base::Sign{")"},  base::Sign{"<"},  base::Sign{">"},  base::Sign{";"},
    base::Sign{","},  base::Sign{"."},  base::Sign{":"},  base::Sign{"~"},
    base::Sign{"*"},  base::Sign{"="},  base::Sign{"-"},  base::Sign{"&"}};

/// The text between the backquotes; "\`" stands for a backquote.
std::string between(std::string_view token) {
  token.remove_prefix(1);
  if (token.ends_with('`')) token.remove_suffix(1);
  std::string out;
  for (std::size_t i = 0; i < token.size(); ++i) {
    const bool hidden =
        token[i] == '\\' && i + 1 < token.size() && token[i + 1] == '`';
    out += token[hidden ? ++i : i];
  }
  return out;
}

/// Whether C++ may stand behind the attribute.
bool has_code(std::string_view kind) {
  return kind != "rt::properties" && kind != "rt::no_descriptor";
}

}  // namespace

ArtFile parse_art_file(std::string_view text,
                       const std::string& path,
                       base::Problems& problems) {
  base::LexicalGrammar grammar;
  grammar.comment = "//";
  grammar.block_comments = true;
  grammar.mixed = true;
  grammar.quotes = "\"`";
  grammar.long_quotes = "`";
  grammar.signs = kSigns;
  const base::Tokens tokens = base::tokens_of(text, grammar, problems);
  ArtFile out = ArtParser(tokens.all, problems).read();
  out.path = path;
  return out;
}

ArtFile ArtParser::read() {
  while (peek().kind != Token::Kind::end && !problems_.full()) {
    if (accept(";")) continue;
    const std::size_t before = at_;
    try {
      declaration();
    } catch (const Fault&) {
      recover();
      // What closes a block that was not read.
      if (at_ == before) take();
    }
  }
  return std::move(out_);
}

void ArtParser::recover() {
  int depth = 0;
  while (peek().kind != Token::Kind::end) {
    if (depth == 0 && peek().is("}")) return;
    const Token& passed = take();
    if (passed.is("{")) ++depth;
    if (passed.is("}")) --depth;
    if (depth == 0 && passed.is(";")) return;
  }
}

void ArtParser::items(const char* of, const std::function<void()>& item) {
  const Nested nested(*this);
  expect("{", of);
  while (!accept("}")) {
    if (problems_.full()) throw Fault{};
    if (accept(";")) continue;
    if (peek().kind == Token::Kind::end) {
      unexpected(std::string("'}' at the end of ") + of);
    }
    const std::size_t before = at_;
    try {
      item();
      // Whoever takes nothing would be called again for ever.
      if (at_ == before) unexpected(std::string("something of ") + of);
    } catch (const Fault&) {
      if (problems_.full()) throw;
      recover();
      if (at_ == before && !peek().is("}")) take();
    }
  }
}

void ArtParser::list(const char* of, const std::function<void()>& one) {
  do {
    one();
  } while (accept(","));
  expect(";", of);
}

void ArtParser::declaration() {
  if (sees_attribute()) return attributes(&out_.snippets);
  if (accept("template")) template_parameters();
  if (peek().is("protocol")) return protocol();
  if (peek().is("abstract") || peek().is("capsule") || peek().is("class")) {
    return capsule();
  }
  unexpected("a protocol, capsule or class");
}

void ArtParser::template_parameters() {
  expect("<", "behind 'template'");
  while (!accept(">")) {
    if (peek().kind == Token::Kind::end || peek().is("{")) {
      unexpected("'>' behind the parameters of a template");
    }
    take();
  }
}

ArtName ArtParser::name(const char* what) {
  if (peek().kind != Token::Kind::word) unexpected(what);
  const base::SourceLocation where = location();
  return {std::string(take().text), where};
}

bool ArtParser::sees_code() const {
  return peek().kind == Token::Kind::text && peek().text.starts_with('`');
}

model::ActionCode ArtParser::code(const char* what) {
  if (!sees_code()) unexpected(std::string("C++ in backquotes, ") + what);
  const Token& token = take();
  base::Place place = token.where;
  ++place.column;
  std::vector<base::SourceLocation> lines = {problems_.location(place)};
  for (const char c : token.text) {
    if (c == '\n') lines.push_back(problems_.location({++place.line, 1}));
  }
  return model::action_code(between(token.text), std::move(lines));
}

std::string ArtParser::code_text(const char* what) {
  std::string text = code(what).text;
  for (char& c : text) c = c == '\n' ? ' ' : c;
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string::npos ? "" : text.substr(first);
}

void ArtParser::attributes(std::vector<ArtSnippet>* snippets) {
  while (sees_attribute()) {
    take();
    take();
    ArtSnippet last = attribute();
    while (accept(",")) {
      out_.ignored.push_back(last.kind);
      last = attribute();
    }
    expect("]", "behind an attribute");
    expect("]", "behind an attribute");
    if (has_code(last.kind) && sees_code()) {
      last.code = code("behind an attribute");
      if (snippets != nullptr) snippets->push_back(std::move(last));
    } else {
      out_.ignored.push_back(last.kind);
    }
  }
}

ArtSnippet ArtParser::attribute() {
  ArtSnippet s;
  s.where = location();
  s.kind = name("the name of an attribute").text;
  while (accept("::")) s.kind += "::" + name("the name of an attribute").text;
  if (!accept("(")) return s;
  for (int depth = 1; depth > 0;) {
    if (peek().kind == Token::Kind::end) unexpected("')'");
    const Token& passed = take();
    if (passed.is("(")) ++depth;
    if (passed.is(")")) --depth;
  }
  return s;
}

ArtChange ArtParser::change() {
  if (accept("redefine")) return ArtChange::redefine;
  return accept("exclude") ? ArtChange::exclude : ArtChange::none;
}

void ArtParser::protocol() {
  take();
  ArtProtocol p;
  p.name = name("the name of a protocol");
  attributes(&p.snippets);
  if (accept(":")) {
    do {
      p.bases.push_back(name("the name of a protocol"));
    } while (accept(","));
  }
  items("a protocol", [&] {
    if (sees_attribute()) return attributes(&p.snippets);
    if (accept("in")) return events(p, model::MessageDirection::in);
    if (accept("out")) return events(p, model::MessageDirection::out);
    unexpected("'in' or 'out' and an event");
  });
  out_.protocols.push_back(std::move(p));
}

void ArtParser::events(ArtProtocol& p, model::MessageDirection direction) {
  list("behind an event", [&] {
    ArtEvent e;
    e.direction = direction;
    attributes(nullptr);
    e.change = change();
    e.name = name("the name of an event");
    expect("(", "behind the name of an event");
    attributes(nullptr);
    if (sees_code()) e.type = code_text("the type of an event");
    if (e.type == "void") e.type.clear();
    expect(")", "behind the type of an event");
    attributes(nullptr);
    p.events.push_back(std::move(e));
  });
}

void ArtParser::capsule() {
  ArtCapsule c;
  c.is_abstract = accept("abstract");
  c.is_class = accept("class");
  if (!c.is_class) expect("capsule", "behind 'abstract'");
  c.name = name(c.is_class ? "the name of a class" : "the name of a capsule");
  attributes(&c.snippets);
  bases(c);
  items(c.is_class ? "a class" : "a capsule", [&] { capsule_item(c); });
  out_.capsules.push_back(std::move(c));
}

void ArtParser::bases(ArtCapsule& c) {
  if (!accept(":")) return;
  do {
    const base::SourceLocation where = location();
    if (sees_code()) {
      c.cpp_bases.push_back({code_text("a class that is inherited"), where});
    } else {
      c.bases.push_back(name("the name of a capsule or class"));
    }
  } while (accept(","));
}

bool ArtParser::sees_member(std::string_view keyword) const {
  constexpr std::array kBefore = {"service",
                                  "behavior",
                                  "notify",
                                  "publish",
                                  "subscribe",
                                  "unwired",
                                  "fixed",
                                  "optional",
                                  "plugin"};
  std::size_t ahead = 0;
  const auto is_one = [&](const char* word) { return peek(ahead).is(word); };
  while (std::ranges::any_of(kBefore, is_one)) ++ahead;
  return peek(ahead).is(keyword);
}

void ArtParser::capsule_item(ArtCapsule& c) {
  if (sees_attribute()) return attributes(&c.snippets);
  if (c.is_class && accept("trigger")) return operations();
  if (accept("connect")) return connectors(c);
  if (accept("statemachine")) {
    attributes(nullptr);
    c.has_machine = true;
    return items("a state machine", [&] { region_item(c.machine, nullptr); });
  }
  if (sees_member("port")) return ports(c);
  if (sees_member("part")) return parts(c);
  unexpected("a port, part, connect, statemachine or '[['");
}

void ArtParser::operations() {
  while (!peek().is(";")) {
    if (peek().kind == Token::Kind::end || peek().is("}")) unexpected("';'");
    take();
  }
}

void ArtParser::ports(ArtCapsule& c) {
  ArtPort kind;
  while (!accept("port")) {
    const Token& word = take();
    kind.service |= word.is("service");
    kind.behaviour |= word.is("behavior");
    kind.notifies |= word.is("notify");
    kind.unwired |=
        word.is("unwired") || word.is("publish") || word.is("subscribe");
  }
  list("behind a port", [&] {
    ArtPort p = kind;
    attributes(nullptr);
    p.change = change();
    p.name = name("the name of a port");
    p.conjugated = accept("~");
    attributes(nullptr);
    p.conjugated |= accept("~");
    // What is left out needs no type.
    if (p.change != ArtChange::exclude || peek().is(":")) {
      expect(":", "and a protocol behind the name of a port");
      p.type = name("the name of a protocol");
      std::string lower;
      multiplicity(lower, p.upper);
    }
    attributes(nullptr);
    c.ports.push_back(std::move(p));
  });
}

void ArtParser::parts(ArtCapsule& c) {
  ArtPart kind;
  while (!accept("part")) {
    const Token& word = take();
    kind.optional |= !word.is("fixed");
    kind.plugin |= word.is("plugin");
  }
  if (kind.optional) kind.lower = "0";
  list("behind a part", [&] {
    ArtPart p = kind;
    attributes(nullptr);
    p.change = change();
    p.name = name("the name of a part");
    attributes(&c.snippets);
    if (p.change != ArtChange::exclude || peek().is(":")) {
      expect(":", "and a capsule behind the name of a part");
      p.type = name("the name of a capsule");
      multiplicity(p.lower, p.upper);
      if (p.optional) p.lower = "0";
    }
    attributes(&c.snippets);
    c.parts.push_back(std::move(p));
  });
}

std::string ArtParser::bound() {
  if (sees_code()) return code_text("how many there are");
  if (accept("*")) return "*";
  if (peek().kind != Token::Kind::integer) {
    unexpected("a number, '*' or C++ in backquotes");
  }
  return std::string(take().text);
}

void ArtParser::multiplicity(std::string& lower, std::string& upper) {
  if (!peek().is("[") || peek(1).is("[")) return;
  take();
  lower = upper = bound();
  if (accept("..")) upper = bound();
  expect("]", "behind how many there are");
}

model::ConnectorEnd ArtParser::connector_end() {
  model::ConnectorEnd end;
  end.port = name("a part or port").text;
  if (!accept(".")) return end;
  end.part = std::exchange(end.port, name("a port").text);
  return end;
}

void ArtParser::connectors(ArtCapsule& c) {
  list("behind a connector", [&] {
    model::Connector k;
    k.where = location();
    k.from = connector_end();
    expect("with", "behind the first port of a connector");
    k.to = connector_end();
    c.connectors.push_back(std::move(k));
  });
}

}  // namespace catenary::frontend::umlrt
