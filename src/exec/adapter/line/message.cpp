// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values, times and messages in the syntax of the line protocol.
#include "exec/adapter/line/message.h"

#include <algorithm>
#include <cctype>

#include "base/error.h"
#include "logic/value/decimal.h"

namespace catenary::exec {
namespace {

using suite::Json;

/// An error at a line of the system or of a log.
[[noreturn]] void fail(const std::string& name, const std::string& what) {
  throw base::InputError(base::SourceLocation{}, name + ": " + what, "line");
}

/// Refuses numbers whose digits or exponent would take much memory: the text
/// comes from the SUT.
void check_size(const std::string& text, const std::string& name) {
  constexpr std::size_t kMostDigits = 1000;
  constexpr std::size_t kMostExponent = 5;  // sign and digits
  const std::size_t e = text.find_first_of("eE");
  if (text.size() > kMostDigits ||
      (e != std::string::npos && text.size() - e - 1 > kMostExponent)) {
    fail(name, "the number is too large: " + excerpt(text));
  }
}

/// A rational from a number, a decimal or "p/q", exactly.
logic::Value read_real(const Json& json, const std::string& name) {
  if (!json.is(Json::Kind::number) && !json.is(Json::Kind::string)) {
    fail(name, "expected a number or \"p/q\"");
  }
  check_size(json.text(), name);
  try {
    return logic::parse_value(logic::Sort::real(), json.text());
  } catch (const base::InputError&) {
    fail(name, "expected a number or \"p/q\", not " + excerpt(json.text()));
  }
}

}  // namespace

std::string excerpt(std::string_view line) {
  constexpr std::size_t kMost = 80;
  std::string out;
  for (const char c : line.substr(0, kMost)) {
    // Control characters would disturb the message.
    out += static_cast<unsigned char>(c) < ' ' ? '?' : c;
  }
  out = suite::to_utf8(out);
  return line.size() > kMost ? out + "…" : out;
}

Json parse_line(std::string_view line, const std::string& name) {
  suite::JsonLimits limits;
  // A line of the protocol is flat; limits keep a hostile SUT from exhausting
  // the memory.
  limits.depth = 16;
  limits.values = 100'000;
  Json json;
  try {
    json = suite::parse_json(line, name, limits);
  } catch (const base::InputError& error) {
    fail(
        name,
        error.diagnostics().front().message + ", in \"" + excerpt(line) + "\"");
  }
  if (!json.is(Json::Kind::object)) {
    fail(name, "expected an object, not \"" + excerpt(line) + "\"");
  }
  return json;
}

logic::Value read_value(const Json& json,
                        const suite::Signal& signal,
                        const std::string& name) {
  if (signal.sort() == logic::Sort::real()) return read_real(json, name);
  // Integers of unbounded types have any number of digits, too.
  if (json.is(Json::Kind::number)) check_size(json.text(), name);
  try {
    return suite::value_from_json(json, signal, name);
  } catch (const base::InputError& error) {
    fail(name, error.diagnostics().front().message);
  }
}

mpq_class read_time(const Json& json, const std::string& name) {
  mpq_class time = read_real(json, name).as_real();
  if (time < 0) fail(name, "a time is not negative");
  return time;
}

TimedMessage read_message(const Json& json,
                          const suite::Signature& signature,
                          const std::string& name) {
  const Json* channel = json.find("channel");
  if (channel == nullptr || !channel->is(Json::Kind::string)) {
    fail(name, "expected a \"channel\"");
  }
  const auto found = std::find_if(
      signature.channels.begin(),
      signature.channels.end(),
      // Names of channels are unique.
      [&](const suite::Channel& c) { return c.name == channel->text(); });
  if (found == signature.channels.end()) {
    fail(name, "no channel is called \"" + excerpt(channel->text()) + "\"");
  }
  TimedMessage out;
  out.channel = static_cast<std::uint32_t>(found - signature.channels.begin());
  static const std::vector<Json> kNone;
  const Json* values = json.find("values");
  if (values != nullptr && !values->is(Json::Kind::array)) {
    fail(name, "\"values\" is not an array");
  }
  const std::vector<Json>& items = values == nullptr ? kNone : values->items();
  if (items.size() != found->parameters.size()) {
    fail(name,
         found->name + " carries " + std::to_string(found->parameters.size()) +
             " values, not " + std::to_string(items.size()));
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    out.values.push_back(read_value(items[i], found->parameters[i], name));
  }
  return out;
}

Json write_message(const std::string& channel,
                   const std::vector<logic::Value>& values) {
  Json out = Json::object();
  out.set("channel", Json::string(channel));
  Json& list = out.set("values", Json::array());
  for (const logic::Value& value : values) list.push(suite::to_json(value));
  return out;
}

std::string decimal_text(const mpq_class& number) {
  constexpr std::size_t kMostDigits = 9;
  return logic::finite_decimal(number, kMostDigits).value_or(number.get_str());
}

}  // namespace catenary::exec
