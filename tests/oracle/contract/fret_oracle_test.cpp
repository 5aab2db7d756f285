// SPDX-License-Identifier: Apache-2.0
/// \file
/// FRET exports two formulas of a requirement, of past time and of future time,
/// which say the same of a finite trace: the one at its last step, the other at
/// its first. We read the former; here it is compared with the latter, which is
/// read and unfolded by other code. A solver compares them on all traces of up
/// to CATENARY_STEPS steps, whatever the values of the variables are.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "base/text/json.h"
#include "base/text_file.h"
#include "engine/contract/consistency/semantics.h"
#include "engine/contract/monitor/monitor.h"
#include "frontend/contract/contract.h"
#include "frontend/contract/fret/fret.h"
#include "logic/smt/solver.h"
#include "oracle/contract/future_formula.h"
#include "oracle/contract/replaced.h"

namespace catenary::oracle {
namespace {

namespace contract = engine::contract;
using base::Json;
using logic::Term;

/// Both formulas of a requirement.
struct Pair {
  std::string name;
  std::string past;
  std::string future;
};

int longest() {
  const char* steps = std::getenv("CATENARY_STEPS");
  return steps != nullptr ? std::atoi(steps) : 5;
}

/// The interface that is read of the formula of past time; all variables are
/// outputs, and of the type if the formula does not tell. Null if the
/// requirement is left out.
std::unique_ptr<model::Interface> read(const Pair& pair,
                                       const std::string& type) {
  Json item = Json::object();
  item.set("reqid", Json::string("R"));
  Json& semantics = item.set("semantics", Json::object());
  semantics.set("component_name", Json::string("c"));
  semantics.set("ptExpanded", Json::string(pair.past));
  Json all = Json::array();
  all.push(std::move(item));
  const std::string text = all.pretty();
  frontend::contract::FretChoice choice;
  choice.variables_path = "f.variables.json";
  choice.variables = replaced(
      replaced(frontend::contract::fret_variables(text, "f.json", choice),
               "\"idType\": \"\"",
               "\"idType\": \"Output\""),
      "\"dataType\": \"\"",
      "\"dataType\": \"" + type + "\"");
  base::Problems problems("f.json", "req");
  try {
    const auto file =
        frontend::contract::read_fret(text, "f.json", choice, problems);
    problems.throw_errors();
    return std::make_unique<model::Interface>(
        frontend::contract::understand(file, "f.json"));
  } catch (const base::InputError& e) {
    std::cout << pair.name << " is left out: " << e.what() << "\n";
    return nullptr;
  }
}

enum class Compared { same, different, left_out, unknown };

/// Compares what the two formulas say of all traces.
Compared compare_as(const Pair& pair, const std::string& type) {
  const auto interface = read(pair, type);
  if (interface == nullptr) return Compared::left_out;
  const contract::Semantics semantics(*interface);
  logic::TermManager& terms = semantics.terms();
  const int steps = longest();
  const std::vector<std::vector<std::optional<logic::Value>>> inputs(
      static_cast<std::size_t>(steps),
      std::vector<std::optional<logic::Value>>(interface->variables.size()));
  const std::vector<Term> past =
      contract::allowed_outputs(semantics, inputs, {});
  if (past.size() != inputs.size()) return Compared::unknown;
  const Meaning future = future_formula(pair.future, semantics);
  const auto solver = logic::smt::make_z3(terms, {});
  Term all = terms.boolean(true);
  for (int last = 0; last < steps; ++last) {
    // The ranges of the variables are among what is allowed.
    for (std::size_t r = 0; r < semantics.rules().size(); ++r) {
      const contract::Rule& rule = semantics.rules()[r];
      if (rule.kind != contract::Rule::Kind::range ||
          !semantics.observable(rule.index)) {
        continue;
      }
      all = terms.logical_and(
          all,
          logic::substitute(terms,
                            semantics.rule(r, last == 0),
                            semantics.to_step(static_cast<std::size_t>(last))));
    }
    all = terms.logical_and(all, future(0, last));
    const Term differ[] = {terms.logical_not(
        terms.equal(past[static_cast<std::size_t>(last)], all))};
    switch (solver->check(differ, {})) {
      case logic::smt::Answer::sat:
        return Compared::different;
      case logic::smt::Answer::unknown:
        return Compared::unknown;
      case logic::smt::Answer::unsat:
        break;
    }
  }
  return Compared::same;
}

Compared compare(const Pair& pair) {
  try {
    return compare_as(pair, "boolean");
  } catch (const base::InternalError&) {
  }
  try {
    // The formula of future time uses as a number what the other does not use.
    return compare_as(pair, "double");
  } catch (const base::InternalError&) {
    return Compared::left_out;  // each uses something in another way
  }
}

/// The pairs below a node of a document.
void collect(const Json& node,
             const std::string& name,
             std::vector<Pair>& out) {
  if (node.is(Json::Kind::array)) {
    for (const Json& item : node.items()) collect(item, name, out);
    return;
  }
  if (!node.is(Json::Kind::object)) return;
  std::string own = name;
  const auto text = [&node](const char* key) {
    const Json* found = node.find(key);
    return found != nullptr && found->is(Json::Kind::string) ? found->text()
                                                             : "";
  };
  if (!text("reqid").empty()) own = text("reqid");
  if (!text("ptExpanded").empty() && !text("ftExpanded").empty()) {
    out.push_back({own, text("ptExpanded"), text("ftExpanded")});
    return;
  }
  for (const auto& [key, value] : node.members()) {
    collect(value, own.empty() ? key : own, out);
  }
}

/// Compares all, and counts the outcomes.
std::map<Compared, int> compare_all(const std::vector<Pair>& pairs) {
  std::map<Compared, int> counts;
  for (const Pair& pair : pairs) {
    Compared outcome = Compared::unknown;
    try {
      outcome = compare(pair);
    } catch (const std::exception& e) {
      ADD_FAILURE() << pair.name << ": " << e.what() << "\n" << pair.future;
    }
    ++counts[outcome];
    EXPECT_NE(outcome, Compared::different)
        << pair.name << "\npast: " << pair.past << "\nfuture: " << pair.future;
  }
  std::cout << counts[Compared::same] << " the same, "
            << counts[Compared::different] << " different, "
            << counts[Compared::left_out] << " left out, "
            << counts[Compared::unknown] << " unknown\n";
  return counts;
}

// All requirements of real exports.
TEST(FretFormulas, OfPastAndOfFutureSayTheSame) {
  const char* data = std::getenv("CATENARY_DATA");
  const std::filesystem::path folder =
      std::filesystem::path(data != nullptr ? data : "") / "req" / "fret";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no " << folder;
  std::map<std::string, Pair> distinct;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string path = entry.path().string();
    std::vector<Pair> pairs;
    collect(base::parse_json(base::read_file(path), path), "", pairs);
    for (Pair& p : pairs) distinct.emplace(p.past, std::move(p));
  }
  std::vector<Pair> pairs;
  for (auto& [text, pair] : distinct) pairs.push_back(std::move(pair));
  std::map<Compared, int> counts = compare_all(pairs);
  EXPECT_GT(counts[Compared::same], 200);
  EXPECT_LE(counts[Compared::left_out], 15);
}

}  // namespace
}  // namespace catenary::oracle
