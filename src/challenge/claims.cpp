// SPDX-License-Identifier: Apache-2.0
/// \file
/// Claims of a search, and their comparison with an observation.
#include "challenge/claims.h"

#include <algorithm>
#include <map>

#include "engine/reach/ranges.h"

namespace catenary::challenge {

namespace reach = engine::reach;
using model::GoalStatus;

namespace {

std::string range_text(const std::string& name, const reach::ValueRange& r) {
  return name + " is always in [" + r.lo.to_string() + ", " + r.hi.to_string() +
         "]" + (r.nan ? " or NaN" : "");
}

/// Whether a is before b; values of the same sort, no NaN.
bool less(const logic::Value& a, const logic::Value& b) {
  switch (a.kind()) {
    case logic::SortKind::boolean:
      return !a.as_bool() && b.as_bool();
    case logic::SortKind::integer:
      return a.as_integer() < b.as_integer();
    case logic::SortKind::floating:
      return a.sort() == logic::Value::float32(0).sort()
                 ? a.as_float() < b.as_float()
                 : a.as_double() < b.as_double();
    default:
      return false;
  }
}

/// Whether a value was seen outside of the range.
bool leaves(const model::PlainSpan& seen, const reach::ValueRange& range) {
  if (seen.nan && !range.nan) return true;
  if (!seen.seen) return false;
  // A number that only ever was a NaN has no ends.
  return less(seen.lo, range.lo) || less(range.hi, seen.hi);
}

void add_ranges(Claim::Kind kind,
                const std::vector<reach::ValueRange>& ranges,
                const std::vector<std::string>& names,
                std::vector<Claim>& out) {
  for (std::uint32_t i = 0; i < std::min(ranges.size(), names.size()); ++i) {
    if (!ranges[i].known || !ranges[i].proved) continue;
    Claim c;
    c.kind = kind;
    c.index = i;
    c.range = ranges[i];
    c.text = range_text(names[i], ranges[i]);
    out.push_back(std::move(c));
  }
}

}  // namespace

std::vector<Claim> claims_of(const model::StepSystem& system,
                             const reach::Result& result) {
  std::vector<Claim> out;
  for (std::uint32_t g = 0; g < result.goals.size(); ++g) {
    const reach::GoalReport& report = result.goals[g];
    const std::string& id = system.goals[g].id;
    Claim c;
    c.index = g;
    const std::int64_t depth = report.result.depth;
    if (report.result.status == GoalStatus::unreachable) {
      c.text = id + " is unreachable";
    } else if (report.result.status == GoalStatus::not_within_bound &&
               depth > 0) {
      c.steps = depth;
      c.text = id + " is not hit within " +
               reach::steps_text(static_cast<std::uint64_t>(depth));
    } else if (report.result.status == GoalStatus::covered && report.shortest &&
               depth > 0) {
      c.kind = Claim::Kind::earliest;
      c.steps = depth;
      c.text = id + " takes at least " +
               reach::steps_text(static_cast<std::uint64_t>(depth));
    } else {
      continue;
    }
    out.push_back(std::move(c));
  }
  std::vector<std::string> outputs;
  for (const model::Variable& v : system.outputs) outputs.push_back(v.name);
  std::vector<std::string> numbers;
  for (const model::StateScalar* s : reach::scalars_of(system)) {
    numbers.push_back(s->name);
  }
  add_ranges(Claim::Kind::output, result.output_ranges, outputs, out);
  add_ranges(Claim::Kind::state, result.state_ranges, numbers, out);
  return out;
}

bool is_observable(const Claim& claim,
                   const std::vector<bool>& goals,
                   const std::vector<bool>& state) {
  switch (claim.kind) {
    case Claim::Kind::never:
    case Claim::Kind::earliest:
      return claim.index < goals.size() && goals[claim.index];
    case Claim::Kind::output:
      return true;
    case Claim::Kind::state:
      return claim.index < state.size() && state[claim.index];
  }
  return false;
}

std::vector<std::size_t> contradicted(const std::vector<Claim>& claims,
                                      const model::PlainSeen& seen) {
  std::vector<std::size_t> out;
  std::map<std::uint32_t, std::size_t> of_goal;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const Claim& c = claims[i];
    if (c.is_about_goal()) {
      of_goal[c.index] = i;
    } else {
      const auto& spans =
          c.kind == Claim::Kind::output ? seen.outputs : seen.state;
      if (c.index < spans.size() && leaves(spans[c.index], c.range)) {
        out.push_back(i);
      }
    }
  }
  // Step -1: the hit was read off a counter, its step is not known. It
  // contradicts claims about all runs only.
  const auto breaks = [&](const model::PlainHit& hit, std::uint32_t goal) {
    const auto at = of_goal.find(goal);
    if (at == of_goal.end()) return false;
    const Claim& c = claims[at->second];
    if (c.kind == Claim::Kind::earliest) {
      return hit.step >= 0 && hit.step < c.steps;
    }
    return c.steps < 0 || (hit.step >= 0 && hit.step <= c.steps);
  };
  // The hit belongs to one of the goals. If one of them may be hit, that one
  // explains it.
  for (const model::PlainHit& hit : seen.hits) {
    const bool all = std::all_of(
        hit.goals.begin(), hit.goals.end(), [&](std::uint32_t goal) {
          return breaks(hit, goal);
        });
    if (!all) continue;
    for (const std::uint32_t goal : hit.goals) {
      out.push_back(of_goal.at(goal));
    }
  }
  // Several hits may contradict the same claim.
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace catenary::challenge
