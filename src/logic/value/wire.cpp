// SPDX-License-Identifier: Apache-2.0
#include "logic/value/wire.h"

#include <cmath>
#include <string>

#include "base/error.h"

namespace catenary::logic {

namespace {

/// The first byte of a value.
enum class Tag : std::uint8_t { absent, boolean, integer, float64, text };

}  // namespace

void write(base::WireWriter& to, const std::optional<Value>& value) {
  if (!value) {
    to.put(Tag::absent);
  } else if (value->kind() == SortKind::boolean) {
    to.put(Tag::boolean, value->as_bool());
  } else if (value->kind() == SortKind::integer && value->fits_int64()) {
    to.put(Tag::integer, std::int64_t{value->as_int64()});
    // A NaN keeps its bits in the text form only.
  } else if (value->sort() == Sort::float64() &&
             !std::isnan(value->as_double())) {
    to.put(Tag::float64, value->as_double());
  } else {
    to.put(Tag::text, value->to_string());
  }
}

void read(base::WireReader& from,
          const Sort& sort,
          std::optional<Value>& value) {
  const Tag tag = from.get_enum(Tag::text);
  const bool fits = tag == Tag::boolean   ? sort.kind() == SortKind::boolean
                    : tag == Tag::integer ? sort.kind() == SortKind::integer
                    : tag == Tag::float64 ? sort == Sort::float64()
                                          : true;
  if (!fits) base::WireReader::fail();
  switch (tag) {
    case Tag::absent:
      value.reset();
      return;
    case Tag::boolean:
      value = Value::boolean(from.get<bool>());
      return;
    case Tag::integer:
      value = Value::integer(static_cast<long long>(from.get<std::int64_t>()));
      return;
    case Tag::float64:
      value = Value::float64(from.get<double>());
      return;
    case Tag::text:
      try {
        value = parse_value(sort, from.get<std::string>());
      } catch (const base::InputError&) {
        base::WireReader::fail();
      }
      return;
  }
}

}  // namespace catenary::logic
