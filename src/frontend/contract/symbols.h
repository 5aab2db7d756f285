// SPDX-License-Identifier: Apache-2.0
/// \file
/// The declarations of a .req file and the uses of their names, for editors.
#pragma once

#include <string>
#include <string_view>

#include "base/text/symbols.h"

namespace catenary::frontend::contract {

/// The symbols of a .req text, and the errors and warnings that parse()
/// reports; `path` is for messages. Reads no file and does not throw
/// base::InputError. Cost: as parse(), and for each use a look-up.
[[nodiscard]] base::Inspection inspect(std::string_view text,
                                       const std::string& path);

}  // namespace catenary::frontend::contract
