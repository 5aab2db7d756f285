// SPDX-License-Identifier: Apache-2.0
/// \file
/// On-line testing: stimuli chosen at random from what the model specifies,
/// and everything the system does judged by the model at once.
///
/// After Larsen, Mikucionis, Nielsen, "Online testing of real-time systems
/// using UPPAAL", FATES 2004, doi:10.1007/978-3-540-31848-4_6.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/rng.h"
#include "engine/symbolic/online.h"
#include "exec/timed_adapter.h"
#include "suite/results.h"

namespace catenary::exec::timed {

struct OnlineOptions {
  std::uint64_t seed = 1;
  std::uint64_t max_steps = 0;   ///< messages and silences; 0 = any
  mpq_class time_out = 1;        ///< the longest wait for something to happen
  mpq_class recorded_until = 0;  ///< recorded systems: what is known ends here
  std::chrono::milliseconds answer_time{2000};  ///< of a reset
};

/// One run after the other on a system, until a verdict, the number of steps
/// or the budget ends them. A run ends, and the system is started anew, where
/// nothing can be sent any more and nothing comes.
class OnlineSession {
 public:
  /// All of them outlive the session; the adapter is not open yet.
  OnlineSession(const model::TimedAutomaton& automaton,
                const suite::Signature& signature,
                engine::symbolic::Online& online,
                exec::TimedAdapter& adapter,
                const OnlineOptions& options,
                const base::Budget& budget);

  /// `run_ends` is told the events of each run when it is over. The verdict is
  /// pass where nothing was wrong and something was checked.
  [[nodiscard]] suite::TestResult test(
      const std::function<void(const suite::TestResult&)>& run_ends);

  [[nodiscard]] std::uint64_t runs() const { return runs_; }

 private:
  enum class Next : std::uint8_t { go_on, new_run, end };

  bool open_and_reset();
  Next step();
  Next stimulate(const engine::symbolic::Online::Stimulus& stimulus);
  Next wait(const mpq_class& delay);
  Next replay_recorded();
  Next judge(const exec::TimedMessage& message);
  Next judge_silence(const mpq_class& until);
  Next sut_trouble(const exec::TimedReply& reply);
  Next conclude(suite::VerdictCode code, const std::string& reason);
  /// A failure. In real time one that the jitter may explain counts only where
  /// another run of the session fails in the same way (`kind`).
  Next fail(suite::VerdictCode code,
            const std::string& kind,
            const std::string& reason,
            bool in_doubt);
  void measure_jitter(const exec::TimedReply& reply, const mpq_class& until);
  /// Whether `allowed` of some delay that the jitter may have made `delay`.
  [[nodiscard]] bool could_be(
      const mpq_class& delay,
      const std::function<engine::symbolic::Allowed(const mpq_class&)>& allowed)
      const;
  void note(suite::TimedObservation::Kind kind,
            const mpq_class& at,
            std::uint32_t channel,
            const std::vector<logic::Value>& values,
            double jitter);
  [[nodiscard]] std::string text(const exec::TimedMessage& message) const;

  const model::TimedAutomaton& automaton_;
  const suite::Signature& signature_;
  engine::symbolic::Online& online_;
  exec::TimedAdapter& adapter_;
  const OnlineOptions& options_;
  const base::Budget& budget_;
  base::Rng random_;
  suite::TestResult result_;
  mpq_class jitter_ = 0;  ///< the largest so far, in the model's time unit
  std::map<std::string, std::string> doubtful_;  ///< failures by kind: reasons
  mpq_class last_ = 0;                           ///< time of the last event
  mpq_class now_ = 0;
  bool is_open_ = false;
  std::uint64_t steps_ = 0;
  std::uint64_t steps_in_run_ = 0;
  std::uint64_t runs_ = 0;
};

}  // namespace catenary::exec::timed
