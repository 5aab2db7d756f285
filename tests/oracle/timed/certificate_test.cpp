// SPDX-License-Identifier: Apache-2.0
// The abstraction of clocks and data that certificates are about has all runs
// of the model: what symbolic execution reaches, no certificate denies.
#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <optional>
#include <utility>
#include <vector>

#include "engine/certificate/certificate.h"
#include "engine/symbolic/execution.h"
#include "engine/symbolic/search/graph_form.h"
#include "engine/symbolic/search/select.h"
#include "engine/symbolic/search/targets.h"
#include "frontend/xlia/xlia.h"
#include "oracle/timed/random_automaton.h"
#include "oracle/timed/settings.h"

namespace catenary::oracle {
namespace {

namespace certificate = engine::certificate;
namespace symbolic = engine::symbolic;
using symbolic::PathCriterion;
using symbolic::Target;

TEST(Certificates, DenyNothingThatRunsReach) {
  std::size_t refuted = 0;
  std::size_t distances = 0;
  std::size_t proved_distances = 0;
  std::size_t unreachable = 0;
  std::size_t proved_unreachable = 0;
  for (std::uint64_t n = 0; n < automata_to_try(); ++n) {
    const std::string text = random_automaton(kSeed + 23, n);
    const model::TimedAutomaton a = frontend::xlia::parse(text, "random.xlia");
    symbolic::Execution execution(a);
    symbolic::SelectOptions options;
    options.test_case.check = false;
    options.max_contexts = 60;
    const std::vector<Target> found = symbolic::find_targets(
        execution, PathCriterion::pairs, options, base::Budget());
    certificate::CertificateRequest claims;
    certificate::CertificateRequest lies;
    for (std::uint32_t g = 0; g < found.size(); ++g) {
      const auto depth = static_cast<std::uint32_t>(found[g].path.size());
      if (found[g].reachability == symbolic::Reachability::unreachable) {
        claims.unreachable.push_back(g);
      } else if (found[g].reachability == symbolic::Reachability::reached) {
        claims.distances.emplace_back(g, depth);
        lies.distances.emplace_back(g, depth + 1);
        if (g % 2 == 0) lies.unreachable.push_back(g);
      }
    }
    const model::StepSystem form =
        symbolic::graph_form(a, {found.begin(), found.end()});
    base::Budget work;
    work.set_work(std::chrono::seconds(20));
    const auto denied = certificate::make_certificate(form, lies, work);
    EXPECT_TRUE(denied.unreachable.empty()) << n << "\n" << text;
    EXPECT_TRUE(denied.distances.empty()) << n << "\n" << text;
    refuted += lies.distances.size();
    const auto made = certificate::make_certificate(form, claims, work);
    distances += claims.distances.size();
    proved_distances += made.distances.size();
    unreachable += claims.unreachable.size();
    proved_unreachable += made.unreachable.size();
  }
  std::cout << refuted << " runs have no certificate against them; "
            << proved_distances << " of " << distances << " distances and "
            << proved_unreachable << " of " << unreachable
            << " unreachable pairs have one\n";
  EXPECT_GT(refuted, automata_to_try());
  EXPECT_GT(proved_unreachable, unreachable / 2);
  EXPECT_GT(proved_distances, distances / 2);
}

}  // namespace
}  // namespace catenary::oracle
