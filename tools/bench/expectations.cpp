// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/expectations.h"

#include <cstdint>
#include <utility>

#include "tools/bench/bench_run.h"

namespace catenary::tools::bench {

namespace {

/// As an expectation writes it; "nothing" where there is none.
std::string text_of(const suite::Json* value) {
  if (value == nullptr) return "nothing";
  return value->compact();
}

}  // namespace

void add_counts(suite::Json& document) {
  const auto add = [&](suite::Json& to,
                       const char* notion,
                       const char* list,
                       const char* count) {
    const suite::Json* found =
        look_up(document, std::string("consistency.") + notion);
    if (found == nullptr) return;
    const suite::Json* verdict = found->find("verdict");
    to.set(notion,
           suite::Json::boolean(verdict != nullptr &&
                                verdict->text() == "consistent"));
    const suite::Json* items = found->find(list);
    const std::size_t n = items == nullptr ? 0 : items->items().size();
    to.set(count, suite::Json::number(static_cast<std::int64_t>(n)));
  };
  suite::Json counts = suite::Json::object();
  add(counts, "strategy", "conflicts", "conflicts");
  add(counts, "no_dead_end", "cores", "cores");
  document.set("counts", std::move(counts));
}

std::string unmet(const std::vector<BenchExpectation>& expect,
                  const suite::Json& document) {
  for (const BenchExpectation& e : expect) {
    const std::string found =
        text_of(look_up(document, bench_result_path(e.key)));
    if (found == e.value) continue;
    return e.key + " is " + found + ", expected " + e.value;
  }
  return {};
}

}  // namespace catenary::tools::bench
