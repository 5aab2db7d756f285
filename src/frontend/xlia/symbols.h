// SPDX-License-Identifier: Apache-2.0
/// \file
/// The declarations of an XLIA model and the uses of their names, for editors.
#pragma once

#include <string>
#include <string_view>

#include "base/text/symbols.h"

namespace catenary::frontend::xlia {

/// The symbols of a model, and the errors and warnings that parse() reports;
/// `path` is for messages. Does not throw base::InputError. Cost: as parse().
[[nodiscard]] base::Inspection inspect(std::string_view text,
                                       const std::string& path);

}  // namespace catenary::frontend::xlia
