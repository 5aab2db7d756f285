// SPDX-License-Identifier: Apache-2.0
/// \file
/// Past-time formulas of Boolean variables on all traces of a length, without a
/// solver: what our reader makes of them, what their own text says, and what
/// the formula of future time says that FRET has for the same requirement.
/// CATENARY_TRACE_STEPS is the length of the longest traces, and
/// CATENARY_FRET_TEMPLATES FRET's file semantics.json.
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/text/json.h"
#include "base/text_file.h"
#include "frontend/contract/contract.h"
#include "frontend/contract/fret/fret.h"
#include "oracle/contract/packed.h"
#include "oracle/contract/replaced.h"

namespace catenary::oracle {
namespace {

using base::Json;

std::size_t longest_traces() {
  const char* steps = std::getenv("CATENARY_TRACE_STEPS");
  return steps != nullptr ? std::stoul(steps) : 5;
}

/// A component of FRET with one requirement, whose variables are outputs.
model::Interface interface_of(const std::string& formula,
                              const std::vector<std::string>& names) {
  Json requirement = Json::object();
  requirement.set("reqid", Json::string("R"));
  Json& semantics = requirement.set("semantics", Json::object());
  semantics.set("component_name", Json::string("c"));
  semantics.set("ptExpanded", Json::string(formula));
  Json all = Json::array();
  all.push(std::move(requirement));
  Json variables = Json::array();
  for (const std::string& name : names) {
    Json& one = variables.push(Json::object());
    one.set("variable_name", Json::string(name));
    one.set("component_name", Json::string("c"));
    one.set("idType", Json::string("Output"));
    one.set("dataType", Json::string("boolean"));
  }
  frontend::contract::FretChoice choice;
  choice.variables = variables.pretty();
  choice.variables_path = "f.variables.json";
  base::Problems problems("f.json", "fret");
  const auto file =
      frontend::contract::read_fret(all.pretty(), "f.json", choice, problems);
  problems.throw_errors();
  return frontend::contract::understand(file, "f.json");
}

/// Two formulas of one requirement, and the variables of both.
struct Formulas {
  std::string name;
  std::string past;
  std::string future;  ///< empty = there is none
  std::vector<std::string> variables;
};

/// A trace on which two of the meanings differ; "" = there is none among the
/// traces of that length and their prefixes.
std::string difference(const Formulas& formulas, std::size_t steps) {
  const std::vector<std::string>& names = formulas.variables;
  // The reader turns H (A -> G) into a contract for each step, which says the
  // same of all prefixes together, but not of each. `says` hides the H.
  std::vector<std::string> with_says = names;
  with_says.emplace_back("says");
  const model::Interface plain = interface_of(formulas.past, names);
  const model::Interface exact =
      interface_of("says <-> (" + formulas.past + ")", with_says);
  PackedInterface read_plain(plain, names);
  PackedInterface read_exact(exact, names);
  PackedFormula past(formulas.past, names);
  PackedFormula future(
      formulas.future.empty() ? formulas.past : formulas.future, names);
  const bool has_future = !formulas.future.empty();
  const Traces traces(names.size(), steps);
  Block block(names.size(), std::vector<Plane>(steps));
  for (std::uint64_t b = 0; b < traces.blocks(); ++b) {
    for (std::size_t v = 0; v < names.size(); ++v) {
      for (std::size_t t = 0; t < steps; ++t) {
        block[v][t] = traces.value(v, t, b);
      }
    }
    past.evaluate(block);
    future.evaluate(block);
    const std::vector<Plane> held = read_plain.evaluate(block);
    const std::vector<Plane> said = read_exact.evaluate(block);
    Plane all_held = Plane::all(true);
    Plane all_past = Plane::all(true);
    for (std::size_t t = 0; t < steps; ++t) {
      const Plane& truth = past.value(t, t);
      all_held = all_held & held[t];
      all_past = all_past & truth;
      const std::pair<const char*, Plane> differ[] = {
          {"as read", said[t] ^ truth},
          {"as read, at all steps", all_held ^ all_past},
          {"of future time",
           has_future ? future.value(0, t) ^ truth : Plane::all(false)}};
      for (const auto& [what, plane] : differ) {
        for (std::size_t w = 0; w < kWords; ++w) {
          if (plane.words[w] == 0) continue;
          const auto bit =
              static_cast<std::uint64_t>(std::countr_zero(plane.words[w]));
          return std::string(what) + " differs at step " + std::to_string(t) +
                 " of " + traces.text((b * kWords + w) * 64 + bit, names);
        }
      }
    }
  }
  return "";
}

/// The variables of a template, without the dollars around them.
std::vector<std::string> variables_of(const std::string& past,
                                      const std::string& future) {
  std::vector<std::string> out;
  for (const char* name : {"scope_mode",
                           "regular_condition",
                           "post_condition",
                           "stop_condition"}) {
    const std::string written = "$" + std::string(name) + "$";
    if ((past + future).find(written) != std::string::npos) {
      out.emplace_back(name);
    }
  }
  return out;
}

/// What was compared, by scope (rows) and timing (columns).
class Table {
 public:
  void add(const std::string& key, bool same) {
    std::istringstream parts(key);
    std::string scope, condition, timing;
    std::getline(parts, scope, ',');
    std::getline(parts, condition, ',');
    std::getline(parts, timing, ',');
    timings_.insert(timing);
    auto& [all, agree] = counts_[scope][timing];
    ++all;
    if (same) ++agree;
  }
  void print() const {
    std::cout << std::left << "| scope |";
    for (const std::string& timing : timings_)
      std::cout << " " << timing << " |";
    std::cout << "\n";
    for (const auto& [scope, row] : counts_) {
      std::cout << "| " << scope << " |";
      for (const std::string& timing : timings_) {
        const auto at = row.find(timing);
        if (at == row.end()) {
          std::cout << " - |";
        } else {
          std::cout << " " << at->second.second << "/" << at->second.first
                    << " |";
        }
      }
      std::cout << "\n";
    }
  }

