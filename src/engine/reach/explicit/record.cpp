// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/explicit/record.h"

#include <string_view>

namespace catenary::engine::reach {

void record_hit(const RunMemory& memory,
                const NewHit& hit,
                std::uint32_t depth) {
  // The element before its flag: see RunMemory.
  GoalHit& shared = memory.goals[hit.goal];
  shared.step = hit.step;
  shared.depth = depth;
  shared.known.store(1, std::memory_order_release);
  memory.header().goals_hit.fetch_add(1, std::memory_order_relaxed);
}

void record_finding(const RunMemory& memory, const NewFinding& finding) {
  const std::uint32_t count =
      memory.header().findings.load(std::memory_order_relaxed);
  FindingRecord fresh{};
  fresh.step = finding.step;
  fresh.outcome = finding.outcome;
  fresh.line = finding.event.where.line;
  fresh.column = finding.event.where.column;
  fresh.occurrences = 1;
  copy_text(finding.event.text, fresh.text, sizeof fresh.text);
  copy_text(finding.event.where.file, fresh.file, sizeof fresh.file);
  // Linear search: there are few distinct errors, and each costs a run that
  // ended.
  for (std::uint32_t i = 0; i < count; ++i) {
    FindingRecord& known = memory.findings[i];
    if (known.outcome == fresh.outcome && known.line == fresh.line &&
        known.column == fresh.column &&
        std::string_view(known.text) == fresh.text &&
        std::string_view(known.file) == fresh.file) {
      ++known.occurrences;
      return;
    }
  }
  // The table is full. The search goes on; the parent learns from
  // RunHeader::gaps whether a proof is still possible.
  if (count == RunMemory::kMaxFindings) return;
  memory.findings[count] = fresh;
  memory.header().findings.store(count + 1, std::memory_order_release);
}

}  // namespace catenary::engine::reach
