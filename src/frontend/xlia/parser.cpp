// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parses the header, sections and declarations.
#include "frontend/xlia/parser.h"

#include <utility>

#include "frontend/xlia/outside.h"

namespace catenary::frontend::xlia {

using model::DataType;

/// The frame of the file is fixed; an error in it ends reading, since nothing
/// says where the machine would be.
ModelSyntax Parser::parse() {
  ModelSyntax model;
  try {
    header();
    expect("system", "after 'timed': only timed systems can be read");
    model.system = identifier("the system");
    expect("{", "after the name of the system");
    // A section of the platform in front of @composite is not supported.
    if (peek().kind == Token::Kind::section && !peek().is("@composite")) {
      const std::string what = outside(peek().text);
      if (!what.empty()) refuse(peek(), what);
    }
    expect("@composite", "with the state machine in it");
    expect(":", "after '@composite'");
    machine(model);
    if (peek().is("statemachine") || peek().is("lifeline")) {
      refuse(peek(), "a second state machine");
    }
    expect("}", "at the end of the system");
    if (peek().kind != Token::Kind::end) {
      unexpected("nothing after the system");
    }
  } catch (const Fault&) {
    return model;  // nothing is left to be read outside of a machine
  }
  return model;
}

void Parser::header() {
  // The header "@xlia< system , 1.0 >:" may be missing.
  if (peek().kind == Token::Kind::section) {
    if (!peek().is("@xlia")) {
      const std::string what = outside(peek().text);
      if (!what.empty()) refuse(peek(), what);
    }
    expect("@xlia", "at the beginning, as in '@xlia< system , 1.0 >:'");
    expect("<", "after '@xlia'");
    expect("system", "in '@xlia< system , 1.0 >:'");
    expect(",", "in '@xlia< system , 1.0 >:'");
    expect("1.0", "in '@xlia< system , 1.0 >:'");
    expect(">", "in '@xlia< system , 1.0 >:'");
    expect(":", "in '@xlia< system , 1.0 >:'");
  }
  if (peek().kind == Token::Kind::word && !peek().is("timed")) {
    const std::string what = outside(peek().text);
    if (!what.empty()) refuse(peek(), what);
  }
  expect("timed", "as in 'timed system NAME {'");
}

/// "lifeline" is an optional word without a meaning for one machine.
void Parser::machine(ModelSyntax& model) {
  accept("lifeline");
  if (peek().kind == Token::Kind::word && !peek().is("statemachine")) {
    const std::string what = outside(peek().text);
    if (!what.empty()) refuse(peek(), what);
  }
  expect("statemachine", "in '@composite:'");
  if (peek().is("<")) refuse(peek(), "a 'statemachine' with a kind");
  model.where = peek().where;
  model.machine = identifier("the state machine");
  expect("{", "after the name of the state machine");
  while (!peek().is("}") && peek().kind != Token::Kind::end &&
         !problems_.full()) {
    // Each round reads a section or passes a token, so that the loop ends.
    const std::size_t before = at_;
    try {
      section(model);
    } catch (const Fault&) {
      if (peek().kind != Token::Kind::section || at_ == before) recover();
      if (at_ == before) take();
    }
  }
  expect("}", "at the end of the state machine");
}

void Parser::section(ModelSyntax& model) {
  const Token token = peek();
  if (token.kind != Token::Kind::section) {
    // After an error that ended a section too early, its rest is still read.
    if (token.is("state")) return region(model);
    if (token.is("port") || token.is("var") || token.is("const")) {
      return declarations(model);
    }
    const std::string what = outside(token.text);
    if (!what.empty()) refuse(token, what);
    unexpected("a section: '@public:', '@private:', '@region:' or '@com:'");
  }
  take();
  if (token.is("@public") || token.is("@private") || token.is("@property")) {
    expect(":", "after the name of a section");
    declarations(model);
  } else if (token.is("@region")) {
    expect(":", "after '@region'");
    region(model);
  } else if (token.is("@com")) {
    expect(":", "after '@com'");
    communications(model);
  } else {
    // The contents of an unknown section would give meaningless errors.
    skip_to_end(true);
    const std::string what = outside(token.text);
    if (!what.empty()) refuse(token, what);
    fail(token,
         "'" + std::string(token.text) +
             "' is not a section: expected '@public', '@private', "
             "'@property', '@region' or '@com'");
  }
}

void Parser::declarations(ModelSyntax& model) {
  while (peek().kind != Token::Kind::section && !peek().is("}") &&
         peek().kind != Token::Kind::end && !problems_.full()) {
    const std::size_t before = at_;
    try {
      // The typical place of a state after a missing "@region:".
      if (peek().is("state")) {
        fail(peek(), "a state stands in '@region:'");
      }
      declaration(model);
    } catch (const Fault&) {
      recover();
      if (peek().is("state")) return;
      if (at_ == before) take();
    }
  }
}

void Parser::declaration(ModelSyntax& model) {
  if (accept("port")) return port(model);
  if (accept("const")) return constant(model);
  if (accept("var")) return variable(model);
  const std::string what = outside(peek().text);
  if (!what.empty()) refuse(peek(), what);
  unexpected("a declaration: 'port', 'const' or 'var'");
}

void Parser::port(ModelSyntax& model) {
  PortSyntax port;
  if (accept("input")) {
    port.input = true;
  } else if (!accept("output")) {
    if (peek().is("inout")) refuse(peek(), outside("inout"));
    unexpected("'input' or 'output' after 'port'");
  }
  port.name = simple_name("a port");
  no_dimensions();
  if (accept("(") && !accept(")")) {
    do {
      // Names of parameters are optional, and have no meaning.
      model::TimedParameter parameter;
      parameter.type = type(false);
      if (peek().kind == Token::Kind::word) {
        parameter.name = identifier("a parameter");
      }
      no_dimensions();
      port.parameters.push_back(std::move(parameter));
    } while (accept(","));
    expect(")", "after the types of a port");
  }
  expect(";", "after a port");
  model.ports.push_back(std::move(port));
}

void Parser::constant(ModelSyntax& model) {
  VariableSyntax constant;
  constant.constant = true;
  constant.type = type(false);
  constant.name = simple_name("a constant");
  no_dimensions();
  if (accept("=") || accept(":=")) constant.value = expression();
  expect(";", "after a constant");
  model.variables.push_back(std::move(constant));
}

void Parser::variable(ModelSyntax& model) {
  VariableSyntax variable;
  variable.clock = accept("clock");
  variable.type = type(variable.clock);
  // Clocks are non-negative rationals, whatever type is written.
  if (variable.clock) {
    variable.type = {DataType::Base::rational, true, false};
  }
  variable.name = simple_name("a variable");
  no_dimensions();
  const Token token = peek();
  if (accept("=") || accept(":=")) {
    if (variable.clock) {
      fail(token, "a clock starts at 0: expected ';' after its name");
    }
    variable.value = expression();
  }
  expect(";", "after a variable");
  model.variables.push_back(std::move(variable));
}

DataType Parser::type(bool numeric_only) {
  DataType type;
  // "time" is a modifier: the type measures time.
  type.is_time = accept("time");
  const Token token = peek();
  if (token.kind == Token::Kind::word && token.is("clock")) {
    fail(token, "a clock is declared 'var clock TYPE NAME;'");
  }
  const auto is = [&](const char* a, const char* b) {
    return accept(a) || accept(b);
  };
  if (is("bool", "boolean")) {
    if (numeric_only || type.is_time) {
      fail(token,
           "time is a number: expected 'int', 'uint', 'rational' or "
           "'urational', found '" +
               std::string(token.text) + "'");
    }
    type.base = DataType::Base::boolean;
  } else if (is("int", "integer")) {
    type.base = DataType::Base::integer;
  } else if (is("uint", "uinteger")) {
    type = {DataType::Base::integer, true, type.is_time};
  } else if (is("rational", "rat")) {
    type.base = DataType::Base::rational;
  } else if (is("urational", "urat")) {
    type = {DataType::Base::rational, true, type.is_time};
  } else {
    const std::string what = outside(token.text);
    if (!what.empty()) refuse(token, what);
    unexpected("a type: 'bool', 'int', 'uint', 'rational' or 'urational'");
  }
  // Types such as "integer:8" or "int<8>".
  if (peek().is(":") || peek().is("<")) {
    refuse(peek(), "a type of given width");
  }
  no_dimensions();
  return type;
}

void Parser::no_dimensions() {
  if (peek().is("[")) refuse(peek(), "an array");
}

}  // namespace catenary::frontend::xlia
