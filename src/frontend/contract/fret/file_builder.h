// SPDX-License-Identifier: Apache-2.0
/// \file
/// A component of FRET as a .req file.
#pragma once

#include "frontend/contract/fret/component.h"
#include "frontend/contract/parse/syntax.h"

namespace catenary::frontend::contract::fret {

/// The file has one view. Requirements that are left out have no contracts, so
/// that suites can name them; variables that cannot be used are missing.
/// `functions` are those that formulas may call, with constants.
[[nodiscard]] FileSyntax file_of(const KnownComponent& known,
                                 const Component& component,
                                 const FileSyntax& functions);

}  // namespace catenary::frontend::contract::fret
