// SPDX-License-Identifier: Apache-2.0
/// \file
/// Head and items of a file, apart from the contents of views.
#include <array>
#include <utility>

#include "frontend/contract/parse/parser.h"
#include "option/suggest.h"

namespace catenary::frontend::contract {

namespace {

const std::vector<std::string>& item_words() {
  static const std::vector<std::string> kWords = {"const",
                                                  "enum",
                                                  "input",
                                                  "output",
                                                  "hidden",
                                                  "env",
                                                  "def",
                                                  "function",
                                                  "view",
                                                  "purpose",
                                                  "cover",
                                                  "req"};
  return kWords;
}

}  // namespace

FileSyntax Parser::parse() {
  FileSyntax file;
  try {
    head(file);
  } catch (const Fault&) {
    lost_names_ = true;
    recover();
    accept("interface");
  }
  // Each round consumes at least one token, or ends.
  while (peek().kind != Token::Kind::end && !problems_.full()) {
    const std::size_t before = at_;
    try {
      item(file);
    } catch (const Fault&) {
      recover();
      // recover() may stop at the word that failed.
      if (at_ == before) {
        take();
        recover();
      }
    }
  }
  // Comments behind the last item belong to the file.
  Trivia rest = begin();
  if (!rest.above.empty()) file.at_end.push_back(std::move(rest));
  return file;
}

void Parser::head(FileSyntax& file) {
  file.trivia = begin();
  expect("interface", "at the beginning, as in 'interface NAME'");
  file.name = identifier("the interface");
  file.doc = doc();
  finish(file.trivia);
}

void Parser::item(FileSyntax& file) {
  Item item;
  item.trivia = begin();
  // A copy: the next token changes while the item is read.
  const Token token = peek();
  // An item that declares names: if it is lost, uses of them are not faults.
  const bool declares = !token.is("env") && !token.is("view") &&
                        !token.is("purpose") && !token.is("cover") &&
                        !token.is("req") && !at_contract();
  try {
    if (accept("view")) {
      view(file, item);
    } else if (const auto kind = item_by_keyword(file, token)) {
      item.kind = kind->first;
      item.index = static_cast<std::uint32_t>(kind->second - 1);
      finish(item.trivia);
    } else {
      return not_an_item(token);
    }
    file.items.push_back(std::move(item));
  } catch (const Fault&) {
    // The error goes on to parse(), which recovers.
    if (declares) lost_names_ = true;
    throw;
  }
}

std::optional<std::pair<Item::Kind, std::size_t>> Parser::item_by_keyword(
    FileSyntax& file, const Token& token) {
  using Kind = Item::Kind;
  if (accept("const")) {
    constant(file);
    return {{Kind::constant, file.constants.size()}};
  }
  if (accept("enum")) {
    enumeration(file);
    return {{Kind::enumeration, file.enumerations.size()}};
  }
  if (accept("function")) {
    function(file);
    return {{Kind::function, file.functions.size()}};
  }
  if (token.is("input") || token.is("output") || token.is("hidden")) {
    take();
    variables(file,
              token.is("input")    ? model::Role::input
              : token.is("output") ? model::Role::output
                                   : model::Role::hidden);
    return {{Kind::variables, file.variables.size()}};
  }
  if (accept("def")) {
    named(file.definitions, "a definition");
    return {{Kind::definition, file.definitions.size()}};
  }
  if (accept("env")) {
    named(file.promises, "a promise of the environment");
    return {{Kind::promise, file.promises.size()}};
  }
  if (accept("purpose")) {
    purpose(file);
    return {{Kind::purpose, file.purposes.size()}};
  }
  if (accept("cover")) {
    cover(file);
    return {{Kind::cover, file.covers.size()}};
  }
  return std::nullopt;
}

void Parser::view(FileSyntax& file, Item& item) {
  ViewSyntax view;
  view.name = identifier("a view");
  view.doc = doc();
  finish(item.trivia);
  requirements(view);
  file.views.push_back(std::move(view));
  item.kind = Item::Kind::view;
  item.index = static_cast<std::uint32_t>(file.views.size() - 1);
}

void Parser::not_an_item(const Token& token) {
  if (token.is("req") || at_contract()) {
    return misplaced(token.is("req")
                         ? "a requirement stands in a view: expected "
                           "'view NAME' above it"
                         : "a contract stands in a requirement: "
                           "expected 'req ID' above it");
  }
  if (token.is("interface")) {
    fail(token, "a second interface: expected one in a file");
  }
  unexpected(
      "an item: 'const', 'enum', 'input', 'output', 'hidden', 'env', "
      "'def', 'function', 'view', 'purpose' or 'cover'",
      option::did_you_mean(token.text, item_words()));
}

void Parser::constant(FileSyntax& file) {
  ConstSyntax c;
  c.name = identifier("a constant");
  expect("=", "after the name of a constant");
  // No comparison: a constant is a number.
  c.value = sum();
  file.constants.push_back(std::move(c));
}

void Parser::enumeration(FileSyntax& file) {
  EnumSyntax e;
  e.name = identifier("an enumeration");
  expect("=", "after the name of an enumeration");
  do {
    e.values.push_back(identifier("a value of the enumeration"));
  } while (accept(","));
  file.enumerations.push_back(std::move(e));
}

void Parser::function(FileSyntax& file) {
  FunctionSyntax f;
  f.name = identifier("a function");
  expect("(", "after the name of a function");
  do {
    FunctionSyntax::Parameter p;
    p.name = identifier("a parameter");
    expect(":", "between a parameter and its type");
    p.type = type(true);
    f.parameters.push_back(std::move(p));
  } while (accept(","));
  expect(")", "after the parameters of a function");
  expect("=", "before the value of a function");
  f.value = expression();
  file.functions.push_back(std::move(f));
}

void Parser::variables(FileSyntax& file, model::Role role) {
  VariablesSyntax v;
  v.role = role;
  do {
    v.names.push_back(identifier("a variable"));
  } while (accept(","));
  // The message names both ways to go on.
  if (!peek().is(":")) {
    unexpected("':' and the type of '" + v.names.back().text +
               "', or ',' and another variable");
  }
  take();
  v.type = type();
  file.variables.push_back(std::move(v));
}

TypeSyntax Parser::type(bool of_parameter) {
  TypeSyntax t;
  const Token token = peek();
  t.where = token.where;
  static constexpr const char* kTypes =
      "a type: 'bool', 'int LO..HI', 'real', 'real LO..HI' or the name of an "
      "enumeration";
  if (accept("bool")) return t;
  if (accept("int") || accept("real")) {
    const bool is_int = token.is("int");
    t.base = is_int ? TypeSyntax::Base::integer : TypeSyntax::Base::real;
    if (of_parameter) return t;
    // What follows decides whether there is a range.
    const Token& next = peek();
    const bool has_range =
        next.kind == Token::Kind::integer ||
        next.kind == Token::Kind::decimal || next.is("-") || next.is("(") ||
        (next.kind == Token::Kind::word && !is_reserved(next.text));
    if (!has_range) {
      if (is_int) {
        unexpected("the range of the integer, as in 'int 0..10'");
      }
      return t;
    }
    // The ends are sums, so that ".." ends them.
    t.lo = sum();
    expect("..", "between the ends of a range, as in '0..10'");
    t.hi = sum();
    return t;
  }
  if (token.kind != Token::Kind::word || token.primed ||
      is_reserved(token.text)) {
    unexpected(kTypes);
  }
  // Types of other languages, for a hint.
  static const std::vector<std::pair<std::string_view, const char*>> kForeign =
      {{"boolean", "bool"},
       {"Bool", "bool"},
       {"integer", "int"},
       {"Int", "int"},
       {"uint", "int"},
       {"float", "real"},
       {"double", "real"},
       {"Real", "real"}};
  for (const auto& [word, meant] : kForeign) {
    if (token.text == word) {
      unexpected(kTypes, std::string("; did you mean '") + meant + "'?");
    }
  }
  take();
  t.base = TypeSyntax::Base::enumeration;
  // It may be declared below; scope.cpp looks it up.
  t.enumeration = token.text;
  return t;
}

void Parser::named(std::vector<NamedSyntax>& out, const char* of_what) {
  NamedSyntax n;
  n.name = identifier(of_what);
  // A definition has no text: its name says what it is.
  const bool is_promise = std::string_view(of_what) != "a definition";
  if (is_promise) n.doc = doc();
  // A promise has ":", since it is a requirement; a definition has "=".
  expect(is_promise ? ":" : "=", "before the condition");
  n.value = expression();
  out.push_back(std::move(n));
}

void Parser::purpose(FileSyntax& file) {
  PurposeSyntax p;
  p.name = identifier("a purpose");
  p.doc = doc();
  if (accept("for")) p.view = identifier("a view");
  if (accept("within")) {
    p.within = sum();
    // 'steps' may be left out here.
    if (peek().is("steps") || peek().is("step")) take();
  }
  expect(":", "before the condition of a purpose");
  p.value = expression();
  file.purposes.push_back(std::move(p));
}

void Parser::cover(FileSyntax& file) {
  using model::ContractCriterion;
  static constexpr std::array kAll = {ContractCriterion::contracts,
                                      ContractCriterion::assumptions,
                                      ContractCriterion::boundaries,
                                      ContractCriterion::pairs,
                                      ContractCriterion::mutants};
  CoverSyntax c;
  c.where = peek().where;
  // All words are collected for the suggestion.
  bool known = false;
  std::vector<std::string> words;
  for (const ContractCriterion criterion : kAll) {
    words.emplace_back(to_string(criterion));
    if (!peek().is(words.back())) continue;
    c.criterion = criterion;
    known = true;
  }
  if (!known) {
    unexpected(
        "'contracts', 'assumptions', 'boundaries', 'pairs' or 'mutants' after "
        "'cover'",
        option::did_you_mean(peek().text, words));
  }
  take();
  if (accept("for")) c.view = identifier("a view");
  file.covers.push_back(std::move(c));
}

}  // namespace catenary::frontend::contract
