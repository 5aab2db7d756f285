// SPDX-License-Identifier: Apache-2.0
#include "oracle/timed/tioco.h"

#include <algorithm>
#include <set>
#include <utility>

namespace catenary::oracle {

namespace {

void make_set(std::vector<Point>& points) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
}

}  // namespace

Tioco::Tioco(GridModel& model, const Purpose& purpose)
    : model_(model), purpose_(purpose) {
  reset();
}

void Tioco::reset() {
  depth_ = 0;
  points_ = model_.starts();
  make_set(points_);
  strays_.clear();
}

bool Tioco::silent(double delay) {
  const auto allows = [&](const Point& p) { return model_.silent(p, delay); };
  return std::any_of(points_.begin(), points_.end(), allows) ||
         std::any_of(strays_.begin(), strays_.end(), allows);
}

bool Tioco::not_late(double delay) {
  for (double e = 0; e < delay; e += kSilenceGrid) {
    if (!silent(e)) return false;
  }
  return true;
}

Tioco::After Tioco::after(std::uint32_t channel,
                          double delay,
                          const std::vector<double>& values) const {
  After out;
  const auto from = [&](const Point& p, bool on_path) {
    for (const std::uint32_t t :
         model_.automaton().states[p.state].transitions) {
      const model::TimedTransition& transition =
          model_.automaton().transitions[t];
      if (transition.action == model::TimedAction::internal ||
          transition.channel != channel) {
        continue;
      }
      const bool input = transition.action == model::TimedAction::input;
      for (GridModel::Step& s :
           model_.steps(p, t, delay, input ? values : std::vector<double>{})) {
        if (!input && s.sent != values) continue;
        const bool stays = on_path && t == purpose_.path[depth_];
        (stays ? out.on : out.off).push_back(std::move(s.after));
      }
    }
  };
  for (const Point& p : points_) from(p, true);
  for (const Point& p : strays_) from(p, false);
  make_set(out.on);
  make_set(out.off);
  return out;
}

std::string Tioco::message(std::uint32_t channel,
                           double delay,
                           const std::vector<double>& values) {
  const bool input = model_.automaton().channels[channel].input;
  const After next = after(channel, delay, values);
  if (input && !not_late(delay)) return "FAIL_dur";
  if (!next.on.empty()) {
    return depth_ + 1 == purpose_.path.size() ? "PASS" : "NEXT";
  }
  if (!next.off.empty()) return input ? "INC_ucInSpec" : "INC_out";
  return input ? "INC_ucInUspec" : "FAIL_out";
}

std::string Tioco::silence() {
  return silent(purpose_.time_out) ? "INC_dur" : "FAIL_dur";
}

bool Tioco::may_stimulate(double delay, const std::vector<double>& values) {
  const std::uint32_t channel =
      model_.automaton().transitions[purpose_.path[depth_]].channel;
  return not_late(delay) && !after(channel, delay, values).on.empty();
}

void Tioco::advance(std::uint32_t channel,
                    double delay,
                    const std::vector<double>& values) {
  After next = after(channel, delay, values);
  points_ = std::move(next.on);
  strays_ = std::move(next.off);
  ++depth_;
}

}  // namespace catenary::oracle
