// SPDX-License-Identifier: Apache-2.0
/// \file
/// Fields of frames. Frequent values have a binary form; all others are text.
#include "exec/adapter/line/wire.h"

#include <cmath>
#include <cstring>

#include "base/error.h"

namespace catenary::exec::wire {
namespace {

using logic::Sort;
using logic::SortKind;
using logic::Value;

/// The first byte of a value.
enum Tag : std::uint8_t {
  kAbsent,
  kFalse,
  kTrue,
  kInteger,  ///< 64 bits
  kDouble,   ///< 64 bits, IEEE
  kText      ///< everything else
};

}  // namespace

void Writer::number(std::uint64_t n) {
  // In machine byte order: both ends are the same process, forked.
  char raw[sizeof n];
  std::memcpy(raw, &n, sizeof n);
  bytes_.append(raw, sizeof n);
}

void Writer::text(std::string_view text) {
  number(text.size());
  bytes_.append(text);
}

void Writer::value(const std::optional<Value>& value) {
  if (!value) {
    byte(kAbsent);
  } else if (value->kind() == SortKind::boolean) {
    byte(value->as_bool() ? kTrue : kFalse);
  } else if (value->kind() == SortKind::integer && value->fits_int64()) {
    byte(kInteger);
    number(static_cast<std::uint64_t>(value->as_int64()));
    // A NaN keeps its bits in the text form only.
  } else if (value->sort() == Sort::float64() &&
             !std::isnan(value->as_double())) {
    byte(kDouble);
    std::uint64_t raw = 0;
    const double d = value->as_double();
    std::memcpy(&raw, &d, sizeof raw);
    number(raw);
  } else {
    // Exact for every sort; rare ones need no form of their own.
    byte(kText);
    text(value->to_string());
  }
}

std::string Writer::frame() const {
  const auto size = static_cast<std::uint32_t>(bytes_.size());
  // The length is read first: parse errors leave the rest empty.
  std::string out(sizeof size, '\0');
  std::memcpy(out.data(), &size, sizeof size);
  return out + bytes_;
}

std::string_view Reader::take(std::size_t n) {
  // After an error nothing is read any more.
  if (!good_ || n > rest_.size()) {
    good_ = false;
    rest_ = {};
    return {};
  }
  const std::string_view out = rest_.substr(0, n);
  rest_.remove_prefix(n);
  return out;
}

std::uint8_t Reader::byte() {
  const std::string_view raw = take(1);
  return raw.empty() ? 0 : static_cast<std::uint8_t>(raw[0]);
}

std::uint64_t Reader::number() {
  std::uint64_t n = 0;
  const std::string_view raw = take(sizeof n);
  if (!raw.empty()) std::memcpy(&n, raw.data(), sizeof n);
  return n;
}

std::string Reader::text() {
  return std::string(take(number()));
}

std::optional<Value> Reader::value(const Sort& sort) {
  const std::uint8_t tag = byte();
  const auto wrong = [&]() -> std::optional<Value> {
    good_ = false;
    return std::nullopt;
  };
  switch (tag) {
    case kAbsent:
      return std::nullopt;
    case kFalse:
    case kTrue:
      // A value of another sort is an error of the protocol, not a value.
      if (sort.kind() != SortKind::boolean) return wrong();
      return Value::boolean(tag == kTrue);
    case kInteger:
      if (sort.kind() != SortKind::integer) return wrong();
      return Value::integer(
          static_cast<long long>(static_cast<std::int64_t>(number())));
    case kDouble: {
      if (!(sort == Sort::float64())) return wrong();
      const std::uint64_t raw = number();
      double d = 0;
      std::memcpy(&d, &raw, sizeof d);
      return Value::float64(d);
    }
    case kText:
      try {
        return logic::parse_value(sort, text());
      } catch (const base::InputError&) {
        return wrong();
      }
    default:
      return wrong();
  }
}

}  // namespace catenary::exec::wire
