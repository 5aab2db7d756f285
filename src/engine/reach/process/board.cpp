// SPDX-License-Identifier: Apache-2.0
/// \file
/// Messages between boards: a length of 8 bytes, the kind, and the members in a
/// fixed order. Every change of the child's board is sent, and apply() repeats
/// it on the parent's.

#include "engine/reach/process/board.h"

#include <cstring>
#include <utility>

#include "base/check.h"
#include "engine/reach/process/trace_bytes.h"

namespace catenary::engine::reach {

namespace {

/// The first number of a message.
enum class Kind : std::uint64_t {
  goal,
  finding,
  position,
  contradiction,
  gap,
  stop,
  attachment
};

/// Begins a message with its kind.
ByteWriter begin(Kind kind) {
  ByteWriter writer;
  writer.number(static_cast<std::uint64_t>(kind));
  return writer;
}

}  // namespace

Board::Board(const model::StepSystem& system, Tell tell)
    : system_(system), tell_(std::move(tell)), goals_(system.goals.size()) {}

void Board::send(const std::string& payload) const {
  if (!tell_) return;
  const std::uint64_t size = payload.size();
  std::string framed(reinterpret_cast<const char*>(&size), sizeof size);
  framed += payload;
  tell_(framed);
}

void Board::set_goal(std::uint32_t g, GoalKnowledge knowledge) {
  goals_[g] = std::move(knowledge);
  const GoalKnowledge& k = goals_[g];
  ByteWriter p = begin(Kind::goal);
  p.number(g);
  p.number(static_cast<std::uint64_t>(k.state));
  p.number(k.shortest ? 1 : 0);
  p.text(k.reason);
  p.number(k.trace ? 1 : 0);
  if (k.trace) p.trace(system_, *k.trace);
  send(p.bytes());
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
  ByteWriter p = begin(Kind::finding);
  p.number(static_cast<std::uint64_t>(finding.outcome));
  p.text(finding.event.text);
  p.text(finding.event.where.file);
  p.number(finding.event.where.line);
  p.number(finding.event.where.column);
  p.trace(system_, finding.trace);
  keep_finding(std::move(finding));
  send(p.bytes());
}

void Board::set_position(const SearchPosition& position) {
  position_ = position;
  ByteWriter p = begin(Kind::position);
  p.number(position.complete_depth);
  p.number(position.started ? 1 : 0);
  p.number(position.closed ? 1 : 0);
  p.number(position.initial_ended ? 1 : 0);
  p.number(position.depth);
  p.number(position.native_steps);
  p.number(position.states);
  p.number(position.encoded.instructions);
  p.number(position.encoded.terms);
  p.number(position.encoded.variables);
  p.number(position.encoded.clauses);
  send(p.bytes());
}

void Board::set_contradiction(const std::string& text) {
  // The first contradiction is kept: later ones are often its consequences.
  if (!contradiction_.empty()) return;
  contradiction_ = text;
  ByteWriter p = begin(Kind::contradiction);
  p.text(text);
  send(p.bytes());
}

void Board::set_gap(const std::string& text) {
  if (!gap_.empty()) return;
  gap_ = text;
  ByteWriter p = begin(Kind::gap);
  p.text(text);
  send(p.bytes());
}

void Board::set_stop(Stop stop, const std::string& text) {
  stopped_ = true;
  stop_ = stop;
  stop_text_ = text;
  ByteWriter p = begin(Kind::stop);
  p.number(static_cast<std::uint64_t>(stop));
  p.text(text);
  send(p.bytes());
}

void Board::attach(std::string bytes) {
  ByteWriter p = begin(Kind::attachment);
  p.text(bytes);
  send(p.bytes());
  attachment_ = std::move(bytes);
}

void Board::apply(std::string_view bytes) {
  pending_ += bytes;
  std::size_t at = 0;
  // Whole messages only; the rest waits for more bytes.
  for (;;) {
    std::uint64_t size = 0;
    if (pending_.size() - at < sizeof size) break;
    std::memcpy(&size, pending_.data() + at, sizeof size);
    if (pending_.size() - at - sizeof size < size) break;
    apply_message(std::string_view(pending_).substr(at + sizeof size, size));
    at += sizeof size + size;
  }
  // Once for all messages, so that long pieces are not moved again and again.
  pending_.erase(0, at);
}

void Board::apply_message(std::string_view message) {
  ByteReader u(message);
  switch (static_cast<Kind>(u.number())) {
    case Kind::goal: {
      const auto g = static_cast<std::uint32_t>(u.number());
      CATENARY_CHECK(g < goals_.size(), "a message about a goal");
      GoalKnowledge k;
      k.state = static_cast<GoalKnowledge::State>(u.number());
      k.shortest = u.number() != 0;
      k.reason = u.text();
      if (u.number() != 0) k.trace = u.trace(system_);
      set_goal(g, std::move(k));
      return;
    }
    case Kind::finding: {
      Finding f;
      f.outcome = static_cast<model::StepOutcome>(u.number());
      f.event.text = u.text();
      f.event.where.file = u.text();
      f.event.where.line = static_cast<std::uint32_t>(u.number());
      f.event.where.column = static_cast<std::uint32_t>(u.number());
      f.trace = u.trace(system_);
      add_finding(std::move(f));
      return;
    }
    case Kind::position: {
      SearchPosition p;
      p.complete_depth = static_cast<std::uint32_t>(u.number());
      p.started = u.number() != 0;
      p.closed = u.number() != 0;
      p.initial_ended = u.number() != 0;
      p.depth = static_cast<std::uint32_t>(u.number());
      p.native_steps = u.number();
      p.states = u.number();
      p.encoded.instructions = u.number();
      p.encoded.terms = u.number();
      p.encoded.variables = u.number();
      p.encoded.clauses = u.number();
      set_position(p);
      return;
    }
    case Kind::contradiction:
      set_contradiction(u.text());
      return;
    case Kind::gap:
      set_gap(u.text());
      return;
    case Kind::stop: {
      const auto stop = static_cast<Stop>(u.number());
      set_stop(stop, u.text());
      return;
    }
    case Kind::attachment:
      attach(u.text());
      return;
  }
}

}  // namespace catenary::engine::reach
