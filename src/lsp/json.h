// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values of LSP as JSON, and members of messages that may be missing or of
/// another type.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "base/text/json.h"
#include "lsp/text.h"

namespace catenary::lsp {

/// The member at the end of a path of names; null where there is none.
[[nodiscard]] const base::Json* member(
    const base::Json& json, std::initializer_list<std::string_view> path);
/// A string; "" where there is none.
[[nodiscard]] std::string string_at(
    const base::Json& json, std::initializer_list<std::string_view> path);
/// An integer; nothing where there is none, or it does not fit.
[[nodiscard]] std::optional<std::int64_t> integer_at(
    const base::Json& json, std::initializer_list<std::string_view> path);
/// true or false; false where there is neither.
[[nodiscard]] bool truth_at(const base::Json& json,
                            std::initializer_list<std::string_view> path);
/// A position or range; nothing where a member is missing or negative.
[[nodiscard]] std::optional<Position> position_from(const base::Json* json);
[[nodiscard]] std::optional<Range> range_from(const base::Json* json);

[[nodiscard]] base::Json to_json(const Position& position);
[[nodiscard]] base::Json to_json(const Range& range);
/// { uri, range }.
[[nodiscard]] base::Json location(const std::string& uri, const Range& range);
/// { range, newText }.
[[nodiscard]] base::Json text_edit(const Range& range, std::string text);

}  // namespace catenary::lsp
