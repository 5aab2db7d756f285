// SPDX-License-Identifier: Apache-2.0
/// \file
/// The sentences of the qualification kit, tests as lines, and errors of a kit.
#include <gtest/gtest.h>

#include "app/qualify/expectation.h"
#include "app/qualify/kit.h"
#include "app/qualify/suite_table.h"
#include "base/error.h"
#include "base/temporary_directory.h"

namespace catenary::app {
namespace {

class Expectation : public testing::Test {
 protected:
  Expectation() {
    seen_.folder = directory_.path().string();
    seen_.out = R"({"a": {"b": 3}, "c": [{"id": "x y", "n": 1.5},
                    {"id": "z", "ok": true, "l": ["p", "q"]}]})";
    seen_.err = "file.c:3:13: error: what";
    seen_.facts = {{"three", "3"}};
    directory_.write("one", "same");
    directory_.write("two", "same");
    directory_.write("three", "other");
  }
  [[nodiscard]] bool holds(const std::string& sentence) const {
    return check_expectation(sentence, seen_).as_expected;
  }

  base::TemporaryDirectory directory_;
  Observation seen_;
};

TEST_F(Expectation, ComparesValuesOfDocuments) {
  EXPECT_TRUE(holds("json stdout a.b == 3"));
  EXPECT_TRUE(holds("json stdout a.b == $three"));
  EXPECT_FALSE(holds("json stdout a.b == 4"));
  EXPECT_FALSE(holds("json stdout a.b == $four"));
  EXPECT_TRUE(holds("json stdout a.b != 4"));
  EXPECT_TRUE(holds("json stdout a.b >= 3"));
  EXPECT_FALSE(holds("json stdout a.b <= 2"));
  EXPECT_TRUE(holds("json stdout c.# == 2"));
  EXPECT_TRUE(holds("json stdout c[id=x y].n == 1.5"));
  EXPECT_TRUE(holds("json stdout c[1].ok == true"));
  EXPECT_TRUE(holds(R"(json stdout c[id=z].l == ["p","q"])"));
}

TEST_F(Expectation, IsNotMetByWhatIsNotThere) {
  // Not even "!=": a value that is missing was not observed.
  for (const char* path : {"a.x", "x", "a.b.c", "c[2].n", "c[id=w].n", "a.#"}) {
    EXPECT_FALSE(holds(std::string("json stdout ") + path + " == 3")) << path;
    EXPECT_FALSE(holds(std::string("json stdout ") + path + " != 3")) << path;
  }
  EXPECT_FALSE(holds("json none a.b != 3"));
  EXPECT_FALSE(holds("json one a.b != 3"));
  EXPECT_FALSE(holds("file none lacks x"));
  EXPECT_FALSE(holds("differ one none"));
}

TEST_F(Expectation, LooksAtOutputAndFiles) {
  EXPECT_TRUE(holds("stderr has :3:13: error"));
  EXPECT_TRUE(holds("stderr matches c:[0-9]+:[0-9]+: error"));
  EXPECT_FALSE(holds("stderr lacks error"));
  EXPECT_TRUE(holds("stdout lacks error"));
  EXPECT_TRUE(holds("same one two"));
  EXPECT_FALSE(holds("same one three"));
  EXPECT_TRUE(holds("differ one three"));
  EXPECT_FALSE(holds("differ one two"));
  EXPECT_TRUE(holds("exists one two"));
  EXPECT_FALSE(holds("exists one none"));
  EXPECT_TRUE(holds("missing none"));
  EXPECT_FALSE(holds("missing none one"));
  EXPECT_THROW((void)holds("stdout smells good"), base::InputError);
  EXPECT_THROW((void)holds("json stdout a.b = 3"), base::InputError);
  EXPECT_THROW((void)holds(""), base::InputError);
}

TEST(SuiteTable, WritesTestsAsLines) {
  EXPECT_EQ(suite_table(R"({"prefixes": [{"steps": [{"inputs": {"i": 1}}]}],
      "tests": [{"id": "t", "after": 0, "steps": [
        {"inputs": {"i": 2, "f": true}, "expect": {"o": 3}, "goals": ["g"],
         "repeat": 2}]}]})"),
            "T t\nI i 1\nS\nI i 2\nI f 1\nS\nO o 3\nG g\n"
            "I i 2\nI f 1\nS\nO o 3\nG g\n");
  EXPECT_THROW((void)suite_table("{}"), base::InputError);
  EXPECT_THROW((void)suite_table("["), base::InputError);
}

constexpr const char* kRequirement =
    "[[requirement]]\nid = \"R\"\ngroup = \"\"\ntitle = \"\"\ntext = \"\"\n";

TEST(Kit, IsReadAsItIsBuiltIn) {
  const Kit kit = read_kit(built_in_kit());
  EXPECT_GT(kit.requirements.size(), 30U);
  EXPECT_GT(kit.problems.size(), 10U);
  EXPECT_EQ(kit.sha256.size(), 64U);
}

TEST(Kit, RepeatsStepsForEachWord) {
  const std::string text =
      std::string(kRequirement) +
      "[[test]]\nfor = \"R\"\ntitle = \"\"\ntruth = \"\"\neach = \"1 2\"\n"
      "[[test.step]]\nrun = \"a {}\"\nexit = [0, 3]\n";
  const Kit kit = read_kit({{"k.toml", text.c_str()}});
  ASSERT_EQ(kit.tests.size(), 1U);
  ASSERT_EQ(kit.tests[0].steps.size(), 2U);
  EXPECT_EQ(kit.tests[0].steps[1].words, (std::vector<std::string>{"a", "2"}));
  EXPECT_EQ(kit.tests[0].steps[1].exit, (std::vector<int>{0, 3}));
}

TEST(Kit, RefusesWhatItDoesNotKnow) {
  for (const char* wrong :
       {"x = 1\n",
        "[[test]]\nfor = \"S\"\ntitle = \"\"\ntruth = \"\"\n",
        "[[test]]\nfor = \"R\"\ntitle = \"\"\ntruth = \"\"\n",
        "[[test]]\nfor = \"R\"\ntitle = \"\"\ntruth = \"\"\n"
        "[[test.step]]\nrun = \"a\"\ncut = \"b\"\n",
        "[[test]]\nfor = \"R\"\ntitle = \"\"\ntruth = \"\"\n"
        "[[test.step]]\nedit = \"a b\"\n",
        "[[test]]\nfor = \"R\"\ntitle = \"\"\ntruth = \"\"\n"
        "[[test.step]]\nrun = \"a\"\nexit = \"0\"\n",
        "[[test]]\nfor = \"R\"\ntitle = \"\"\ntruth = \"\"\nuse = \"f\"\n"
        "[[test.step]]\nrun = \"a\"\n"}) {
    const std::string text = std::string(kRequirement) + wrong;
    EXPECT_THROW((void)read_kit({{"k.toml", text.c_str()}}), base::InputError)
        << wrong;
  }
}

}  // namespace
}  // namespace catenary::app
