// SPDX-License-Identifier: Apache-2.0
/// \file
/// Requirement interfaces, put together by hand.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "logic/term/term.h"
#include "model/contract/interface.h"
#include "unit/smtlib_script.h"

namespace catenary::engine::contract::testing {

using logic::Sort;
using logic::Value;
using model::Role;

enum class At { init, step, always };

/// Builds an interface; expressions are SMT-LIB over the variables' names,
/// primed ones for the current step: "(= k' (+ k 1))".
class Builder {
 public:
  explicit Builder(const std::string& name) {
    interface_.name = name;
    interface_.path = name + ".req";
    interface_.terms = std::make_shared<logic::TermManager>();
  }

  Builder& boolean(Role role, const std::string& name) {
    return add(role, name, Sort::boolean(), {}, {});
  }
  Builder& integer(Role role, const std::string& name, int lo, int hi) {
    return add(
        role, name, Sort::integer(), Value::integer(lo), Value::integer(hi));
  }
  Builder& real(Role role, const std::string& name) {
    return add(role, name, Sort::real(), {}, {});
  }
  Builder& enumeration(Role role,
                       const std::string& name,
                       std::vector<std::string> values) {
    const auto decl = std::make_shared<const logic::Enumeration>(
        logic::Enumeration{name + "_t", std::move(values)});
    return add(role, name, Sort::enumeration(decl), {}, {});
  }

  /// What follows belongs to it.
  Builder& view(const std::string& name) {
    interface_.views.push_back({name, "", {}, {}});
    return *this;
  }
  Builder& requirement(const std::string& id) {
    if (interface_.views.empty()) view("all");
    model::Requirement r;
    r.id = id;
    r.text = "text of " + id;
    r.view = static_cast<std::uint32_t>(interface_.views.size() - 1);
    interface_.views.back().requirements.push_back(
        static_cast<std::uint32_t>(interface_.requirements.size()));
    interface_.requirements.push_back(r);
    return *this;
  }
  Builder& contract(const std::string& id,
                    At at,
                    const std::string& assumption,
                    const std::string& guarantee) {
    model::Contract c;
    c.id = id;
    c.requirement =
        static_cast<std::uint32_t>(interface_.requirements.size() - 1);
    c.at_init = at != At::step;
    c.at_step = at != At::init;
    c.has_assumption = !assumption.empty();
    c.assumption =
        assumption.empty() ? terms().boolean(true) : read(assumption);
    c.guarantee = read(guarantee);
    interface_.requirements.back().contracts.push_back(
        static_cast<std::uint32_t>(interface_.contracts.size()));
    interface_.contracts.push_back(c);
    return *this;
  }
  Builder& promise(const std::string& id, const std::string& condition) {
    interface_.promises.push_back({id, "", read(condition), {}});
    return *this;
  }
  Builder& purpose(const std::string& id,
                   const std::string& view,
                   const std::string& condition) {
    model::Purpose p;
    p.id = id;
    p.text = "text of " + id;
    if (!view.empty()) {
      p.view = static_cast<std::int32_t>(*interface_.find_view(view));
    }
    p.condition = read(condition);
    interface_.purposes.push_back(p);
    return *this;
  }

  [[nodiscard]] model::Interface build() const { return interface_; }

  [[nodiscard]] logic::Term read(const std::string& text) {
    return logic::parse_smtlib_term(terms(), quoted(text), "test", variables_);
  }

 private:
  logic::TermManager& terms() { return *interface_.terms; }

  /// "k'" -> "|k'|".
  static std::string quoted(const std::string& text) {
    std::string out;
    std::size_t word = 0;
    for (const char c : text) {
      if (c == '\'') {
        out.insert(word, "|");
        out += "'|";
      } else {
        out += c;
      }
      if (std::string(" ()'").find(c) != std::string::npos) word = out.size();
    }
    return out;
  }

  Builder& add(Role role,
               const std::string& name,
               const Sort& sort,
               std::optional<Value> lo,
               std::optional<Value> hi) {
    model::InterfaceVariable v;
    v.name = name;
    v.role = role;
    v.lo = std::move(lo);
    v.hi = std::move(hi);
    v.before = terms().variable(name, sort);
    v.now = terms().variable(name + "'", sort);
    variables_.push_back(v.before);
    variables_.push_back(v.now);
    interface_.variables.push_back(std::move(v));
    return *this;
  }

  model::Interface interface_;
  std::vector<logic::Term> variables_;
};

/// The bounded buffer of the paper: view beh, and view power where asked for.
inline model::Interface buffer(int capacity, bool with_power = true) {
  const std::string n = std::to_string(capacity);
  Builder b("buffer");
  b.boolean(Role::input, "enq").boolean(Role::input, "deq");
  b.boolean(Role::output, "E").boolean(Role::output, "F");
  if (with_power) b.integer(Role::output, "pc", 0, 5);
  b.integer(Role::hidden, "k", 0, capacity);
  b.view("beh");
  b.requirement("r0").contract(
      "c0", At::init, "", "(and (= k' 0) E' (not F'))");
  b.requirement("r1").contract("c1",
                               At::step,
                               "(and enq' (not deq') (< k " + n + "))",
                               "(= k' (+ k 1))");
  b.requirement("r2").contract(
      "c2", At::step, "(and deq' (not enq') (> k 0))", "(= k' (- k 1))");
  b.requirement("r3").contract("c3", At::step, "", "(= E' (= k' 0))");
  b.requirement("r4").contract("c4", At::step, "", "(= F' (= k' " + n + "))");
  b.requirement("r5").contract("c5",
                               At::step,
                               "(or (= enq' deq') (and enq' F) (and deq' E))",
                               "(= k' k)");
  if (with_power) {
    b.view("power");
    b.requirement("ra").contract(
        "ca", At::always, "(and (not enq') (not deq'))", "(= pc' 0)");
    b.requirement("rb").contract(
        "cb", At::always, "(or enq' deq')", "(<= pc' 2)");
  }
  b.purpose("full", "beh", "F'");
  b.purpose("empty_again", "beh", "(and E' deq' (= k 1))");
  b.purpose("impossible", "beh", "(and E' F')");
  return b.build();
}

/// Values by the names of variables; others are their sort's default.
inline std::vector<Value> valuation(
    const model::Interface& interface,
    const std::vector<std::pair<std::string, Value>>& values) {
  std::vector<Value> out;
  for (const model::InterfaceVariable& v : interface.variables) {
    out.push_back(v.lo ? *v.lo : logic::default_value(v.sort()));
  }
  for (const auto& [name, value] : values) {
    out[*interface.find_variable(name)] = value;
  }
  return out;
}

inline Value b(bool value) {
  return Value::boolean(value);
}
inline Value i(long long value) {
  return Value::integer(value);
}

}  // namespace catenary::engine::contract::testing
