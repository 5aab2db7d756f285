// SPDX-License-Identifier: Apache-2.0
/// \file
/// The board: what a symbolic or concolic search knows so far. It is kept
/// twice, by the child process that searches and, from its messages, by the
/// parent. If the child dies or is killed, the parent goes on with what it has.
///
/// Messages are complete or absent: a message counts once all of its bytes have
/// arrived, so the parent's board is always a state that the child's board was
/// in.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/wire.h"
#include "base/work_clock.h"
#include "engine/reach/engine.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// What is known of one goal.
struct GoalKnowledge {
  /// The status of the goal. A search moves from `open` to one of the others;
  /// `hit` may replace any of them.
  enum class State : std::uint8_t {
    /// Neither covered nor proved unreachable.
    open,
    /// Covered by `trace`, which was executed natively.
    hit,
    /// Proved unreachable; `reason` says how.
    unreachable,
    /// A solver reported a run that does not replay: its other answers are in
    /// doubt as well.
    broken,
    /// A solver did not answer in time; `reason` says which question.
    unanswered
  };
  /// See State.
  State state = State::open;
  /// If hit: no shorter run hits the goal.
  bool shortest = false;
  /// For `unreachable`, `broken` and `unanswered`: the reason as text.
  std::string reason;
  /// If hit: a run whose last step hits the goal.
  model::SharedTrace trace;

  /// Steps of the run; 0 without one.
  [[nodiscard]] std::uint32_t length() const {
    return static_cast<std::uint32_t>(trace ? trace->steps.size() : 0);
  }
};

/// How far a search has come. Each message replaces the one before.
struct SearchPosition {
  /// Every run of at most this many steps was examined.
  std::uint32_t complete_depth = 0;
  /// Whether complete_depth means anything: without it not even the
  /// initialisation was examined.
  bool started = false;
  /// Nothing can happen but what was found: no other goal can be hit, no other
  /// error occurs, and no run leaves the encoding.
  bool closed = false;
  /// Some initialisation ended the run by itself.
  bool initial_ended = false;
  /// Length of the runs that are examined now.
  std::uint32_t depth = 0;
  /// Steps executed natively, without discarded ones.
  std::uint64_t native_steps = 0;
  /// Distinct states seen natively.
  std::uint64_t states = 0;
  /// Size of the step as a formula; zero before it is encoded.
  EncodedSize encoded;
};

/// Write a position into a message, and read it from one.
void write(base::WireWriter& to, const SearchPosition& position);
void read(base::WireReader& from, SearchPosition& position);

/// Everything that a search knows. Each change is passed to `tell` as bytes,
/// which apply() of another board accepts.
class Board {
 public:
  /// Sends bytes; called once for each change, with one whole message.
  using Tell = std::function<void(std::string_view)>;

  /// Everything is open at first. The system must outlive the board. `tell` may
  /// be empty: changes are then not sent.
  Board(const model::StepSystem& system, Tell tell);

  /// What is known of goal `g`. Requires: g < goal_count(). The reference is
  /// valid as long as the board; its contents change with set_goal().
  [[nodiscard]] const GoalKnowledge& goal(std::uint32_t g) const {
    return goals_[g];
  }
  /// Goals of the system.
  [[nodiscard]] std::size_t goal_count() const { return goals_.size(); }
  /// Distinct errors, in the order in which they were found.
  [[nodiscard]] const std::vector<Finding>& findings() const {
    return findings_;
  }
  /// See SearchPosition.
  [[nodiscard]] const SearchPosition& position() const { return position_; }
  /// Not empty: a native run and the solver disagree. Then no claim of absence
  /// by a solver counts any more.
  [[nodiscard]] const std::string& contradiction() const {
    return contradiction_;
  }
  /// Not empty: some run leaves what the encoding describes; this names the
  /// construct. What lies behind is not known.
  [[nodiscard]] const std::string& gap() const { return gap_; }
  /// Why the search stopped; Stop::none also if it has not.
  [[nodiscard]] Stop stop() const { return stop_; }
  /// Details of the reason; may be empty.
  [[nodiscard]] const std::string& stop_text() const { return stop_text_; }
  /// Whether set_stop() was called.
  [[nodiscard]] bool stopped() const { return stopped_; }

  /// Replaces what is known of goal `g`. Requires: g < goal_count().
  void set_goal(std::uint32_t g, GoalKnowledge knowledge);
  /// Adds an error, or replaces the one with the same outcome and event.
  void add_finding(Finding finding);
  /// Replaces the position.
  void set_position(const SearchPosition& position);
  /// Keeps the first contradiction; further ones are ignored.
  void set_contradiction(const std::string& text);
  /// Keeps the first gap; further ones are ignored.
  void set_gap(const std::string& text);
  /// Says why the search ended; a later call replaces it.
  void set_stop(Stop stop, const std::string& text);
  /// The search goes on: what set_stop() said is forgotten. It is not sent.
  void clear_stop();
  /// Hands over a block of bytes besides, for example a graph. A search
  /// attaches one block at most; it counts once it arrived as a whole.
  void attach(std::string bytes);
  /// The attached bytes; empty if there are none.
  [[nodiscard]] const std::string& attachment() const { return attachment_; }

  /// What the search does at the end of each slice, before the others read its
  /// board: it writes what it writes now and then otherwise.
  void set_before_rest(std::function<void()> writes) {
    before_rest_ = std::move(writes);
  }
  /// At the end of a slice: the work that the search did so far.
  void set_rest(base::WorkClock::duration work);
  /// How often set_rest() was called, and what the last call said.
  [[nodiscard]] std::uint64_t rests() const { return rests_; }
  [[nodiscard]] base::WorkClock::duration work() const { return work_; }

  /// Adds runs that other searches found, for the search that has this board.
  /// They are not sent.
  void offer(std::vector<model::Trace> runs);
  /// The runs that were offered since the last call.
  [[nodiscard]] std::vector<model::Trace> take_offered();

  /// Accepts bytes that another board sent, in pieces of any size. Bytes of an
  /// incomplete message are kept for the next call. Throws base::InternalError
  /// on bytes that no board sent.
  void apply(std::string_view bytes);

 private:
  /// Adds the finding to `findings_`, or replaces the one of the same event.
  void keep_finding(Finding finding);
  /// Applies one whole message.
  void apply_message(std::string_view message);
  /// Sends one message.
  void send(const base::WireWriter& message) const;

  const model::StepSystem& system_;
  Tell tell_;
  /// Cuts what apply() gets into messages.
  base::WireFrames frames_;
  std::vector<GoalKnowledge> goals_;
  std::vector<Finding> findings_;
  SearchPosition position_;
  std::string contradiction_;
  std::string gap_;
  Stop stop_ = Stop::none;
  std::string stop_text_;
  bool stopped_ = false;
  std::string attachment_;
  std::function<void()> before_rest_;
  /// See rests() and work().
  std::uint64_t rests_ = 0;
  base::WorkClock::duration work_{0};
  /// See take_offered().
  std::vector<model::Trace> offered_;
};

}  // namespace catenary::engine::reach
