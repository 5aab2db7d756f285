// SPDX-License-Identifier: Apache-2.0
// A model conforms to itself: its simulation, tested on line against it, is
// never told FAIL.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "base/text_file.h"
#include "engine/symbolic/online.h"
#include "engine/symbolic/trace_runs.h"
#include "exec/adapter/timed_model.h"
#include "exec/timed/online_session.h"
#include "frontend/xlia/xlia.h"
#include "oracle/timed/random_automaton.h"
#include "oracle/timed/settings.h"

namespace catenary::oracle {
namespace {

namespace fs = std::filesystem;
using Policy = exec::TimedModelOptions::AnswerTime;
using ThirdParties = exec::TimedModelOptions::ThirdParties;

struct Tally {
  std::uint64_t models = 0, runs = 0, observations = 0, open = 0;
};

/// Tests the model against its simulation; the first FAIL, or nothing.
std::string first_fail(const model::TimedAutomaton& a,
                       Policy policy,
                       std::uint64_t seed,
                       std::uint64_t steps,
                       Tally& tally) {
  engine::symbolic::TestCaseOptions test_case;
  for (std::uint32_t c = 0; c < a.channels.size(); ++c) {
    // Now and then somebody else sends.
    if (a.channels[c].input && (seed + c) % 4 == 3) {
      test_case.uncontrollable.insert(c);
    }
  }
  const suite::Signature signature =
      engine::symbolic::signature_of(a, test_case.uncontrollable, "100ms");
  engine::symbolic::TraceRuns runs(a, {}, base::Budget());
  exec::TimedModelOptions how;
  how.answers = policy;
  how.seed = seed;
  how.third_parties =
      seed % 2 == 0 ? ThirdParties::specified : ThirdParties::any;
  how.find_run = [&runs](const model::TimedRunQuery& query) {
    return runs.find(query);
  };
  const auto sut = exec::make_timed_model(a, how);
  const base::Budget budget;
  engine::symbolic::Online online(a, test_case, budget);
  exec::timed::OnlineOptions o;
  o.seed = seed;
  o.max_steps = steps;
  o.time_out = mpq_class(a.largest_clock_constant() + 1);
  exec::timed::OnlineSession session(a, signature, online, *sut, o, budget);
  const suite::TestResult result =
      session.test([](const suite::TestResult&) {});
  ++tally.runs;
  tally.observations += static_cast<std::uint64_t>(result.step);
  if (result.verdict == suite::Verdict::error ||
      result.code == suite::VerdictCode::unresolved) {
    ++tally.open;
  }
  if (result.verdict != suite::Verdict::fail) return {};
  std::string text = result.reason + "\n";
  for (const auto& e : result.events) {
    text += e.at.get_str() + " " + e.channel;
    for (const logic::Value& v : e.values) text += " " + v.to_string();
    text += "\n";
  }
  return text;
}

/// Fewer than other tests of this folder try: each is a session.
std::uint64_t models_to_try() {
  const char* text = std::getenv("CATENARY_SELF_MODELS");
  return text == nullptr ? 16 : std::strtoull(text, nullptr, 10);
}

TEST(SelfConformance, RandomModels) {
  Tally tally;
  for (std::uint64_t n = 0; n < models_to_try(); ++n) {
    const std::string text = random_automaton(kSeed + 3, n);
    const model::TimedAutomaton a = frontend::xlia::parse(text, "random.xlia");
    ++tally.models;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const auto policy = static_cast<Policy>((n + seed) % 3);
      ASSERT_EQ(first_fail(a, policy, seed + 4 * (n % 7), 40, tally), "")
          << "automaton " << n << ", seed " << seed << "\n"
          << text;
    }
  }
  std::cout << tally.models << " models, " << tally.runs << " runs, "
            << tally.observations << " observations, " << tally.open
            << " left open\n";
  EXPECT_GT(tally.observations, tally.runs * 10);
  EXPECT_LT(tally.open, tally.runs / 20);
}

TEST(SelfConformance, PublishedModelsAndExamples) {
  Tally tally;
  std::vector<fs::path> files;
  const char* data = std::getenv("CATENARY_DATA");
  std::vector<fs::path> folders{fs::path(CATENARY_SOURCE_DIR) / "examples"};
  if (data != nullptr) folders.push_back(fs::path(data) / "xlia");
  for (const fs::path& folder : folders) {
    if (!fs::exists(folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".xlia") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    const model::TimedAutomaton a =
        frontend::xlia::parse(base::read_text_file(file.string()), "m.xlia");
    ++tally.models;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      ASSERT_EQ(first_fail(a, static_cast<Policy>(seed % 3), seed, 40, tally),
                "")
          << file << ", seed " << seed;
    }
  }
  std::cout << tally.models << " models, " << tally.observations
            << " observations, " << tally.open << " left open\n";
  EXPECT_GT(tally.models, 0U);
  EXPECT_EQ(tally.open, 0U);
}

}  // namespace
}  // namespace catenary::oracle
