// SPDX-License-Identifier: Apache-2.0
#include "app/generate/test_comp.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/generate/given_tests.h"
#include "base/temporary_directory.h"
#include "frontend/c/load.h"

namespace catenary::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHead =
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
    "<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase "
    "1.1//EN\" \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n";

// Which calls a step makes, and in which order, depends on what they give.
constexpr const char* kProgram = R"(
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
static int sum;
int main(void) {
  int start = __VERIFIER_nondet_int();
  sum = start;
  while (1) {
    int kind = __VERIFIER_nondet_int();
    int late = 0;
    if (kind == 1) goto second;
  first:
    if (kind < 3) {
      unsigned char small = __VERIFIER_nondet_uchar();
      sum += small;
    }
    if (kind != 1) {
    second:
      if (kind < 3) {
        _Bool flag = __VERIFIER_nondet_bool();
        sum += flag ? 1000 : 0;
      }
      if (kind == 1 && !late) { late = 1; goto first; }
    }
    if (kind == 4) {
      double d = __VERIFIER_nondet_double();
      __VERIFIER_assume(d < 100.0);
      if (d == 1.5) __VERIFIER_error();
    }
    if (kind == 5) return 0;
  }
}
)";

class TestComp : public ::testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) const {
    const std::string path = folder_.file(name);
    std::ofstream(path) << text;
    return path;
  }
  [[nodiscard]] model::StepSystem load(bool record = true) const {
    frontend::c::LoadOptions options;
    options.record_calls = record;
    return frontend::c::load(file("program.c", kProgram), options, {});
  }
  static std::string xml(const std::vector<std::string>& values) {
    std::string text = std::string(kHead) + "<testcase>\n";
    for (const std::string& v : values) {
      text += "  <input variable=\"x\" type=\"int\">" + v + "</input>\n";
    }
    return text + "</testcase>\n";
  }
  /// The values given to the calls of every step, as "name=value …; …".
  [[nodiscard]] std::string dealt(
      const std::vector<std::string>& values) const {
    const model::StepSystem system = load();
    const std::vector<model::Trace> traces =
        deal_calls(read_test_comp(file("t.xml", xml(values))), system, {});
    const auto stepper = system.factory->make();
    const model::Simulation run =
        model::simulate(system, *stepper, traces.at(0));
    EXPECT_EQ(run.steps.size(), traces[0].steps.size());
    std::string out = "init";
    for (const std::uint32_t i : run.initial.called) {
      out +=
          " " + system.initial[i].name + "=" + traces[0].initial[i].to_string();
    }
    for (std::size_t k = 0; k < run.steps.size(); ++k) {
      out += ";";
      for (const std::uint32_t i : run.steps[k].called) {
        out += " " + system.inputs[i].name + "=" +
               traces[0].steps[k][i].to_string();
      }
    }
    return out;
  }
  [[nodiscard]] std::string fault(const std::string& text) const {
    try {
      (void)deal_calls(read_test_comp(file("t.xml", text)), load(), {});
    } catch (const base::InputError& e) {
      return e.what();
    }
    return "";
  }

 private:
  base::TemporaryDirectory folder_;
};

TEST_F(TestComp, ValuesGoToCallsInTheOrderInWhichTheyAreMade) {
  EXPECT_EQ(dealt({"7", "1", "0", "8", "2", "9", "1", "3", "3"}),
            "init start=7; kind=1 flag=false small=8;"
            " kind=2 small=9 flag=true; kind=3; kind=3");
}

TEST_F(TestComp, AStepThatWantsMoreValuesThanThereAreIsNoStep) {
  EXPECT_EQ(dealt({"7", "3", "1", "1"}), "init start=7; kind=3");
  EXPECT_EQ(dealt({"7"}), "init start=7");
}

TEST_F(TestComp, ARunEndsWhereTheProgramDoesOrAnAssumptionFails) {
  EXPECT_EQ(dealt({"7", "5", "3", "3"}), "init start=7; kind=5");
  EXPECT_EQ(dealt({"7", "3", "4", "100.5", "3"}), "init start=7; kind=3");
  const std::string error = dealt({"0", "4", "0x1.8p0", "3"});
  EXPECT_EQ(error.substr(0, 22), "init start=0; kind=4 d") << error;
}

TEST_F(TestComp, NumbersAreConvertedAsInC) {
  EXPECT_EQ(dealt({"4294967295", "2U", "257", "2", "'a'", "-1", "0"}),
            "init start=-1; kind=2 small=1 flag=true; kind=97")
      << "the last step has but two of its three values";
  EXPECT_EQ(dealt({"0x10", "2", "-1L", "0"}),
            "init start=16; kind=2 small=255 flag=false");
}

TEST_F(TestComp, OfAFolderAllTestsAreRead) {
  const base::TemporaryDirectory suite;
  const auto put = [&](const std::string& name, const std::string& text) {
    std::ofstream(suite.file(name)) << kHead << text;
  };
  put("metadata.xml",
      "<test-metadata><entryfunction>main</entryfunction>"
      "</test-metadata>");
  put("b.xml", "<testcase><input>1</input><input>2</input></testcase>");
  put("a.xml", "<testcase/>");
  const std::string folder = fs::path(suite.file("a.xml")).parent_path();
  const std::vector<TestCompTest> tests = read_test_comp(folder);
  ASSERT_EQ(tests.size(), 2U);
  EXPECT_TRUE(tests[0].inputs.empty());
  ASSERT_EQ(tests[1].inputs.size(), 2U);
  EXPECT_EQ(tests[1].inputs[1].value, "2");
}

TEST_F(TestComp, FaultsHaveTheirPlace) {
  EXPECT_NE(fault(xml({"1", "many"}))
                .find("t.xml:5:3: 'many' is not a "
                      "value of 'kind'"),
            std::string::npos)
      << fault(xml({"1", "many"}));
  EXPECT_NE(fault("<testcase/>").find("calls for more than 0 inputs"),
            std::string::npos);
  EXPECT_NE(fault("<testcase><output/></testcase>").find("'output'"),
            std::string::npos);
  EXPECT_NE(fault("<tests/>").find("no test of the Test-Comp format"),
            std::string::npos);
  EXPECT_NE(fault("<testcase>").find("t.xml:1"), std::string::npos);
}

TEST_F(TestComp, InputsThatAreNotCalledForAreRefused) {
  const model::StepSystem system = frontend::c::load(
      file("step.c", "int in; int out; void step(void) { out = in > 3; }"),
      {},
      {});
  EXPECT_THROW((void)deal_calls({}, system, {}), base::InputError);
}

TEST_F(TestComp, OnlyASystemThatRecordsKnowsTheCalls) {
  const model::StepSystem system = load(false);
  const auto stepper = system.factory->make();
  const model::Simulation run = model::simulate(
      system, *stepper, {{system.initial[0].domain.front()}, {}});
  EXPECT_TRUE(run.initial.called.empty());
}

}  // namespace
}  // namespace catenary::app
