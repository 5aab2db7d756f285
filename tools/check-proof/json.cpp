// SPDX-License-Identifier: Apache-2.0
#include "tools/check-proof/json.h"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "tools/check-proof/failure.h"

namespace check_proof {

namespace {

constexpr std::size_t kMostLevels = 100;

/// Builds the value while the text is read.
class JsonBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Json result;

  bool null() override { return put(Json::Kind::null, ""); }
  bool boolean(bool value) override {
    return put(Json::Kind::boolean, "", value);
  }
  bool number_integer(number_integer_t value) override {
    return put(Json::Kind::number, std::to_string(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return put(Json::Kind::number, std::to_string(value));
  }
  bool number_float(number_float_t, const string_t& text) override {
    return put(Json::Kind::number, text);
  }
  bool string(string_t& value) override {
    return put(Json::Kind::string, value);
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::Kind::object); }
  bool start_array(std::size_t) override { return open(Json::Kind::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    const auto& members = open_.back()->members;
    if (std::ranges::any_of(members,
                            [&](const auto& m) { return m.first == name; })) {
      throw Unreadable("the suite: the member '" + name + "' is there twice");
    }
    name_ = name;
    return true;
  }

  bool parse_error(std::size_t at,
                   const std::string&,
                   const nlohmann::detail::exception& why) override {
    throw Unreadable("the suite, byte " + std::to_string(at) + ": " +
                     why.what());
  }

 private:
  /// Where a value goes; it stays there while what is in it is read.
  Json& place() {
    if (open_.empty()) return result;
    Json& in = *open_.back();
    if (in.kind == Json::Kind::array) return in.items.emplace_back();
    return in.members.emplace_back(name_, Json()).second;
  }
  bool put(Json::Kind kind, std::string text, bool truth = false) {
    place() = Json{kind, truth, std::move(text), {}, {}};
    return true;
  }
  bool open(Json::Kind kind) {
    if (open_.size() == kMostLevels) {
      throw Unreadable("the suite: more than 100 levels");
    }
    Json& json = place();
    json.kind = kind;
    open_.push_back(&json);
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  /// Around the place that is read, the innermost last.
  std::vector<Json*> open_;
  std::string name_;
};

/// The text with "-0" as "-0.0", which the library does not take for 0.
std::string with_signs(std::string_view text) {
  std::string out;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (quoted && text[i] == '\\' && i + 1 < text.size()) {
      out += text[++i];
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && text[i] == '0' && i > 1 && text[i - 1] == '-' &&
               text[i - 2] != 'e' && text[i - 2] != 'E' &&
               text.find_first_of("0123456789.eE", i + 1) != i + 1) {
      out += ".0";
    }
  }
  return out;
}

}  // namespace

const Json& Json::at(std::string_view name) const {
  static const Json kNothing;
  for (const auto& [key, value] : members) {
    if (key == name) return value;
  }
  return kNothing;
}

Json read_json(std::string_view text) {
  JsonBuilder builder;
  nlohmann::json::sax_parse(with_signs(text), &builder);
  return std::move(builder.result);
}

}  // namespace check_proof
