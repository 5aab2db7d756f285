// SPDX-License-Identifier: Apache-2.0
/// \file
/// Small models around one thing, and what is said about them.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "frontend/xlia/xlia.h"
#include "logic/term/smtlib/smtlib.h"

namespace catenary::frontend::xlia::test {

/// A model of two states; `block` is the body of "t", which goes from a to b.
inline std::string with_block(const std::string& block) {
  return "timed system S {\n"
         "@composite:\n"
         "statemachine M {\n"
         "@public: port input In(int); port input Two(int, bool);\n"
         "port output Out(int); port output Done; port output Rat(rational);\n"
         "@private: var int x; var int y; var uint n; var rational r;\n"
         "var bool b; var clock urational cl; const int k = 3; const int p;\n"
         "@region: state<start> a {\n"
         "transition t --> b {\n" +
         block +
         "\n}\n"
         "}\n"
         "state b;\n"
         "@com: connect<env> { input In; input Two; output Out; output Done;\n"
         "output Rat; }\n"
         "}\n"
         "}\n";
}

/// Line of `block` in with_block().
inline constexpr int kBlockLine = 10;

/// "line:col: message [code]" of every error, one a line; "" without one.
inline std::string errors_of(const std::string& text) {
  try {
    (void)parse(text, "m.xlia");
  } catch (const base::InputError& e) {
    std::string out;
    for (const base::Diagnostic& d : e.diagnostics()) {
      out += std::to_string(d.where.line) + ":" +
             std::to_string(d.where.column) + ": " + d.message + " [" + d.code +
             "]\n";
    }
    return out;
  }
  return "";
}

/// The same of the warnings, save those that something is unused.
inline std::string warnings_of(const std::string& text) {
  std::string out;
  for (const base::Diagnostic& d : parse(text, "m.xlia").warnings) {
    if (d.code == "xlia-unused") continue;
    out += std::to_string(d.where.line) + ":" + std::to_string(d.where.column) +
           ": " + d.message + " [" + d.code + "]\n";
  }
  return out;
}

/// The basic statements, e.g. "guard (< x 1)", "x := 1, y := 2", "fresh x if
/// b", "send 1 2".
inline std::vector<std::string> statements_of(
    const model::TimedAutomaton& a,
    const std::vector<model::TimedStatement>& statements,
    const model::TimedTransition* t) {
  using Kind = model::TimedStatement::Kind;
  std::vector<std::string> out;
  for (const auto& s : statements) {
    std::string text;
    if (s.kind == Kind::guard) text = "guard " + to_smtlib(s.condition);
    if (s.kind == Kind::assign) {
      for (const auto& x : s.assignments) {
        text += (text.empty() ? "" : ", ") + a.variables[x.variable].name +
                " := " + to_smtlib(x.value);
      }
    }
    if (s.kind == Kind::fresh) {
      text = "fresh " + a.variables[s.assignments[0].variable].name;
      if (!s.condition.is_true()) text += " if " + to_smtlib(s.condition);
    }
    if (s.kind == Kind::send) {
      text = "send";
      for (const auto v : t->sent) text += " " + to_smtlib(v);
    }
    out.push_back(text);
  }
  return out;
}

/// Everything that parse() finds out, save places and texts.
inline std::string structure_of(const model::TimedAutomaton& a) {
  std::string out = a.system + " " + a.machine + "\n";
  for (const auto& c : a.channels) {
    out += std::string(c.input ? "in " : "out ") + c.name +
           (c.connected ? " connected" : "");
    for (const auto& p : c.parameters) {
      out += " " + p.type.to_string() + "/" + p.name;
    }
    out += "\n";
  }
  for (const auto& v : a.variables) {
    out += v.name + " " + v.type.to_string() + (v.clock ? " clock" : "") +
           (v.parameter ? " parameter" : "") + "\n";
  }
  for (const auto& s : statements_of(a, a.init, nullptr)) {
    out += "init " + s + "\n";
  }
  out += "initial " + std::to_string(a.initial) + "\n";
  for (const auto& s : a.states) {
    out += "state " + s.name + " " + std::to_string(static_cast<int>(s.kind));
    for (const auto t : s.transitions) out += " " + std::to_string(t);
    out += "\n";
  }
  for (const auto& t : a.transitions) {
    out += t.name + " " + std::to_string(t.from) + " " + std::to_string(t.to) +
           " " + std::to_string(static_cast<int>(t.action)) + " " +
           std::to_string(t.channel);
    for (const auto v : t.received) out += " " + std::to_string(v);
    out += "\n";
    for (const auto& s : statements_of(a, t.statements, &t)) {
      out += "  " + s + "\n";
    }
  }
  return out;
}

}  // namespace catenary::frontend::xlia::test
