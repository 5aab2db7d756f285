// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a symbolic search knows so far, kept twice: by the child process that
/// searches and, from its messages, by the parent, who goes on when the child
/// does not.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/reach/engine.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// What is known of one goal.
struct GoalKnowledge {
  enum class State : std::uint8_t {
    open,
    hit,          ///< by `trace`, which was run natively
    unreachable,  ///< see `reason`
    broken,       ///< a model was found that does not replay
    unanswered    ///< a solver did not answer in time: see `reason`
  };
  State state = State::open;
  bool shortest = false;              ///< hit: no shorter run does
  std::string reason;                 ///< unreachable, broken, unanswered
  std::optional<model::Trace> trace;  ///< hit: ends with it

  [[nodiscard]] std::uint32_t length() const {
    return static_cast<std::uint32_t>(trace ? trace->steps.size() : 0);
  }
};

/// Where a search is; the last one told counts.
struct SearchPosition {
  std::uint32_t complete_depth =
      0;                 ///< runs of at most so many steps are known
  bool started = false;  ///< complete_depth means something
  /// Nothing but what was found can happen: goals, defects, and the encoding
  /// is left by no run.
  bool closed = false;
  bool initial_ended = false;      ///< some initialisation ended the run
  std::uint32_t depth = 0;         ///< of the runs now looked at
  std::uint64_t native_steps = 0;  ///< executed, without discarded ones
  std::uint64_t states = 0;        ///< seen natively
  EncodedSize encoded;
};

/// All of it. Every change is told to `tell` as bytes that apply() takes.
class Board {
 public:
  using Tell = std::function<void(std::string_view)>;

  /// The system must outlive the board. `tell` may be empty.
  Board(const model::StepSystem& system, Tell tell);

  [[nodiscard]] const GoalKnowledge& goal(std::uint32_t g) const {
    return goals_[g];
  }
  [[nodiscard]] std::size_t goal_count() const { return goals_.size(); }
  [[nodiscard]] const std::vector<Finding>& findings() const {
    return findings_;
  }
  [[nodiscard]] const SearchPosition& position() const { return position_; }
  /// Not empty: a native run and the solver disagree; nothing that a solver
  /// says of absence is believed any more.
  [[nodiscard]] const std::string& contradiction() const {
    return contradiction_;
  }
  /// Not empty: what a run leaves the encoding by, so that what lies behind is
  /// not known.
  [[nodiscard]] const std::string& gap() const { return gap_; }
  [[nodiscard]] Stop stop() const { return stop_; }
  [[nodiscard]] const std::string& stop_text() const { return stop_text_; }
  [[nodiscard]] bool stopped() const { return stopped_; }

  void set_goal(std::uint32_t g, GoalKnowledge knowledge);
  void add_finding(Finding finding);
  void set_position(const SearchPosition& position);
  void set_contradiction(const std::string& text);
  void set_gap(const std::string& text);
  void set_stop(Stop stop, const std::string& text);
  /// Hands something over besides, e.g. a graph: a block at most, which counts
  /// once it is there as a whole.
  void attach(std::string bytes);
  [[nodiscard]] const std::string& attachment() const { return attachment_; }

  /// Takes bytes that another board told, however they are cut.
  void apply(std::string_view bytes);

 private:
  /// Instead of one of the same event, if there is one.
  void keep_finding(Finding finding);
  void apply_message(std::string_view message);
  void send(const std::string& payload) const;

  const model::StepSystem& system_;
  Tell tell_;
  std::string pending_;  ///< bytes of a message that is not complete
  std::vector<GoalKnowledge> goals_;
  std::vector<Finding> findings_;
  SearchPosition position_;
  std::string contradiction_;
  std::string gap_;
  Stop stop_ = Stop::none;
  std::string stop_text_;
  bool stopped_ = false;
  std::string attachment_;
};

}  // namespace catenary::engine::reach
