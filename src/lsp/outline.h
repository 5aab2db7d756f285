// SPDX-License-Identifier: Apache-2.0
/// \file
/// How far the elements of a document reach.
#pragma once

#include <cstdint>
#include <vector>

#include "lsp/document.h"

namespace catenary::lsp {

/// The last line of each symbol, from 1: up to the next one beside it, or to
/// the end of the one around it, without blank lines and comments at the end. 0
/// for symbols that are declared elsewhere. Cost: linear, times a logarithm.
[[nodiscard]] std::vector<std::uint32_t> last_lines(const Document& document);

}  // namespace catenary::lsp
