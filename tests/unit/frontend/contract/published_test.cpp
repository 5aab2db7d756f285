// SPDX-License-Identifier: Apache-2.0
/// \file
/// The shared requirement sets.
#include <gtest/gtest.h>

#include "sample.h"
#include "unit/published_data.h"

namespace catenary::frontend::contract::test {
namespace {

std::string data(const std::string& name) {
  return catenary::test::published_data("req/" + name).value();
}

class Published : public testing::Test {
 protected:
  void SetUp() override {
    if (!catenary::test::published_data("req")) {
      GTEST_SKIP() << "no CATENARY_DATA, no ../shared/data";
    }
  }
};

std::string size_of(const model::Interface& a) {
  return std::to_string(a.variables.size()) + " variables, " +
         std::to_string(a.views.size()) + " views, " +
         std::to_string(a.requirements.size()) + " requirements, " +
         std::to_string(a.contracts.size()) + " contracts, " +
         std::to_string(a.purposes.size()) + " purposes, " +
         std::to_string(a.warnings.size()) + " warnings";
}

TEST_F(Published, TheBuffer) {
  const model::Interface a = load(data("buffer.req"));
  EXPECT_EQ(size_of(a),
            "6 variables, 2 views, 8 requirements, 8 contracts, 3 purposes, 0 "
            "warnings");
  EXPECT_EQ(a.variables[5].view, 0);
  EXPECT_EQ(a.variables[5].hi, logic::Value::integer(2));
  EXPECT_EQ(contracts_of(a),
            "init c0: (and (= |k'| 0) |E'| (not |F'|))\n"
            "step c1: (and |enq'| (not |deq'|) (< k 2)) |- (= |k'| (+ k 1))\n"
            "step c2: (and |deq'| (not |enq'|) (< 0 k)) |- (= |k'| (- k 1))\n"
            "step c3: (= |E'| (= |k'| 0))\n"
            "step c4: (= |F'| (= |k'| 2))\n"
            "step c5: (or (= |enq'| |deq'|) (and |enq'| F) (and |deq'| E)) |- "
            "(= |k'| k)\n"
            "always ca: (and (not |enq'|) (not |deq'|)) |- (= |pc'| 0)\n"
            "always cb: (or |enq'| |deq'|) |- (<= |pc'| 2)\n");
}

TEST_F(Published, TheSafingEngine) {
  const model::Interface a = load(data("safing.req"));
  EXPECT_EQ(size_of(a),
            "22 variables, 3 views, 19 requirements, 36 contracts, 5 purposes, "
            "0 warnings");
  EXPECT_EQ(a.variables[*a.find_variable("tmr")].view, 0);
  EXPECT_EQ(a.variables[*a.find_variable("deb")].view, 1);
  const model::Interface three = load(data("safing3.req"));
  EXPECT_EQ(size_of(three),
            "2 variables, 1 views, 3 requirements, 4 contracts, 0 purposes, 0 "
            "warnings");
  EXPECT_EQ(three.requirements[0].contracts.size(), 2U);
}

}  // namespace
}  // namespace catenary::frontend::contract::test
