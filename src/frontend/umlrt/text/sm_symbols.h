// SPDX-License-Identifier: Apache-2.0
/// \file
/// The declarations of a .sm text and the uses of their names, in its C++ too,
/// for editors.
#pragma once

#include <string>
#include <string_view>

#include "base/text/symbols.h"

namespace catenary::frontend::umlrt {

/// The symbols of a .sm text, and the errors and warnings that parse_sm()
/// reports; `path` is for messages. C++ is read word by word: a word is taken
/// for the parameter, attribute, operation, port, part, type or enumerator of
/// that name, and `PORT.MESSAGE` for a message; scopes of C++ are not known.
/// Does not throw base::InputError. Cost: as parse_sm().
[[nodiscard]] base::Inspection inspect_sm(std::string_view text,
                                          const std::string& path);

}  // namespace catenary::frontend::umlrt
