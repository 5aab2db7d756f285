// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/system/virtual_times.h"

#include <algorithm>

namespace catenary::frontend::umlrt {

namespace {

/// time[to] >= time[from] + distance.
struct Constraint {
  std::size_t from = 0, to = 0;
  std::int64_t distance = 0;
};

/// One life of a timer: set in a step, with that deadline.
struct Life {
  std::size_t begin = 0;
  std::int64_t least = 0, most = 0;
};

class Constraints {
 public:
  explicit Constraints(const std::vector<TimerStep>& steps) : steps_(steps) {
    for (std::size_t k = 0; k < steps_.size(); ++k) {
      if (k > 0) all_.push_back({k - 1, k, 0});
      if (k > 0 && steps_[k - 1].waits) all_.push_back({k, k - 1, 0});
      step(k);
    }
    for (const auto& life : lives_) {
      if (life) before_deadline(*life, steps_.size() - 1);
    }
  }

  [[nodiscard]] const std::vector<Constraint>& all() const { return all_; }

 private:
  void step(std::size_t k) {
    const TimerStep& now = steps_[k];
    lives_.resize(std::max(lives_.size(), now.timers.size()));
    if (now.expired && *now.expired < lives_.size()) {
      std::optional<Life>& life = lives_[*now.expired];
      if (life) {
        before_deadline(*life, k);
        all_.push_back({life->begin, k, life->least});
      }
      life.reset();
    }
    for (std::size_t t = 0; t < now.timers.size(); ++t) {
      const TimerAfter& after = now.timers[t];
      if (after.queued && lives_[t]) {
        all_.push_back({lives_[t]->begin, k, lives_[t]->least});
        before_deadline(*lives_[t], k);
        lives_[t] = Life{k, 0, 0};
        continue;
      }
      const bool set = after.runs && after.most >= 0;
      if (lives_[t] && (set || !after.runs)) {
        before_deadline(*lives_[t], k);  // cancelled
        lives_[t].reset();
      }
      if (set) lives_[t] = Life{k, after.least, after.most};
    }
  }

  void before_deadline(const Life& life, std::size_t step) {
    all_.push_back({step, life.begin, -life.most});
  }

  const std::vector<TimerStep>& steps_;
  std::vector<std::optional<Life>> lives_;
  std::vector<Constraint> all_;
};

}  // namespace

std::vector<mpz_class> least_times(const std::vector<TimerStep>& steps) {
  if (steps.empty()) return {};
  const Constraints constraints(steps);
  std::vector<mpz_class> times(steps.size(), 0);
  for (std::size_t round = 0; round <= steps.size(); ++round) {
    bool changed = false;
    for (const Constraint& c : constraints.all()) {
      const mpz_class least = times[c.from] + mpz_class(c.distance);
      if (times[c.to] >= least) continue;
      times[c.to] = least;
      changed = true;
    }
    if (!changed) {
      if (times[0] != 0) return {};
      times.erase(times.begin());
      return times;
    }
  }
  return {};
}

}  // namespace catenary::frontend::umlrt
