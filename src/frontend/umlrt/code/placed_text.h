// SPDX-License-Identifier: Apache-2.0
/// \file
/// C++ text in which pieces of the user stand at their lines of the model: by
/// #line for Clang's diagnostics and debug information, and by a source map for
/// its coverage, which counts the lines of the text itself. Internal to
/// frontend/umlrt.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/text/source_map.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// Collects the text; text that is not of the user is attributed to a file
/// "<catenary NAME>".
class PlacedText {
 public:
  /// `name` is that of the capsule, which stands at `where`.
  PlacedText(std::string name, const base::SourceLocation& where)
      : name_(std::move(name)), places_(where) {}

  /// The text so far.
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Moves the text so far out of the object.
  [[nodiscard]] std::string take() { return std::move(text_); }

  /// Where the lines of the text so far are in the model.
  [[nodiscard]] const base::SourceMap& places() const { return places_; }

  /// Appends text as it is.
  void raw(const std::string& text);
  /// The text that follows is not of the user.
  void home();
  /// The text that follows is at `where` in the model.
  void place(const base::SourceLocation& where);

  /// Appends the lines of the code, each at its line and column of the model. A
  /// #line is written only where a line does not follow the one before.
  void lines(const model::ActionCode& code);
  /// Appends the code, and `tail` behind it, which is not of the user.
  void piece(const model::ActionCode& code, const std::string& tail);
  /// Appends code of the user with #include lines: those of headers that the
  /// run time replaces are left out, others depend on __has_include, since the
  /// model may be read on a machine without them.
  void preface(const model::ActionCode& code);

 private:
  std::string name_, text_;
  base::SourceMap places_;
  /// The number of line ends in the text.
  std::uint32_t lines_ = 0;
  /// Whether the last line of a preface was an #include.
  bool guarded_ = false;
};

}  // namespace catenary::frontend::umlrt
