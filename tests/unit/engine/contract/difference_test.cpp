// SPDX-License-Identifier: Apache-2.0
/// \file
/// Differences between interfaces and all their mutants, against a search
/// through sets of executions, straight from the definition.
#include "engine/contract/refinement/difference.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "engine/contract/monitor/monitor.h"
#include "logic/term/evaluate/evaluate.h"
#include "model/mutate/mutate_interface.h"
#include "unit/engine/contract/interfaces.h"

namespace catenary::engine::contract {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)
using model::Reachability;

/// Executions as sets of valuations that explain the same trace.
class Enumeration {
 public:
  explicit Enumeration(const model::Interface& interface)
      : interface_(interface) {
    all_ = {{}};
    for (const model::InterfaceVariable& v : interface.variables) {
      std::vector<Snapshot> next;
      for (const Snapshot& s : all_) {
        for (const Value& value : values(v)) {
          next.push_back(s);
          next.back().push_back(value);
        }
      }
      all_ = std::move(next);
    }
  }

  /// Steps of the shortest trace of the mutant that the original lacks.
  [[nodiscard]] std::optional<std::size_t> shortest(
      const model::Interface& mutant) const {
    using Sets = std::pair<std::set<int>, std::set<int>>;
    const Relation of_mutant = relation(mutant);
    const Relation of_original = relation(interface_);
    const std::map<std::string, std::vector<int>> groups = observations();
    std::set<Sets> layer{{{kStart}, {kStart}}};
    std::set<Sets> known = layer;
    for (std::size_t depth = 1; !layer.empty(); ++depth) {
      std::set<Sets> next;
      for (const auto& [m, o] : layer) {
        for (const auto& [seen, group] : groups) {
          const std::set<int> m_next = follow(of_mutant, m, group);
          if (m_next.empty()) continue;
          const std::set<int> o_next = follow(of_original, o, group);
          if (o_next.empty()) return depth;
          if (known.insert({m_next, o_next}).second) {
            next.insert({m_next, o_next});
          }
        }
      }
      layer = std::move(next);
    }
    return std::nullopt;
  }

 private:
  static constexpr int kStart = -1;
  using Relation = std::map<int, std::set<int>>;

  static std::vector<Value> values(const model::InterfaceVariable& v) {
    if (v.sort().kind() == logic::SortKind::boolean) return {b(false), b(true)};
    std::vector<Value> out;
    for (auto n = v.lo->as_int64(); n <= v.hi->as_int64(); ++n) {
      out.push_back(i(static_cast<int>(n)));
    }
    return out;
  }

  [[nodiscard]] Relation relation(const model::Interface& of) const {
    const Semantics semantics(of);
    Relation out;
    for (int u = kStart; u < static_cast<int>(all_.size()); ++u) {
      for (int w = 0; w < static_cast<int>(all_.size()); ++w) {
        logic::Assignment at;
        for (std::size_t v = 0; v < of.variables.size(); ++v) {
          at.set(of.variables[v].now, all_[static_cast<std::size_t>(w)][v]);
          if (u == kStart) continue;
          at.set(of.variables[v].before, all_[static_cast<std::size_t>(u)][v]);
        }
        logic::Evaluator evaluator(at);
        if (evaluator.evaluate(semantics.theta(u == kStart))->as_bool()) {
          out[u].insert(w);
        }
      }
    }
    return out;
  }

  [[nodiscard]] std::map<std::string, std::vector<int>> observations() const {
    std::map<std::string, std::vector<int>> out;
    for (int w = 0; w < static_cast<int>(all_.size()); ++w) {
      std::string key;
      for (std::size_t v = 0; v < interface_.variables.size(); ++v) {
        if (interface_.variables[v].role == Role::hidden) continue;
        key += all_[static_cast<std::size_t>(w)][v].to_string() + " ";
      }
      out[key].push_back(w);
    }
    return out;
  }

  static std::set<int> follow(const Relation& relation,
                              const std::set<int>& from,
                              const std::vector<int>& group) {
    std::set<int> out;
    for (const int u : from) {
      const auto to = relation.find(u);
      if (to == relation.end()) continue;
      for (const int w : group) {
        if (to->second.contains(w)) out.insert(w);
      }
    }
    return out;
  }

  const model::Interface& interface_;
  std::vector<Snapshot> all_;
};

