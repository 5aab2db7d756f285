// SPDX-License-Identifier: Apache-2.0
/// \file
/// What looks back and what lasts: the derived variables against the meaning of
/// each form read off the whole trace, on all traces of some length.
#include <gtest/gtest.h>

#include <functional>

#include "logic/term/evaluate/evaluate.h"
#include "sample.h"

namespace catenary::frontend::contract::test {
namespace {

/// Values of p and q, a step each.
struct Trace {
  std::vector<bool> p, q;
  [[nodiscard]] std::size_t size() const { return p.size(); }
};

Trace trace_of(unsigned bits, std::size_t length) {
  Trace t;
  for (std::size_t i = 0; i < length; ++i) {
    t.p.push_back((bits >> (2 * i) & 1U) != 0);
    t.q.push_back((bits >> (2 * i + 1) & 1U) != 0);
  }
  return t;
}

/// Whether all contracts hold at each step; derived variables take the values
/// that their definitions give them.
std::vector<bool> judged(const model::Interface& a, const Trace& t) {
  std::vector<bool> out;
  std::vector<logic::Value> last;
  for (std::size_t k = 0; k < t.size(); ++k) {
    logic::Assignment values;
    for (std::size_t i = 0; i < last.size(); ++i) {
      values.set(a.variables[i].before, last[i]);
    }
    values.set(a.variables[0].now, logic::Value::boolean(t.p[k]));
    values.set(a.variables[1].now, logic::Value::boolean(t.q[k]));
    for (const model::Contract& c : a.contracts) {
      if (!c.definition || !(k == 0 ? c.at_init : c.at_step)) continue;
      const auto v = logic::evaluate(c.guarantee[1], values);
      EXPECT_TRUE(v) << c.id << " is not determined";
      if (v) values.set(c.guarantee[0], *v);
    }
    bool good = true;
    for (const model::Contract& c : a.contracts) {
      const logic::Term f = model::formula_at(a, c, k == 0);
      good = good && logic::evaluate(f, values)->as_bool();
    }
    last.clear();
    for (const auto& v : a.variables) {
      const logic::Value* value = values.find(v.now);
      EXPECT_NE(value, nullptr) << v.name << " has no value";
      if (value == nullptr) return out;
      EXPECT_TRUE(logic::evaluate(range_of(a, v), values)->as_bool()) << v.name;
      last.push_back(*value);
    }
    out.push_back(good);
  }
  return out;
}

using Meaning = std::function<bool(const Trace&, std::size_t)>;

/// The contracts say the meaning of each step, on all traces of five steps.
void expect_meaning(const std::string& contracts, const Meaning& meaning) {
  const model::Interface a = parse(
      "interface a\ninput p, q : bool\nview v req R\n" + contracts, "m.req");
  constexpr std::size_t kLength = 5;
  for (unsigned bits = 0; bits < 1U << (2 * kLength); ++bits) {
    const Trace t = trace_of(bits, kLength);
    const std::vector<bool> found = judged(a, t);
    ASSERT_EQ(found.size(), kLength);
    for (std::size_t k = 0; k < kLength; ++k) {
      ASSERT_EQ(found[k], meaning(t, k))
          << contracts << "\ntrace " << bits << " step " << k;
      if (!found[k]) break;  // what follows a violation is open
    }
  }
}

/// Whether `f` holds at some step from lo to k.
bool some(std::size_t lo,
          std::size_t k,
          const std::function<bool(std::size_t)>& f) {
  for (std::size_t i = lo; i <= k; ++i) {
    if (f(i)) return true;
  }
  return false;
}

bool since(const Trace& t, std::size_t k, std::size_t most) {
  for (std::size_t back = 0; back <= most && back <= k; ++back) {
    if (t.q[k - back]) return true;
    if (!t.p[k - back]) return false;
  }
  return false;
}

TEST(LookBack, Pre) {
  expect_meaning("always: pre(p')", [](const Trace& t, std::size_t k) {
    return k > 0 && t.p[k - 1];
  });
  expect_meaning("always: pre(p' and q', true)",
                 [](const Trace& t, std::size_t k) {
                   return k == 0 || (t.p[k - 1] && t.q[k - 1]);
                 });
  expect_meaning("always: pre(pre(p'))", [](const Trace& t, std::size_t k) {
    return k > 1 && t.p[k - 2];
  });
}

TEST(LookBack, Once) {
  expect_meaning("always: q' => once(p')", [](const Trace& t, std::size_t k) {
    return !t.q[k] || some(0, k, [&](std::size_t i) { return t.p[i]; });
  });
  for (const std::size_t n : {0U, 1U, 2U}) {
    expect_meaning("always: q' => once(p', " + std::to_string(n) + ")",
                   [n](const Trace& t, std::size_t k) {
                     return !t.q[k] || some(k > n ? k - n : 0, k, [&](auto i) {
                       return t.p[i];
                     });
                   });
  }
}

TEST(LookBack, Historically) {
  expect_meaning(
      "always: q' => historically(p')", [](const Trace& t, std::size_t k) {
        return !t.q[k] || !some(0, k, [&](std::size_t i) { return !t.p[i]; });
      });
  expect_meaning(
      "always: q' => historically(p', 2)", [](const Trace& t, std::size_t k) {
        return !t.q[k] ||
               !some(k > 2 ? k - 2 : 0, k, [&](auto i) { return !t.p[i]; });
      });
}

TEST(LookBack, Since) {
  expect_meaning("always: since(p', q') or not (p' or q')",
                 [](const Trace& t, std::size_t k) {
                   return since(t, k, 99) || !(t.p[k] || t.q[k]);
                 });
  expect_meaning("always: since(p', q', 2) or not (p' or q')",
                 [](const Trace& t, std::size_t k) {
                   return since(t, k, 2) || !(t.p[k] || t.q[k]);
                 });
}

TEST(LookBack, IsSharedInAView) {
  const std::string twice = "always: once(p') or q'\nalways: once(p') or p'\n";
  const auto variables = [](const std::string& views) {
    return parse("interface a\ninput p, q : bool\n" + views, "m.req")
        .variables.size();
  };
  EXPECT_EQ(variables("view v req R\n" + twice), 3U);
  EXPECT_EQ(variables("view v req R\n" + twice + "view w req Q\n" + twice), 4U);
  EXPECT_EQ(variables("def d = once(p')\nview v req R\nalways: d\nalways: d "
                      "or q'\nview w req Q\nalways: d"),
            4U);
}

TEST(LookBack, PurposesOfAViewDoAsWell) {
  const model::Interface a = parse(
      "interface a\ninput p, q : bool\ndef d = once(q')\n"
      "purpose early for v: pre(once(p')) and d\nview v req R\nalways: d or "
      "p'\n"
      "view w req Q\nalways: p'\npurpose late for v: d and not p'\n"
      "purpose other for w: d",
      "m.req");
  std::string variables;
  for (const model::InterfaceVariable& v : a.variables) {
    if (!v.derived) continue;
    variables += v.name + " " + a.views[v.view].name + "\n";
  }
  // What the contracts of the view remember is not remembered again.
  EXPECT_EQ(variables, "R.1.once v\nearly.once v\nearly.pre v\nother.once w\n");
  EXPECT_EQ(
      contracts_of(a),
      "init def R.1.once:init: (= |R.1.once'| |q'|)\n"
      "step def R.1.once:step: (= |R.1.once'| (or |q'| R.1.once))\n"
      "always R.1: (or |R.1.once'| |p'|)\n"
      "init def early.once:init: (= |early.once'| |p'|)\n"
      "step def early.once:step: (= |early.once'| (or |p'| early.once))\n"
      "init def early.pre:init: (= |early.pre'| false)\n"
      "step def early.pre:step: (= |early.pre'| early.once)\n"
      "always Q.1: |p'|\n"
      "init def other.once:init: (= |other.once'| |q'|)\n"
      "step def other.once:step: (= |other.once'| (or |q'| other.once))\n");
  ASSERT_EQ(a.purposes.size(), 3U);
  EXPECT_EQ(logic::to_smtlib(a.purposes[0].condition),
            "(and |early.pre'| |R.1.once'|)");
  EXPECT_EQ(a.purposes[1].id, "late");
  EXPECT_EQ(logic::to_smtlib(a.purposes[1].condition),
            "(and |R.1.once'| (not |p'|))");
  EXPECT_EQ(a.requirements[1].contracts.size(), 3U);
}

/// When p then q within n steps: violated where the last chance passes.
TEST(Within, IsAnsweredInTime) {
  for (const std::size_t n : {0U, 1U, 2U, 3U}) {
    expect_meaning(
        "when p' then within " + std::to_string(n) + " steps q'",
        [n](const Trace& t, std::size_t k) {
          return k < n || !t.p[k - n] ||
                 some(k - n, k, [&](std::size_t i) { return t.q[i]; });
        });
  }
}

TEST(Within, CountsTriggersOfItsStepsOnly) {
  expect_meaning("init: when p' then within 2 steps q'",
                 [](const Trace& t, std::size_t k) {
                   return k != 2 || !t.p[0] || t.q[0] || t.q[1] || t.q[2];
                 });
  expect_meaning("step: when p' then within 1 steps q'",
                 [](const Trace& t, std::size_t k) {
                   return k < 2 || !t.p[k - 1] || t.q[k - 1] || t.q[k];
                 });
}

TEST(For, LastsSoManySteps) {
  for (const std::size_t n : {1U, 2U, 3U}) {
    expect_meaning("when p' then for " + std::to_string(n) + " steps q'",
                   [n](const Trace& t, std::size_t k) {
                     return t.q[k] || !some(k + 1 > n ? k + 1 - n : 0,
                                            k,
                                            [&](auto i) { return t.p[i]; });
                   });
  }
}

/// From a p on, and as long as r did not come, here r = p and q.
TEST(Until, EndsWithTheRelease) {
  expect_meaning("when p' then until q', p'",
                 [](const Trace& t, std::size_t k) {
                   for (std::size_t i = k + 1; i-- > 0;) {
                     if (t.q[i]) return true;
                     if (t.p[i]) return t.p[k];
                   }
                   return true;
                 });
}

TEST(Temporal, ReadsNothingBeforeTheFirstStep) {
  // A trigger that reads the step before is none at the first step.
  expect_meaning("when p then for 1 steps q'",
                 [](const Trace& t, std::size_t k) {
                   return k == 0 || !t.p[k - 1] || t.q[k];
                 });
  // A guarantee that does cannot hold there.
  expect_meaning("when p' then for 1 steps q",
                 [](const Trace& t, std::size_t k) {
                   return !t.p[k] || (k > 0 && t.q[k - 1]);
                 });
  EXPECT_NE(warnings_of("interface a\ninput p, q : bool\nview v req R\n"
                        "when p' then for 1 steps q")
                .find("[req-always-before]"),
            std::string::npos);
}

TEST(Temporal, NamesWhatItDerives) {
  EXPECT_EQ(meaning_of("always c1: when i' then for N steps o'"),
            "init def c1.for:init: (= |c1.for'| (ite |i'| 3 0))\n"
            "step def c1.for:step: (= |c1.for'| (ite |i'| 3 (ite (< 0 c1.for) "
            "(- c1.for 1) 0)))\n"
            "always c1: (< 0 |c1.for'|) |- |o'|\n");
  const model::Interface a =
      parse(with("always c1: when i' then for N steps o'"), "m.req");
  const auto v = a.find_variable("c1.for");
  ASSERT_TRUE(v);
  EXPECT_TRUE(a.variables[*v].derived);
  EXPECT_EQ(a.variables[*v].view, 0);
  EXPECT_EQ(a.variables[*v].hi, logic::Value::integer(3));
}

}  // namespace
}  // namespace catenary::frontend::contract::test
