// SPDX-License-Identifier: Apache-2.0
#include "engine/concolic/coverage.h"

#include <algorithm>
#include <utility>

namespace catenary::engine::concolic {

CoverageWatch::CoverageWatch(CoverageCallback progress,
                             std::vector<CoveragePoint> before)
    : progress_(std::move(progress)), points_(std::move(before)) {
  if (points_.empty()) return;
  // The end of the part before is not the end of the search.
  const CoveragePoint last = points_.back();
  points_.pop_back();
  before_ = last.seconds;
  steps_ = last.steps;
  covered_ = last.covered;
}

void CoverageWatch::note(std::uint64_t steps, std::uint32_t covered) {
  steps_ = std::max(steps, steps_);
  const CoveragePoint now{seconds(), steps_, std::max(covered, covered_)};
  const bool news = now.covered > covered_;
  if (news) points_.push_back(now);
  covered_ = now.covered;
  if (!progress_ || (!news && Clock::now() < next_)) return;
  next_ = Clock::now() + std::chrono::milliseconds(200);
  progress_(now);
}

std::vector<CoveragePoint> CoverageWatch::finish() {
  points_.push_back({seconds(), steps_, covered_});
  return std::move(points_);
}

double CoverageWatch::seconds() const {
  return before_ + std::chrono::duration<double>(Clock::now() - begin_).count();
}

}  // namespace catenary::engine::concolic
