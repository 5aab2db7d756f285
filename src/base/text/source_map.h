// SPDX-License-Identifier: Apache-2.0
/// \file
/// Places of a generated text in the model that it was written from.
///
/// Whoever writes such a text notes, line by line, what it stands for; whoever
/// reports about the text (a compiler, its coverage, a search) has places of
/// the text, and find() gives those of the model.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace catenary::base {

/// The map of one generated text. Empty: nothing was generated, and each place
/// is its own.
///
/// The text is a sequence of stretches of whole lines. In a stretch of the
/// model the lines are consecutive lines of one file of the model, and columns
/// are the same in both. All other text stands for nothing in particular, and
/// is at home().
class SourceMap {
 public:
  SourceMap() = default;
  /// `home` is the place of all that the model does not have word by word.
  explicit SourceMap(SourceLocation home) : home_(std::move(home)) {}

  /// From this line of the text on (from 1), the lines are those of the model
  /// that begin with `where.line` of `where.file`; from home() on, none.
  /// Requires: `line` is not less than that of any call before.
  void begin(std::uint32_t line, const SourceLocation& where);
  void begin_home(std::uint32_t line) { begin(line, {}); }

  /// Moves everything down: the text has so many more lines in front.
  void move_down(std::uint32_t lines);

  /// Says what the compiler calls the text.
  void set_file(std::string file) { file_ = std::move(file); }
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const SourceLocation& home() const { return home_; }

  /// The place in the model. Of a place in a text whose name is in angle
  /// brackets, which no file holds, it is home(); a place in any other file is
  /// returned as it is, and so is every place where the map is empty. Cost:
  /// logarithmic in the number of stretches.
  [[nodiscard]] SourceLocation find(const SourceLocation& generated) const;

  /// Replaces places of the text, "FILE:LINE" or "FILE:LINE:COLUMN", that a
  /// message mentions.
  void find_in(std::string& message) const;

  /// Replaces the places of the diagnostic and its notes, and those in their
  /// messages.
  void find_all(Diagnostic& diagnostic) const;

 private:
  /// Lines from `line` to the next stretch; `where` is unknown at home.
  struct Stretch {
    std::uint32_t line = 0;
    SourceLocation where;
  };

  std::string file_;
  SourceLocation home_;
  /// Ascending by line.
  std::vector<Stretch> stretches_;
};

}  // namespace catenary::base