 private:
  std::set<std::string> timings_;
  std::map<std::string, std::map<std::string, std::pair<int, int>>> counts_;
};

/// A random past-time formula over these variables.
std::string random_formula(std::mt19937& random,
                           const std::vector<std::string>& names,
                           int depth) {
  const auto below = [&](unsigned n) { return random() % n; };
  if (depth == 0) return names[below(static_cast<unsigned>(names.size()))];
  const std::string a = random_formula(random, names, depth - 1);
  const auto interval = [&]() -> std::string {
    const std::string n = std::to_string(below(4));
    switch (below(4)) {
      case 0:
        return "[<=" + n + "] ";
      case 1:
        return "[<" + n + "+1] ";
      case 2:
        return "[=" + n + "] ";
      default:
        return " ";
    }
  };
  switch (below(9)) {
    case 0:
      return "(! " + a + ")";
    case 1:
      return "(Y " + a + ")";
    case 2:
      return "(Z " + a + ")";
    case 3:
      return "(H" + interval() + a + ")";
    case 4:
      return "(O" + interval() + a + ")";
    default:
      break;
  }
  const char* const kJoins[] = {" & ", " | ", " -> ", " S ", " T ", " <-> "};
  const char* join = kJoins[below(6)];
  return "(" + a + join + random_formula(random, names, depth - 1) + ")";
}

// What is read of a formula is what the formula says, on all traces.
TEST(FretTraces, OfRandomFormulas) {
  std::mt19937 random(1);
  const std::vector<std::string> names = {"a", "b", "c"};
  for (int n = 0; n < 400; ++n) {
    const std::string past = random_formula(random, names, 1 + n % 4);
    EXPECT_EQ(difference({"random", past, "", names}, 5), "") << past;
  }
}

// The comparison finds a difference where there is one.
TEST(FretTraces, TellsTheTraceThatDiffers) {
  EXPECT_EQ(
      difference({"", "(H (a -> (O[<=2] b)))", "(G (a -> b))", {"a", "b"}}, 3),
      "of future time differs at step 1 of a 010, b 100");
}

// Requirements for which people agree what both formulas are, with durations.
TEST(FretTraces, OfCommonTimings) {
  struct Timing {
    const char* name;
    const char* past;
    const char* future;
  };
  const Timing kTimings[] = {
      {"immediately", "H (c -> p)", "G (c -> p)"},
      {"next", "H ((Y c) -> p)", "G (c -> ((X p) | LAST))"},
      {"within",
       "H ((O[=$n$] (c & (! p))) -> (O[<$n$] p))",
       "G (c -> ((F[<=$n$] p) | (F[<$n$] LAST)))"},
      {"for", "H ((O[<=$n$] c) -> p)", "G (c -> (G[<=$n$] p))"},
      {"after",
       "H (((O[<=$n$] c) -> (! p)) & ((O[=$n$+1] c) -> (O[<$n$+1] p)))",
       "G (c -> ((G[<=$n$] (! p)) & ((F[<=$n$+1] p) | (F[<$n$+1] LAST))))"},
      {"until", "H (((! s) S (c & (! s))) -> p)", "G (c -> (s V (p | s)))"},
      {"first", "H (FTP -> p)", "p"}};
  for (const Timing& t : kTimings) {
    for (int n = 0; n < 5; ++n) {
      const auto fill = [n](const char* text) {
        return replaced(text, "$n$", std::to_string(n));
      };
      EXPECT_EQ(difference(
                    {t.name, fill(t.past), fill(t.future), {"c", "p", "s"}}, 5),
                "")
          << t.name << " " << n;
    }
  }
}

// All templates of FRET, with all durations that differ on traces so long.
TEST(FretTemplates, SayTheSameOnAllTraces) {
  const char* file = std::getenv("CATENARY_FRET_TEMPLATES");
  if (file == nullptr || !std::filesystem::exists(file)) {
    GTEST_SKIP() << "no templates";
  }
  const std::size_t steps = longest_traces();
  Table table;
  std::size_t compared = 0;
  const Json root = base::parse_json(base::read_file(file), file);
  for (const auto& [key, value] : root.members()) {
    const std::string past = value.find("ptExpanded")->text();
    const std::string future = value.find("ftExpanded")->text();
    const bool timed = past.find("$duration$") != std::string::npos;
    bool same = true;
    for (std::size_t n = timed ? 0 : 1; n <= (timed ? steps - 1 : 1); ++n) {
      const auto fill = [n](const std::string& text) {
        return replaced(
            replaced(text, "$duration$", std::to_string(n)), "$", "");
      };
      const std::string found = difference(
          {key, fill(past), fill(future), variables_of(past, future)}, steps);
      EXPECT_EQ(found, "") << key << " with duration " << n;
      same = same && found.empty();
      ++compared;
    }
    table.add(key, same);
  }
  table.print();
  std::cout << root.members().size() << " templates, " << compared
            << " formulas with their durations, traces of up to " << steps
            << " steps\n";
  EXPECT_GE(root.members().size(), 160U);
}

}  // namespace
}  // namespace catenary::oracle
