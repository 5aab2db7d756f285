// SPDX-License-Identifier: Apache-2.0
#include "program/plain/observations.h"

#include <functional>
#include <limits>
#include <map>
#include <string>
#include <utility>

namespace catenary::program::plain {

namespace {

/// How much of a count the ends of runs may explain. In a whole program each
/// run ends within some functions, whose counts do not add up: each call makes
/// a derived count too large by at most 1, since what has entered a region and
/// not left it is taken for what went on behind it.
std::function<std::int64_t(const Count&)> slack_of(const Report& report,
                                                   const ExecutableMap& map) {
  constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();
  std::map<std::string, std::int64_t> frames;
  for (const auto& [address, count] : report.frames) {
    // The call comes before the address to which it returns.
    frames[map.function_at(address - 1)] += count;
  }
  std::map<std::string, std::int64_t> known;
  for (const auto& [function, counting] : map.counted_in) {
    for (const std::string& symbol : counting) {
      known[function] += frames[symbol];
    }
  }
  const bool is_known = report.unknown_frames == 0;
  return [known = std::move(known), is_known](const Count& count) {
    if (count.exact) return std::int64_t{0};
    const auto at = known.find(count.function);
    return is_known && at != known.end() ? at->second : kAll;
  };
}

void add_hits(const Report& report, const Observed& of, model::PlainSeen& out) {
  for (const auto& [goal, step] : report.hits) {
    out.hits.push_back({{goal}, step});
  }
  for (const auto& [name, step] : report.names) {
    auto at = of.evidence.named.find(name);
    if (at == of.evidence.named.end() && name.starts_with("error ")) {
      at = of.evidence.named.find("error");
    }
    if (at != of.evidence.named.end()) {
      out.hits.push_back({at->second, of.whole ? -1 : step});
    }
  }
  const auto slack = slack_of(report, of.map);
  CountValues values(of.map.sums, [&report](std::uint64_t counter) {
    const auto at = report.counts.find(counter);
    return at == report.counts.end()
               ? 0
               : static_cast<std::int64_t>(at->second.first);
  });
  const auto is_partly = [&report](std::uint64_t counter) {
    const auto at = report.counts.find(counter);
    return at != report.counts.end() && at->second.second != 0;
  };
  for (const Evidence& e : of.evidence.counted) {
    if (values.of(e.count.value) > slack(e.count) ||
        (e.count.exact && is_partly(e.count.value.index))) {
      out.hits.push_back({e.goals, -1});
    }
  }
}

}  // namespace

model::PlainSeen observations(
    const Report& report,
    const Observed& of,
    const model::StepSystem& system,
    const std::vector<std::optional<Watched>>& watched) {
  model::PlainSeen out;
  out.steps = report.steps;
  out.cut = report.cut;
  add_hits(report, of, out);
  out.outputs.resize(system.outputs.size());
  for (const auto& [k, span] : report.outputs) {
    out.outputs[k] = span_of(system.outputs[k].type, span);
  }
  std::uint32_t k = 0;
  for (const std::optional<Watched>& w : watched) {
    out.state.emplace_back();
    if (!w) continue;
    const auto at = report.state.find(k++);
    if (at == report.state.end()) continue;
    out.state.back() = span_of(w->scalar->type, at->second);
  }
  return out;
}

}  // namespace catenary::program::plain
