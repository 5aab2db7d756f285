// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sequence diagrams, independent of the language in which they are written.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "suite/suite.h"

namespace catenary::report {

/// A line of a sequence diagram, from top to bottom.
struct SequenceItem {
  enum class Kind : std::uint8_t {
    /// `from` calls `to`; both may be the same.
    call,
    /// The answer to a call.
    answer,
    /// A message for which nobody waits.
    message,
    /// A note beside or over `to`.
    note_left,
    note_right,
    note_over,
    /// `to` is in a new state.
    state,
    /// A line across the diagram: a step begins.
    divider
  };
  Kind kind = Kind::call;
  /// Counts in SequenceDiagram::participants.
  std::size_t from = 0, to = 0;
  /// One line, without control characters; not escaped for any language.
  std::string text;
};

/// A sequence diagram.
struct SequenceDiagram {
  struct Participant {
    /// Letters and digits; different from all others.
    std::string alias;
    /// For people; empty: the alias is shown.
    std::string name;
  };
  std::vector<Participant> participants;
  std::vector<SequenceItem> items;

  /// Appends an item, with control characters of the text escaped.
  void add(SequenceItem::Kind kind,
           std::size_t from,
           std::size_t to,
           const std::string& text);
  /// Appends a note or state of one participant.
  void add(SequenceItem::Kind kind, std::size_t at, const std::string& text) {
    add(kind, at, at, text);
  }
  /// Appends the divider before a step, counted from 1.
  void begin_step(const suite::Step& step, std::size_t number);
};

/// Nanoseconds as seconds, e.g. "1.5 s". Exact: a double would round.
[[nodiscard]] std::string seconds_text(const mpz_class& time);

/// The sequence of a test of steps: messages where steps deliver some, else
/// inputs and expected outputs. Requires: not a tree.
[[nodiscard]] SequenceDiagram sequence_of(const suite::Test& test,
                                          const suite::Suite& suite);

}  // namespace catenary::report
