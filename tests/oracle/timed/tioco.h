// SPDX-License-Identifier: Apache-2.0
/// \file
/// What tioco says of an observation, by enumeration: the set of points a
/// specification may be at after a trace, and what it allows there.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "oracle/timed/grid_model.h"

namespace catenary::oracle {

/// A purpose, what is controlled, and the time-out of every state.
struct Purpose {
  std::vector<std::uint32_t> path;
  std::vector<bool> uncontrollable;  ///< by channel
  double time_out = 0;
};

class Tioco {
 public:
  /// Both must outlive it.
  Tioco(GridModel& model, const Purpose& purpose);

  void reset();  ///< before the first event
  [[nodiscard]] std::size_t depth() const { return depth_; }

  /// The verdict on an output or an input of others after `delay`, at most the
  /// time-out. Nothing changes.
  [[nodiscard]] std::string message(std::uint32_t channel,
                                    double delay,
                                    const std::vector<double>& values);
  /// The verdict on silence up to the time-out.
  [[nodiscard]] std::string silence();
  /// Whether the tester may send that: specified, on the purpose, and silence
  /// until then was allowed.
  [[nodiscard]] bool may_stimulate(double delay,
                                   const std::vector<double>& values);
  /// The event happened: the points after it.
  void advance(std::uint32_t channel,
               double delay,
               const std::vector<double>& values);

  /// Points on the purpose, and those a trace has led elsewhere: empty where
  /// the purpose is deterministic.
  [[nodiscard]] std::size_t strays() const { return strays_.size(); }
  [[nodiscard]] const std::vector<Point>& points() const { return points_; }

 private:
  [[nodiscard]] bool silent(double delay);
  [[nodiscard]] bool not_late(double delay);
  /// Points after the event, by whether the purpose's transition was taken.
  struct After {
    std::vector<Point> on, off;
  };
  [[nodiscard]] After after(std::uint32_t channel,
                            double delay,
                            const std::vector<double>& values) const;

  GridModel& model_;
  const Purpose& purpose_;
  std::size_t depth_ = 0;
  std::vector<Point> points_, strays_;
};

}  // namespace catenary::oracle
