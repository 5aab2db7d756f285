// SPDX-License-Identifier: Apache-2.0
/// \file
/// What commands read, known from commands before them.
#include "app/fleet/known_inputs.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/temporary_directory.h"
#include "base/text_file.h"

namespace catenary::app {
namespace {

class KnownInputsTest : public testing::Test {
 protected:
  KnownInputsTest() {
    std::filesystem::current_path(folder_.path());
    base::write_file("s.json", "suite", base::Overwrite::no);
    base::write_file("m.toml", "model", base::Overwrite::no);
    generated_ = *with_files({}, {"m.toml"});
    generated_.contents.clear();
  }
  ~KnownInputsTest() override { std::filesystem::current_path(before_); }
  KnownInputsTest(const KnownInputsTest&) = delete;
  KnownInputsTest& operator=(const KnownInputsTest&) = delete;
  static ShippedWords run(const std::vector<std::string>& more) {
    ShippedWords out;
    out.words = {"run", "s.json", "--sut=model:m.toml"};
    out.words.insert(out.words.end(), more.begin(), more.end());
    out.inputs = {"s.json", "m.toml"};
    return out;
  }
  std::size_t files_of(const ShippedWords& words) const {
    const auto found = known_.of(words);
    return found ? found->files.size() : 0;
  }

  base::TemporaryDirectory folder_;
  std::filesystem::path before_ = std::filesystem::current_path();
  PreparedInputs generated_;
  KnownInputs known_;
};

TEST_F(KnownInputsTest, RunsReadWhatTheirGenerationRead) {
  EXPECT_EQ(files_of(run({})), 0U);
  known_.remember({{"generate", "m.toml"}, {"m.toml"}, {"s.json"}}, generated_);
  EXPECT_EQ(files_of(run({})), 2U);
}

TEST_F(KnownInputsTest, PartsOfACommandReadTheSame) {
  known_.remember(run({"--mutate=9", "--shard=1/2"}), generated_);
  EXPECT_EQ(files_of(run({"--mutate=9", "--shard=2/2"})), 2U);
  EXPECT_EQ(files_of(run({"--mutate=8", "--shard=2/2"})), 0U);
  EXPECT_EQ(files_of(run({"--mutate=9"})), 0U) << "it is no part";
}

TEST_F(KnownInputsTest, SearchesForSomeGoalsReadTheSame) {
  const auto part = [](const std::string& goals) {
    return ShippedWords{
        {"generate", "--goal=" + goals, "m.toml"}, {"m.toml"}, {}};
  };
  known_.remember(part("a,b"), generated_);
  EXPECT_EQ(files_of(part("c")), 1U);
  EXPECT_EQ(files_of({{"generate", "m.toml"}, {"m.toml"}, {}}), 0U);
}

TEST_F(KnownInputsTest, NothingIsKnownOfFilesThatChanged) {
  known_.remember(run({"--shard=1/2"}), generated_);
  base::write_file("m.toml", "another", base::Overwrite::yes);
  EXPECT_EQ(files_of(run({"--shard=2/2"})), 0U);
}

}  // namespace
}  // namespace catenary::app
