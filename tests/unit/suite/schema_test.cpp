// SPDX-License-Identifier: Apache-2.0
/// \file
/// docs/schema/ against what is written, through an independent validator
/// (Python's jsonschema); skipped where that is not installed.
#include <gtest/gtest.h>

#include "suite/results.h"
#include "suite/write.h"
#include "unit/suite/example.h"
#include "unit/suite/schema.h"

namespace catenary::suite {
namespace {

TEST(Schema, SuitesAndResultsAreValid) {
  if (!schema::has_validator()) GTEST_SKIP() << "no python3-jsonschema";
  EXPECT_EQ(schema::validate("suite", write_suite(example::cruise())), "");
  EXPECT_EQ(schema::validate("suite", write_suite(example::zoo())), "");
  EXPECT_EQ(schema::validate("suite", write_suite(Suite{})), "");
  RunResults results;
  results.outputs = example::zoo().signature.outputs;
  TestResult& test = results.tests.emplace_back();
  test.id = example::cruise().tests[0].id;
  test.violations = {{2, "s.speed", "3", "1", {"p2"}, {"CC-2"}, {}}};
  test.observed = {{logic::Value::enumerator(example::modes(), 1),
                    logic::Value::integer(3),
                    std::nullopt,
                    logic::Value::float32(0.1F),
                    logic::Value::float64(std::nan("")),
                    logic::Value::bitvec(12, 3)}};
  results.channels = example::zoo().signature.channels;
  using Kind = TimedObservation::Kind;
  test.events = {
      {Kind::sent, 2, "Button", {logic::Value::integer(-3)}, 0.25},
      {Kind::received, mpq_class(7, 3), "Lamp", {logic::Value::boolean(true)}},
      {Kind::silence, 12, "", {}}};
  test.output = "x";
  test.flaky = true;
  const TestResult pattern = test;
  for (int i = 0; i <= static_cast<int>(VerdictCode::inc_dur); ++i) {
    results.tests.emplace_back(pattern).code = static_cast<VerdictCode>(i);
  }
  EXPECT_EQ(schema::validate("results", write_results(results)), "");
}

TEST(Schema, OtherDocumentsAreNot) {
  if (!schema::has_validator()) GTEST_SKIP() << "no python3-jsonschema";
  std::string text = write_suite(example::cruise());
  const std::string from = "\"status\": \"covered\"";
  text.replace(text.find(from), from.size(), "\"status\": \"done\"");
  EXPECT_NE(schema::validate("suite", text), "");
  EXPECT_NE(schema::validate("results", write_suite(example::cruise())), "");
}

}  // namespace
}  // namespace catenary::suite
