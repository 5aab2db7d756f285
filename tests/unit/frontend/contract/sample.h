// SPDX-License-Identifier: Apache-2.0
/// \file
/// Small interfaces around one thing, and what is said about them.
#pragma once

#include <string>

#include "base/error.h"
#include "frontend/contract/contract.h"
#include "logic/term/smtlib/smtlib.h"

namespace catenary::frontend::contract::test {

/// Declarations for contracts to be about; they end in line 9.
inline const std::string kHead =
    "interface a\n"
    "const N = 3\n"
    "enum Mode = OFF, ON, FAIL\n"
    "input i, j : bool\n"
    "input n : int 0..9\n"
    "output o : bool\n"
    "output m : Mode\n"
    "output x : int -5..5  output r : real\n"
    "hidden k : int 0..N  hidden b : bool\n";

/// `contracts` begin in line 11, column 1, in requirement R of view v.
inline std::string with(const std::string& contracts) {
  return kHead + "view v req R\n" + contracts + "\n";
}

inline std::string shown(const base::Diagnostic& d) {
  return std::to_string(d.where.line) + ":" + std::to_string(d.where.column) +
         ": " + d.message + " [" + d.code + "]\n";
}

/// "line:col: message [code]" of every error, one a line; "" without one.
inline std::string errors_of(const std::string& text) {
  try {
    (void)parse(text, "m.req");
  } catch (const base::InputError& e) {
    std::string out;
    for (const base::Diagnostic& d : e.diagnostics()) out += shown(d);
    return out;
  }
  return "";
}

/// The same of the warnings, save those that something is unused.
inline std::string warnings_of(const std::string& text) {
  std::string out;
  for (const base::Diagnostic& d : parse(text, "m.req").warnings) {
    if (d.code != "req-unused") out += shown(d);
  }
  return out;
}

/// "init|step|always [def] ID: ASSUMPTION |- GUARANTEE", one a line.
inline std::string contracts_of(const model::Interface& a) {
  std::string out;
  for (const model::Contract& c : a.contracts) {
    out += c.at_init ? (c.at_step ? "always " : "init ") : "step ";
    if (c.definition) out += "def ";
    out += c.id + ": ";
    if (c.has_assumption) out += logic::to_smtlib(c.assumption) + " |- ";
    out += logic::to_smtlib(c.guarantee) + "\n";
  }
  return out;
}

/// The same of contracts alone.
inline std::string meaning_of(const std::string& contracts) {
  return contracts_of(parse(with(contracts), "m.req"));
}

/// Everything an interface says, places and warnings left out.
inline std::string all_of(const model::Interface& a) {
  std::string out = a.name + " \"" + a.text + "\"\n";
  for (const auto& v : a.variables) {
    out += std::string(to_string(v.role)) + " " + v.name + " " +
           v.sort().to_string();
    if (v.lo) out += " " + v.lo->to_string() + ".." + v.hi->to_string();
    if (v.sort().kind() == logic::SortKind::enumeration) {
      for (const auto& e : v.sort().enumerators().values) out += " " + e;
    }
    out += " view " + std::to_string(v.view) + (v.derived ? " derived" : "") +
           "\n";
  }
  for (const auto& p : a.promises) {
    out += "env " + p.id + " \"" + p.text + "\" " +
           logic::to_smtlib(p.condition) + "\n";
  }
  for (const auto& v : a.views) out += "view " + v.name + " " + v.text + "\n";
  for (const auto& r : a.requirements) {
    out += "req " + r.id + " \"" + r.text + "\" \"" + r.from + "\" " +
           std::to_string(r.view);
    for (const auto& t : r.tags) out += " #" + t;
    for (const auto c : r.contracts) out += " " + a.contracts[c].id;
    out += "\n";
  }
  out += contracts_of(a);
  for (const auto& p : a.purposes) {
    out += "purpose " + p.id + " \"" + p.text + "\" " + std::to_string(p.view) +
           " " + std::to_string(p.within.value_or(0)) + " " +
           logic::to_smtlib(p.condition) + "\n";
  }
  for (const auto& c : a.covers) {
    out += std::string("cover ") + to_string(c.criterion) + " " +
           std::to_string(c.view) + "\n";
  }
  return out;
}

}  // namespace catenary::frontend::contract::test
