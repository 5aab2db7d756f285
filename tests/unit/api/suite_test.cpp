// SPDX-License-Identifier: Apache-2.0
/// \file
/// The public C++ interface, as a test program would use it.
#include "catenary/suite.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

#include "suite/results.h"
#include "suite/write.h"
#include "unit/suite/example.h"

namespace catenary {
namespace {

namespace fs = std::filesystem;

/// tests/unit/exec/sut.c in a library: see there for its faults.
class Api : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = ::testing::TempDir() + "catenary-api-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    const std::string command =
        "cc -shared -fPIC -w -I" CATENARY_SOURCE_DIR "/include -o " +
        library() + " " CATENARY_SOURCE_DIR "/tests/unit/exec/sut.c";
    ASSERT_EQ(std::system(command.c_str()), 0);
    std::ofstream(path()) << suite::write_suite(suite::example::cruise());
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string library() const { return (folder_ / "sut.so").string(); }
  std::string path() const { return (folder_ / "suite.json").string(); }
  Sut sut(const std::string& arguments = "") const {
    Sut out;
    out.library = library();
    out.arguments = arguments;
    return out;
  }

  fs::path folder_;
};

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST_F(Api, ReadsASuite) {
  const Suite suite = Suite::read(path());
  EXPECT_EQ(suite.model(), "cruise");
  ASSERT_EQ(suite.tests().size(), 1U);
  EXPECT_EQ(suite.tests()[0].id, suite::example::cruise().tests[0].id);
  EXPECT_EQ(suite.tests()[0].steps, 3U);
  EXPECT_EQ(suite.tests()[0].goals, (std::vector<std::string>{"p1", "p2"}));
}

TEST_F(Api, FaultsAreErrorsWithTheirPlace) {
  EXPECT_NE(error_of([] {
              (void)Suite::read("/nowhere.json");
            }).find("/nowhere.json: error: no such file"),
            std::string::npos);
  EXPECT_NE(error_of([] {
              (void)Suite::parse("{\n 1", "s.json");
            }).find("s.json:2:2: error:"),
            std::string::npos);
  const Suite suite = Suite::read(path());
  EXPECT_NE(error_of([&] { (void)suite.run(Sut{}); }), "");
  RunOptions none;
  none.tests = {"zzz"};
  EXPECT_NE(error_of([&] { (void)suite.run(sut(), none); }), "");
  Sut missing;
  missing.library = "/nowhere.so";
  EXPECT_NE(error_of([&] { (void)suite.run(missing); }), "");
}

TEST_F(Api, VerdictsAreThoseOfTheRunner) {
  const Suite suite = Suite::read(path());
  const Results good = suite.run(sut());
  EXPECT_TRUE(good.passed());
  EXPECT_EQ(good.tests.at(0).checked, 6U);
  EXPECT_EQ(good.tests.at(0).reason, "");
  const Results wrong = suite.run(sut("wrong@3"));
  EXPECT_FALSE(wrong.passed());
  const TestResult& test = wrong.tests.at(0);
  EXPECT_EQ(test.verdict, Verdict::fail);
  EXPECT_EQ(test.step, 3);
  EXPECT_NE(test.reason.find("s.speed is 7, expected 1"), std::string::npos);
  EXPECT_EQ(test.goals, (std::vector<std::string>{"p2"}));
  EXPECT_EQ(test.requirements, (std::vector<std::string>{"CC-2", "CC-3"}));
  EXPECT_EQ(suite.run(sut("silent@2")).tests.at(0).verdict,
            Verdict::inconclusive);
  EXPECT_EQ(suite.run(sut("crash")).tests.at(0).verdict, Verdict::error);
  RunOptions hasty;
  hasty.step_timeout = std::chrono::milliseconds(50);
  EXPECT_EQ(suite.run(sut("hang"), hasty).tests.at(0).verdict, Verdict::error);
}

TEST_F(Api, FormulasAreJudged) {
  suite::Suite model = suite::example::cruise();
  model.tests[0].steps[2].expect = {
      {1, suite::example::formula(model.signature, "(< s.speed 7)")}};
  suite::canonicalise(model);
  std::ofstream(path()) << suite::write_suite(model);
  const Suite suite = Suite::read(path());
  EXPECT_TRUE(suite.run(sut()).passed());
  const Results wrong = suite.run(sut("wrong@3"));
  EXPECT_NE(wrong.tests.at(0).reason.find(
                "step 3: s.speed is 7, expected (< s.speed 7)"),
            std::string::npos)
      << wrong.tests.at(0).reason;
}

TEST_F(Api, ResultsAreTheDocumentOthersRead) {
  const Results wrong = Suite::read(path()).run(sut("wrong@3"));
  const suite::RunResults read = suite::read_results(wrong.json, "r.json");
  EXPECT_EQ(read.tests.at(0).verdict, suite::Verdict::fail);
  EXPECT_EQ(read.sut, "native:" + library());
  EXPECT_EQ(read.suite_path, path());
}

TEST_F(Api, NothingRunIsNotPassed) {
  EXPECT_FALSE(Results{}.passed());
  EXPECT_STREQ(to_string(Verdict::inconclusive), "inconclusive");
}

// A system under test in this very program: mode 0, speed counts its gas.
std::int64_t speed = 0;
std::uint32_t offered_version = CATENARY_ADAPTER_ABI_VERSION;
int opened = 0;

catenary_adapter_functions functions_here() {
  static const catenary_signal in[] = {{"i.signal", CATENARY_INT32, 0}};
  static const catenary_signal out[] = {{"s.speed", CATENARY_INT32, 0}};
  static const catenary_signature signature = {
      "here", 1, 0, 1, 0, in, nullptr, out};
  catenary_adapter_functions f{};
  f.abi_version = [] { return offered_version; };
  f.signature = []() -> const catenary_signature* { return &signature; };
  f.open = [](const char*, catenary_sut**) -> std::int32_t {
    ++opened;
    return CATENARY_OK;
  };
  f.reset = [](catenary_sut*, const catenary_value*) -> std::int32_t {
    speed = 0;
    return CATENARY_OK;
  };
  f.step = [](catenary_sut*,
              const catenary_value* i,
              catenary_value* o) -> std::int32_t {
    speed += i[0].as.i == 4 ? 1 : i[0].as.i == 5 ? -1 : 0;
    o[0].type = CATENARY_INT32;
    o[0].as.i = speed;
    return CATENARY_OK;
  };
  f.close = [](catenary_sut*) {};
  f.last_error = [](catenary_sut*) { return ""; };
  return f;
}

TEST_F(Api, ALinkedSystemRunsHereOrInAProcessOfItsOwn) {
  suite::Suite only_speed = suite::example::cruise();
  for (suite::Step& step : only_speed.tests[0].steps) {
    std::erase_if(step.expect, [](const auto& e) { return e.signal == 0; });
  }
  suite::canonicalise(only_speed);
  const Suite suite = Suite::parse(suite::write_suite(only_speed), "s.json");
  Sut here;
  here.functions = functions_here();
  opened = 0;
  const Results isolated = suite.run(here);
  EXPECT_TRUE(isolated.passed()) << isolated.json;
  EXPECT_EQ(opened, 0);
  here.own_process = false;
  EXPECT_TRUE(suite.run(here).passed());
  EXPECT_EQ(opened, 1);
  offered_version = 99;
  const Results other = suite.run(here);
  EXPECT_EQ(other.tests.at(0).verdict, Verdict::error);
  EXPECT_NE(other.tests.at(0).reason.find("version 99"), std::string::npos);
  offered_version = CATENARY_ADAPTER_ABI_VERSION;
}

}  // namespace
}  // namespace catenary
