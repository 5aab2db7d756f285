// SPDX-License-Identifier: Apache-2.0
#include "app/challenge/walk_report.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

#include "base/text_file.h"

namespace catenary::app {

challenge::WalkBudget walk_budget(const ChallengeOptions& options,
                                  double proof_seconds,
                                  const base::Budget& budget) {
  const std::chrono::milliseconds most = options.challenge.time;
  if (options.challenge != ChallengeOptions().challenge) {
    return {std::numeric_limits<std::uint64_t>::max(), most, budget};
  }
  constexpr double kShare = 0.03 * 1000;  // milliseconds for each second
  const std::chrono::milliseconds share(
      50 + static_cast<std::int64_t>(proof_seconds * kShare));
  return {challenge::WalkBudget::kSteps, std::min(most, share), budget};
}

void report_contradiction(const std::string& claim,
                          const challenge::WalkContradiction& found,
                          const std::string& output,
                          Context& context) {
  std::string text = claim + ": withdrawn, a random run contradicts it";
  if (output.empty()) {
    text += ":\n" + found.run;
    if (text.ends_with('\n')) text.pop_back();
  } else {
    const std::string file = output + ".challenge.txt";
    base::write_file(file, found.run, base::Overwrite::yes);
    text += "; the run is in " + file;
  }
  context.log.error(
      text + "\nThis is a defect of catenary: please report it with the model");
}

}  // namespace catenary::app
