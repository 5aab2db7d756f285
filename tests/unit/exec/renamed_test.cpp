// SPDX-License-Identifier: Apache-2.0
#include "exec/adapter/renamed.h"

#include <gtest/gtest.h>

namespace catenary::exec {
namespace {

/// Remembers the names it was opened with.
class Named final : public Adapter {
 public:
  explicit Named(std::vector<std::string>& names) : names_(names) {}
  SutReply open(const suite::Signature& signature, SutInfo& info) override {
    names_.clear();
    for (const suite::Signal& s : signature.inputs) names_.push_back(s.name);
    for (const suite::Signal& s : signature.outputs) names_.push_back(s.name);
    info.inputs.assign(signature.inputs.size(), true);
    info.outputs.assign(signature.outputs.size(), true);
    return {};
  }
  SutReply reset(std::span<const logic::Value>,
                 std::chrono::milliseconds) override {
    return {};
  }
  SutReply step(const mpq_class&,
                std::span<const logic::Value> inputs,
                std::chrono::milliseconds) override {
    SutReply reply;
    reply.outputs.assign(inputs.begin(), inputs.end());
    return reply;
  }
  void close() override {}
  std::string take_output() override { return "printed"; }

 private:
  std::vector<std::string>& names_;
};

TEST(Renamed, AsksForTheSystemsNames) {
  suite::Signature signature;
  for (const char* name : {"a", "b"}) {
    suite::Signal s;
    s.name = name;
    signature.inputs.push_back(s);
    s.name += "!";
    signature.outputs.push_back(s);
  }
  std::vector<std::string> names;
  const auto sut =
      renamed(std::make_unique<Named>(names), {{"a", "x.a"}, {"b!", "y"}});
  SutInfo info;
  ASSERT_EQ(sut->open(signature, info).outcome, SutOutcome::ok);
  EXPECT_EQ(names, (std::vector<std::string>{"x.a", "b", "a!", "y"}));
  EXPECT_EQ(signature.inputs[0].name, "a");
  const std::vector<logic::Value> inputs{logic::Value::integer(1),
                                         logic::Value::integer(2)};
  EXPECT_EQ(sut->step(1, inputs, std::chrono::milliseconds(0)).outputs[1],
            logic::Value::integer(2));
  EXPECT_EQ(sut->take_output(), "printed");
}

}  // namespace
}  // namespace catenary::exec
