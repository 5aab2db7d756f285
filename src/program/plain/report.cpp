// SPDX-License-Identifier: Apache-2.0
#include "program/plain/report.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <sstream>

namespace catenary::program::plain {

namespace {

using model::ScalarType;

/// The value of bits as the driver has them, in the low bytes.
logic::Value value_of(ScalarType type, std::uint64_t bits) {
  std::byte bytes[8] = {};
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[i] = static_cast<std::byte>(bits >> (8 * i));
  }
  return model::decode_scalar(type, bytes);
}

/// Integers are compared as the type has them.
void merge_span(const Report::Span& from, ScalarType type, Report::Span& to) {
  to.nan = to.nan || from.nan;
  if (!from.seen) return;
  const auto is_less = [type](std::int64_t a, std::int64_t b) {
    return type == ScalarType::uint64
               ? static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b)
               : a < b;
  };
  if (!to.seen || is_less(from.ilo, to.ilo)) to.ilo = from.ilo;
  if (!to.seen || is_less(to.ihi, from.ihi)) to.ihi = from.ihi;
  if (!to.seen || from.dlo < to.dlo) to.dlo = from.dlo;
  if (!to.seen || from.dhi > to.dhi) to.dhi = from.dhi;
  to.seen = true;
}

/// The earliest step for each key.
template <class Key>
void merge_first(const std::map<Key, std::int64_t>& from,
                 std::map<Key, std::int64_t>& to) {
  for (const auto& [key, step] : from) {
    const auto [at, is_new] = to.emplace(key, step);
    if (!is_new) at->second = std::min(at->second, step);
  }
}

}  // namespace

void merge(const Report& from, const ReportTypes& types, Report& to) {
  merge_first(from.hits, to.hits);
  merge_first(from.names, to.names);
  for (const auto& [k, span] : from.outputs) {
    if (k >= types.outputs.size()) continue;
    merge_span(span, types.outputs[k], to.outputs[k]);
  }
  for (const auto& [k, span] : from.state) {
    if (k >= types.state.size()) continue;
    merge_span(span, types.state[k], to.state[k]);
  }
  for (const auto& [counter, value] : from.counts) {
    to.counts[counter].first += value.first;
    to.counts[counter].second += value.second;
  }
  for (const auto& [address, runs] : from.frames) to.frames[address] += runs;
  to.unknown_frames += from.unknown_frames;
  to.steps += from.steps;
  to.next_run = std::max(to.next_run, from.next_run);
  to.busy_ms += from.busy_ms;
  to.cut = to.cut || from.cut;
  to.complete = to.complete || from.complete;
}

Report read_report(const std::string& text) {
  Report out;
  std::istringstream in(text);
  std::string line;
  // Lines "key numbers…"; a line that was cut off leaves zeros behind, but then
  // "done" is missing and the report is not used.
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string key;
    words >> key;
    if (key == "hit") {
      std::uint32_t goal = 0;
      words >> goal >> out.hits[goal];
    } else if (key == "name") {
      std::int64_t step = 0;
      words >> step;
      std::string name;
      std::getline(words >> std::ws, name);
      out.names[name] = step;
    } else if (key == "output" || key == "state") {
      std::uint32_t index = 0;
      Report::Span s;
      std::string dlo;
      std::string dhi;
      words >> index >> s.seen >> s.nan >> s.ilo >> s.ihi >> dlo >> dhi;
      // Hexadecimal floats, which streams do not read.
      s.dlo = std::strtod(dlo.c_str(), nullptr);
      s.dhi = std::strtod(dhi.c_str(), nullptr);
      (key == "output" ? out.outputs : out.state)[index] = s;
    } else if (key == "count") {
      std::uint64_t counter = 0;
      words >> counter;
      words >> out.counts[counter].first >> out.counts[counter].second;
    } else if (key == "frame") {
      std::uint64_t address = 0;
      words >> std::hex >> address >> std::dec >> out.frames[address];
    } else if (key == "unknown-frames") {
      words >> out.unknown_frames;
    } else if (key == "done") {
      words >> out.steps >> out.cut >> out.next_run >> out.busy_ms;
      out.complete = true;
    }
  }
  return out;
}

std::vector<model::PlainGiven> read_given(const std::string& text,
                                          const model::StepSystem& system) {
  std::vector<model::PlainGiven> out;
  std::istringstream in(text);
  std::string line;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string key;
    model::PlainGiven g;
    words >> key;
    if (key == "called") {
      int type = 0;
      words >> g.step >> type >> std::hex >> g.bits >> g.name;
      g.called = true;
      g.value = value_of(static_cast<ScalarType>(type), g.bits);
    } else {
      if (key == "input") words >> g.step;
      words >> g.variable >> std::hex >> g.bits;
      const auto& variables = key == "input" ? system.inputs : system.initial;
      // A line that was cut off may have any number.
      if (g.variable >= variables.size()) continue;
      g.name = variables[g.variable].name;
      g.value = value_of(variables[g.variable].type, g.bits);
    }
    out.push_back(std::move(g));
  }
  return out;
}

model::PlainSpan span_of(model::ScalarType type, const Report::Span& span) {
  model::PlainSpan out;
  out.seen = span.seen;
  out.nan = span.nan;
  if (!span.seen) return out;
  const auto value = [type](std::int64_t i, double d) {
    switch (type) {
      case ScalarType::boolean:
        return logic::Value::boolean(i != 0);
      case ScalarType::float32:
        return logic::Value::float32(static_cast<float>(d));
      case ScalarType::float64:
        return logic::Value::float64(d);
      case ScalarType::uint64:
        return logic::Value::integer(static_cast<std::uint64_t>(i));
      default:
        return logic::Value::integer(static_cast<long long>(i));
    }
  };
  out.lo = value(span.ilo, span.dlo);
  out.hi = value(span.ihi, span.dhi);
  return out;
}

}  // namespace catenary::program::plain
