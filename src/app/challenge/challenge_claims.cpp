// SPDX-License-Identifier: Apache-2.0
#include "app/challenge/challenge_claims.h"

#include <utility>

#include "app/exploration.h"
#include "base/text_file.h"

namespace catenary::app {

namespace {

void report_contradiction(const challenge::Contradiction& c,
                          const std::string& file,
                          Context& context) {
  std::string text = challenge::describe(c);
  if (file.empty()) {
    text += "; its inputs:\n" + challenge::as_csv(c);
    text.pop_back();
  } else {
    base::write_file(file, challenge::as_csv(c), base::Overwrite::yes);
    text += "; its inputs are in " + file;
  }
  if (c.unstable) {
    context.log.warning(text);
  } else {
    context.log.error(
        text +
        "\nThis is a defect of catenary: please report it with the model");
  }
}

}  // namespace

challenge::Outcome challenge_claims(
    const model::StepSystem& system,
    const std::shared_ptr<model::PlainProgram>& plain,
    const ChallengeJob& job,
    engine::reach::Result& result,
    Context& context) {
  if (plain == nullptr) return {};
  // It goes on for a time, whatever work is left.
  const base::UncountedWork uncounted;
  const base::Budget budget = context.budget.without_work_limit();
  context.progress.update({"challenging", 0, 0, ""});
  challenge::Options options;
  options.most = job.most;
  options.proof_seconds = job.proof_seconds;
  options.replay = {job.step_timeout};
  options.sequences = job.sequences;
  for (const engine::reach::GoalReport& goal : result.goals) {
    if (goal.trace) options.sequences.push_back(&*goal.trace);
  }
  challenge::Outcome out =
      challenge::challenge(system, *plain, result, options, budget);
  const std::string summary = challenge::summary(out);
  if (!out.contradictions.empty()) {
    context.log.info(summary);
  } else {
    context.log.debug(summary);
  }
  for (std::size_t i = 0; i < out.contradictions.size(); ++i) {
    std::string file;
    if (!job.output.empty()) {
      file = job.output + ".challenge" + (i == 0 ? "" : std::to_string(i + 1)) +
             ".csv";
    }
    report_contradiction(out.contradictions[i], file, context);
  }
  challenge::withdraw(
      system, out, options.replay, replay_budget(budget), result);
  return out;
}

}  // namespace catenary::app
