// SPDX-License-Identifier: Apache-2.0
/// \file
/// Descriptions as editors want them: their variables, properties and calls
/// with all places that name them, and definitions in the C files.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/text/symbols.h"

namespace catenary::frontend::c {

/// The symbols of a description, and the errors that parse_description()
/// reports; `path` is for messages. Functions that its C text calls are symbols
/// that are declared elsewhere. Does not throw base::InputError. Cost: linear,
/// times the number of variables.
[[nodiscard]] base::Inspection inspect_description(const std::string& text,
                                                   const std::string& path);

/// The place of the name in the definition of a function, global variable or
/// macro of that name; else of a declaration. Found by words and brackets: the
/// file is neither preprocessed nor compiled, so that a definition made by a
/// macro is not found. Nothing if there is none. Cost: linear.
[[nodiscard]] std::optional<base::Place> find_in_c(std::string_view text,
                                                   std::string_view name);

/// Gives the text of a file; nothing if it cannot be read.
using FileText =
    std::function<std::optional<std::string>(const std::string& path)>;

/// The same in the sources of the description `text` at `path`, and in the
/// headers that they include by "…" from their own folders. `read` gives their
/// texts. The file of the result is a path as `read` takes it.
[[nodiscard]] std::optional<base::SourceLocation> find_in_sources(
    const std::string& text,
    const std::string& path,
    std::string_view name,
    const FileText& read);

}  // namespace catenary::frontend::c
