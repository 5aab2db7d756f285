// SPDX-License-Identifier: Apache-2.0
#include "report/html/columns.h"

#include <algorithm>
#include <numeric>
#include <variant>

#include "base/check.h"
#include "report/export/drawing/tree_labels.h"

namespace catenary::report {

namespace {

using suite::Json;

/// Runs shorter than this are not worth a '*'.
constexpr std::size_t kShortestRun = 3;

void write_number(std::uint64_t n, std::string& out) {
  static constexpr std::string_view kDigits =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-";
  do {
    const std::uint64_t more = n > 31 ? 32 : 0;
    out += kDigits[(n & 31U) | more];
    n >>= 5U;
  } while (n != 0);
}

/// A text that is different for different values and kinds of expectations.
std::string key_of(const suite::Expectation& value) {
  if (const auto* v = std::get_if<logic::Value>(&value)) return v->to_string();
  if (const auto* f = std::get_if<suite::Formula>(&value)) {
    return "f " + suite::to_smtlib(*f);
  }
  return "x " + suite::to_string(value);
}

Json to_json(const suite::Interval& interval) {
  Json ends = Json::array();
  ends.push(interval.lo ? suite::to_json(*interval.lo) : Json());
  ends.push(interval.hi ? suite::to_json(*interval.hi) : Json());
  ends.push(Json::boolean(interval.lo_open));
  ends.push(Json::boolean(interval.hi_open));
  Json out = Json::object();
  out.set("i", std::move(ends));
  return out;
}

Json to_json(const suite::Expectation& value) {
  if (const auto* v = std::get_if<logic::Value>(&value)) {
    return suite::to_json(*v);
  }
  if (const auto* i = std::get_if<suite::Interval>(&value)) return to_json(*i);
  Json out = Json::object();
  if (const auto* s = std::get_if<suite::OneOf>(&value)) {
    Json& values = out.set("s", Json::array());
    for (const logic::Value& v : s->values) values.push(suite::to_json(v));
  } else {
    out.set("f", Json::string(formula_text(std::get<suite::Formula>(value))));
  }
  return out;
}

}  // namespace

std::string write_column(const std::vector<std::uint32_t>& numbers) {
  std::string out;
  if (std::ranges::all_of(numbers, [](std::uint32_t n) { return n == 0; })) {
    return out;
  }
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[i]) ++end;
    write_number(numbers[i], out);
    if (end - i < kShortestRun) {
      ++i;
      continue;
    }
    out += '*';
    write_number(end - i - 1, out);
    i = end;
  }
  return out;
}

void ValueDictionary::count(const suite::Expectation& value) {
  const auto [at, is_new] = entry_of_.try_emplace(
      key_of(value), static_cast<std::uint32_t>(entries_.size()));
  if (is_new) entries_.push_back({value, 0});
  ++entries_[at->second].times;
}

void ValueDictionary::close() {
  order_.resize(entries_.size());
  std::iota(order_.begin(), order_.end(), 0U);
  // Stable, so that the numbers do not depend on anything but the suite.
  std::ranges::stable_sort(order_, [this](std::uint32_t a, std::uint32_t b) {
    return entries_[a].times > entries_[b].times;
  });
  number_.resize(entries_.size());
  for (std::uint32_t i = 0; i < order_.size(); ++i) number_[order_[i]] = i + 1;
}

std::uint32_t ValueDictionary::number_of(
    const suite::Expectation& value) const {
  const auto at = entry_of_.find(key_of(value));
  CATENARY_CHECK(at != entry_of_.end(), "a value that was not counted");
  return number_[at->second];
}

Json ValueDictionary::to_json() const {
  Json out = Json::array();
  out.push(Json());
  for (const std::uint32_t entry : order_) {
    out.push(report::to_json(entries_[entry].value));
  }
  return out;
}

}  // namespace catenary::report
