// SPDX-License-Identifier: Apache-2.0
#include "app/qualify/suite_table.h"

#include <vector>

#include "base/error.h"
#include "base/text/json.h"

namespace catenary::app {

namespace {

using base::Json;

const Json& member(const Json& object, const char* key) {
  const Json* found =
      object.is(Json::Kind::object) ? object.find(key) : nullptr;
  if (found == nullptr) {
    throw base::InputError(
        {}, std::string("the suite has no '") + key + "'", "kit");
  }
  return *found;
}

/// The lines "LETTER NAME VALUE" of the members of an object.
std::string values(char letter, const Json* object) {
  std::string out;
  if (object == nullptr) return out;
  if (!object->is(Json::Kind::object)) {
    throw base::InputError({}, "expected values by name", "kit");
  }
  for (const auto& [name, value] : object->members()) {
    std::string text = value.compact();
    if (value.is(Json::Kind::boolean)) text = value.as_bool() ? "1" : "0";
    out += std::string(1, letter) + " " + name + " " + text + "\n";
  }
  return out;
}

std::string step_lines(const Json& step) {
  std::string once = values('I', step.find("inputs")) + "S\n" +
                     values('O', step.find("expect"));
  if (const Json* goals = step.find("goals")) {
    for (const Json& goal : goals->items()) once += "G " + goal.text() + "\n";
  }
  const Json* repeat = step.find("repeat");
  const int times = repeat == nullptr ? 1 : std::stoi(repeat->text());
  std::string out;
  for (int i = 0; i < times; ++i) out += once;
  return out;
}

}  // namespace

std::string suite_table(const std::string& json) {
  const Json suite = base::parse_json(json, "suite");
  std::vector<std::string> begun;  // the lines of each prefix
  std::string out;
  const auto lines_of = [&](const Json& test) {
    std::string lines;
    if (const Json* after = test.find("after")) {
      lines = begun.at(std::stoul(after->text()));
    }
    for (const Json& step : member(test, "steps").items()) {
      lines += step_lines(step);
    }
    return lines;
  };
  if (const Json* prefixes = suite.find("prefixes")) {
    for (const Json& prefix : prefixes->items()) {
      begun.push_back(lines_of(prefix));
    }
  }
  for (const Json& test : member(suite, "tests").items()) {
    out += "T " + member(test, "id").text() + "\n" + lines_of(test);
  }
  return out;
}

}  // namespace catenary::app
