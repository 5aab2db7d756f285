// SPDX-License-Identifier: Apache-2.0
/// \file
/// Texts in step systems: variables that are characters.
#pragma once

namespace catenary::model {

/// Variable::unit of a character of a text. The characters of the text "t" are
/// the variables "t[0]", "t[1]", … of the type int8, one behind the other.
inline constexpr const char* kCharacter = "character";

}  // namespace catenary::model
