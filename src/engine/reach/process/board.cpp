// SPDX-License-Identifier: Apache-2.0
/// \file
/// Messages between boards: the kind, and the members in a fixed order. Every
/// change of the child's board is sent, and apply() repeats it on the parent's.

#include "engine/reach/process/board.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/check.h"
#include "model/step/wire.h"

namespace catenary::engine::reach {

namespace {

/// The first field of a message.
enum class Kind : std::uint8_t {
  goal,
  finding,
  position,
  contradiction,
  gap,
  stop,
  rest,
  attachment
};

/// A message of this kind.
template <typename... Fields>
base::WireWriter message(Kind kind, const Fields&... fields) {
  base::WireWriter writer;
  writer.put(kind, fields...);
  return writer;
}

}  // namespace

void write(base::WireWriter& to, const SearchPosition& p) {
  to.put(p.complete_depth, p.started, p.closed, p.initial_ended, p.depth);
  to.put(p.native_steps, p.states);
  to.put(p.encoded.instructions, p.encoded.terms);
  to.put(p.encoded.variables, p.encoded.clauses);
}

void read(base::WireReader& from, SearchPosition& p) {
  from.get(p.complete_depth, p.started, p.closed, p.initial_ended, p.depth);
  from.get(p.native_steps, p.states);
  from.get(p.encoded.instructions, p.encoded.terms);
  from.get(p.encoded.variables, p.encoded.clauses);
}

Board::Board(const model::StepSystem& system, Tell tell)
    : system_(system), tell_(std::move(tell)), goals_(system.goals.size()) {}

void Board::send(const base::WireWriter& message) const {
  if (tell_) tell_(message.frame());
}

void Board::set_goal(std::uint32_t g, GoalKnowledge knowledge) {
  goals_[g] = std::move(knowledge);
  const GoalKnowledge& k = goals_[g];
  base::WireWriter to = message(
      Kind::goal, g, k.state, k.shortest, k.reason, k.trace.has_value());
  if (k.trace) {
    // Of a run of many inputs the values cost more than the search for it.
    constexpr base::WorkClock::duration kValue{200};
    if (tell_) {
      base::WorkClock::charge(k.trace->steps.size() * system_.inputs.size(),
                              kValue);
    }
    write(to, system_, *k.trace);
  }
  send(to);
}

void Board::keep_finding(Finding finding) {
  // The same error again: the newer run replaces the older. Callers add only
  // runs that are shorter.
  for (Finding& known : findings_) {
    if (known.outcome == finding.outcome &&
        known.event.text == finding.event.text &&
        known.event.where == finding.event.where) {
      known = std::move(finding);
      return;
    }
  }
  findings_.push_back(std::move(finding));
}

void Board::add_finding(Finding finding) {
  base::WireWriter to = message(Kind::finding, finding.outcome, finding.event);
  write(to, system_, finding.trace);
  keep_finding(std::move(finding));
  send(to);
}

void Board::set_position(const SearchPosition& position) {
  position_ = position;
  send(message(Kind::position, position));
}

void Board::set_contradiction(const std::string& text) {
  // The first contradiction is kept: later ones are often its consequences.
  if (!contradiction_.empty()) return;
  contradiction_ = text;
  send(message(Kind::contradiction, text));
}

void Board::set_gap(const std::string& text) {
  if (!gap_.empty()) return;
  gap_ = text;
  send(message(Kind::gap, text));
}

void Board::set_stop(Stop stop, const std::string& text) {
  stopped_ = true;
  stop_ = stop;
  stop_text_ = text;
  send(message(Kind::stop, stop, text));
}

void Board::clear_stop() {
  stopped_ = false;
  stop_ = Stop::none;
  stop_text_.clear();
}

void Board::attach(std::string bytes) {
  send(message(Kind::attachment, bytes));
  attachment_ = std::move(bytes);
}

void Board::set_rest(base::WorkClock::duration work) {
  if (before_rest_) before_rest_();
  ++rests_;
  work_ = work;
  send(message(Kind::rest, work.count()));
}

void Board::offer(std::vector<model::Trace> runs) {
  std::ranges::move(runs, std::back_inserter(offered_));
}

std::vector<model::Trace> Board::take_offered() {
  return std::exchange(offered_, {});
}

void Board::apply(std::string_view bytes) {
  frames_.add(bytes);
  while (const auto message = frames_.next()) apply_message(*message);
}

void Board::apply_message(std::string_view message) {
  base::WireReader from(message);
  switch (from.get_enum(Kind::attachment)) {
    case Kind::goal: {
      const auto g = from.get<std::uint32_t>();
      CATENARY_CHECK(g < goals_.size(), "a message about a goal");
      GoalKnowledge k;
      k.state = from.get_enum(GoalKnowledge::State::unanswered);
      from.get(k.shortest, k.reason);
      if (from.get<bool>()) {
        model::Trace run;
        read(from, system_, run);
        k.trace = std::move(run);
      }
      set_goal(g, std::move(k));
      return;
    }
    case Kind::finding: {
      Finding f;
      f.outcome = from.get_enum(model::StepOutcome::unsupported);
      from.get(f.event);
      read(from, system_, f.trace);
      add_finding(std::move(f));
      return;
    }
    case Kind::position:
      set_position(from.get<SearchPosition>());
      return;
    case Kind::contradiction:
      set_contradiction(from.get<std::string>());
      return;
    case Kind::gap:
      set_gap(from.get<std::string>());
      return;
    case Kind::stop: {
      const auto stop = from.get_enum(Stop::solver);
      set_stop(stop, from.get<std::string>());
      return;
    }
    case Kind::rest:
      set_rest(base::WorkClock::duration(from.get<base::WorkClock::rep>()));
      return;
    case Kind::attachment:
      attach(from.get<std::string>());
      return;
  }
}

}  // namespace catenary::engine::reach
