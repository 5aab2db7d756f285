// SPDX-License-Identifier: Apache-2.0
#include "lsp/json.h"

#include <charconv>
#include <utility>

namespace catenary::lsp {

using base::Json;

const Json* member(const Json& json,
                   std::initializer_list<std::string_view> path) {
  const Json* at = &json;
  for (const std::string_view name : path) {
    if (!at->is(Json::Kind::object)) return nullptr;
    at = at->find(name);
    if (at == nullptr) return nullptr;
  }
  return at;
}

std::string string_at(const Json& json,
                      std::initializer_list<std::string_view> path) {
  const Json* at = member(json, path);
  return at != nullptr && at->is(Json::Kind::string) ? at->text() : "";
}

std::optional<std::int64_t> integer_at(
    const Json& json, std::initializer_list<std::string_view> path) {
  const Json* at = member(json, path);
  if (at == nullptr || !at->is(Json::Kind::number)) return std::nullopt;
  const std::string& digits = at->text();
  std::int64_t out = 0;
  const char* const end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, out);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return out;
}

bool truth_at(const Json& json, std::initializer_list<std::string_view> path) {
  const Json* at = member(json, path);
  return at != nullptr && at->is(Json::Kind::boolean) && at->as_bool();
}

std::optional<Position> position_from(const Json* json) {
  if (json == nullptr) return std::nullopt;
  const auto line = integer_at(*json, {"line"});
  const auto column = integer_at(*json, {"character"});
  if (!line || !column || *line < 0 || *column < 0) return std::nullopt;
  return Position{static_cast<std::uint64_t>(*line),
                  static_cast<std::uint64_t>(*column)};
}

std::optional<Range> range_from(const Json* json) {
  if (json == nullptr) return std::nullopt;
  const auto begin = position_from(member(*json, {"start"}));
  const auto end = position_from(member(*json, {"end"}));
  if (!begin || !end) return std::nullopt;
  return Range{*begin, *end};
}

Json to_json(const Position& position) {
  Json out = Json::object();
  out.set("line", Json::number(static_cast<std::int64_t>(position.line)));
  out.set("character",
          Json::number(static_cast<std::int64_t>(position.column)));
  return out;
}

Json to_json(const Range& range) {
  Json out = Json::object();
  out.set("start", to_json(range.begin));
  out.set("end", to_json(range.end));
  return out;
}

Json location(const std::string& uri, const Range& range) {
  Json out = Json::object();
  out.set("uri", Json::string(uri));
  out.set("range", to_json(range));
  return out;
}

Json text_edit(const Range& range, std::string text) {
  Json out = Json::object();
  out.set("range", to_json(range));
  out.set("newText", Json::string(std::move(text)));
  return out;
}

}  // namespace catenary::lsp
