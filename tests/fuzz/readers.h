// SPDX-License-Identifier: Apache-2.0
/// \file
/// Readers of files and messages, for fuzzing: each takes any bytes, and may
/// refuse them with base::InputError and nothing else.
///
/// Where what was read can be written, it is written, read and written again:
/// both texts must be the same. Readers that use this find wrong answers, not
/// crashes alone.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace catenary::fuzz {

/// A reader under test.
struct Reader {
  std::string_view name;
  /// Ends the process where a property does not hold.
  void (*read)(std::string_view bytes);
};

/// All readers, by name.
[[nodiscard]] std::span<const Reader> readers();

/// Calls the reader; base::InputError is what it may throw. Any other exception
/// passes.
void call(const Reader& reader, std::string_view bytes);

}  // namespace catenary::fuzz