/// Judges every mutant; returns how many stayed undecided.
std::size_t compare(const model::Interface& original, std::size_t& found) {
  const Enumeration brute(original);
  const Semantics semantics(original);
  std::size_t undecided = 0;
  for (const model::InterfaceMutant& m : model::interface_mutants(original)) {
    const model::Interface mutant = model::mutate(original, m);
    const std::optional<std::size_t> expected = brute.shortest(mutant);
    const auto search = make_difference_search(mutant, original, {});
    const Difference d = search->shortest({});
    const std::string what = m.mutation.id + " " + m.mutation.text;
    if (d.outcome == Reachability::undecided) {
      EXPECT_FALSE(d.reason.empty());
      ++undecided;
      continue;
    }
    EXPECT_EQ(d.outcome == Reachability::reached, expected.has_value()) << what;
    if (d.outcome != Reachability::reached || !expected) continue;
    ++found;
    EXPECT_EQ(d.run.size(), *expected) << what;
    Monitor of_original(semantics);
    const Semantics changed(mutant);
    Monitor of_mutant(changed);
    for (std::size_t s = 0; s < d.run.size(); ++s) {
      const bool last = s + 1 == d.run.size();
      EXPECT_EQ(of_mutant.step(d.run[s]), Allowed::yes) << what;
      EXPECT_EQ(of_original.step(d.run[s]), last ? Allowed::no : Allowed::yes)
          << what;
    }
    // One step less is not enough; its inputs are.
    EXPECT_NE(
        search->shortest(static_cast<std::uint32_t>(*expected - 1)).outcome,
        Reachability::reached);
    EXPECT_EQ(search->along(inputs_of(original, d.run)).outcome,
              Reachability::reached)
        << what;
  }
  return undecided;
}

TEST(Difference, OfTheBufferIsWhatEnumerationFinds) {
  std::size_t found = 0;
  EXPECT_EQ(compare(buffer(1, false), found), 0U);
  EXPECT_GT(found, 20U);
}

TEST(Difference, OfInterfacesThatLeaveAChoiceIsWhatEnumerationFinds) {
  Builder b("choice");
  b.boolean(Role::input, "go").integer(Role::output, "x", 0, 2);
  b.integer(Role::hidden, "h", 0, 1);
  b.requirement("A").contract("a", At::init, "", "(= x' 0)");
  b.requirement("B").contract("b", At::step, "go'", "(= x' (+ h' h))");
  b.requirement("C").contract("c", At::step, "(not go')", "(<= x' x)");
  std::size_t found = 0;
  const std::size_t undecided = compare(b.build(), found);
  EXPECT_GT(found, 5U);
  EXPECT_LE(undecided, 13U);
}

TEST(Difference, OfRationalsIsBoundedOrImplied) {
  Builder b("tank");
  b.boolean(Role::input, "fill").real(Role::output, "level");
  b.requirement("A").contract("a", At::init, "", "(= level' 0.0)");
  b.requirement("B").contract(
      "b", At::step, "fill'", "(<= level' (+ level 0.5))");
  b.requirement("C").contract(
      "c", At::step, "(not fill')", "(<= level' level)");
  const model::Interface tank = b.build();
  std::size_t found = 0;
  std::size_t none = 0;
  for (const model::InterfaceMutant& m : model::interface_mutants(tank)) {
    const model::Interface mutant = model::mutate(tank, m);
    const Difference d = make_difference_search(mutant, tank, {})->shortest(4);
    found += d.outcome == Reachability::reached;
    none += d.outcome == Reachability::unreachable;
    if (d.outcome == Reachability::reached) {
      EXPECT_LE(d.run.size(), 2U) << m.mutation.text;
    }
  }
  EXPECT_GT(found, 5U);
  EXPECT_GT(none, 3U);
}

TEST(Difference, CountsOnlyInputsThatThePromisesAllow) {
  const auto of = [](const std::string& bound) {
    Builder b("p");
    b.boolean(Role::input, "i").integer(Role::output, "x", 0, 5);
    b.promise("never", "(not i')");
    b.requirement("r").contract("c", At::always, "i'", "(<= x' " + bound + ")");
    return b.build();
  };
  EXPECT_EQ(make_difference_search(of("5"), of("2"), {})->shortest({}).outcome,
            Reachability::unreachable);
}

}  // namespace
}  // namespace catenary::engine::contract
