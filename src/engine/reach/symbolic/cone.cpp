// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/symbolic/cone.h"

#include <algorithm>
#include <cstdint>
#include <unordered_set>

#include "base/process.h"
#include "base/wire.h"
#include "base/worker.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/traverse.h"

namespace catenary::engine::reach {

using logic::Term;

namespace {

/// Whether it is known of each step that the encoding does not describe why.
bool knows_stops(const model::EncodedPart& step) {
  return step.unfaithful.is_false() ||
         std::ranges::any_of(
             step.stops, [](const model::EncodedPart::Stop& stop) {
               return stop.outcome == model::StepOutcome::unsupported;
             });
}

}  // namespace

// A fixpoint.
std::vector<std::size_t> cone_of_influence(const model::Encoding& encoding,
                                           std::vector<Term> wanted) {
  std::vector<bool> matters(encoding.state.size(), false);
  std::unordered_set<std::uint32_t> variables;
  for (bool grows = true; grows;) {
    grows = false;
    for (const Term v : logic::free_variables(wanted)) variables.insert(v.id());
    for (std::size_t s = 0; s < encoding.state.size(); ++s) {
      if (matters[s] || !variables.contains(encoding.state[s].variable.id())) {
        continue;
      }
      matters[s] = true;
      grows = true;
      wanted.push_back(encoding.step.next[s]);
    }
  }
  std::vector<std::size_t> slots;
  for (std::size_t s = 0; s < matters.size(); ++s) {
    if (matters[s]) slots.push_back(s);
  }
  return slots;
}

Term limit_of(logic::TermManager& terms, const model::EncodedPart& step) {
  std::vector<Term> limits;
  for (const model::EncodedPart::Stop& stop : step.stops) {
    if (stop.outcome == model::StepOutcome::unsupported && stop.limit) {
      limits.push_back(stop.when);
    }
  }
  return logic::simplify(terms, terms.logical_or(limits));
}

Cone irrelevant_bytes(const model::StepSystem& system,
                      const base::Budget& budget) {
  logic::TermManager terms;
  model::Encoding encoding = system.encoder->encode(terms, {}, budget);
  model::EncodedPart& step = encoding.step;
  if (!knows_stops(step)) return {};
  std::vector<Term> wanted = {step.running,
                              step.ended,
                              step.discarded,
                              step.crashed,
                              step.unfaithful,
                              step.final};
  wanted.insert(wanted.end(), step.hits.begin(), step.hits.end());
  // Events are reported, too.
  for (const model::EncodedPart::Stop& stop : step.stops) {
    wanted.push_back(stop.when);
  }
  // What cancels out in a formula is no dependence.
  logic::Simplifier simplifier(terms);
  wanted = simplifier.simplify(wanted);
  step.next = simplifier.simplify(step.next);
  const std::vector<std::size_t> cone =
      cone_of_influence(encoding, std::move(wanted));
  Cone out;
  out.has_limits = !limit_of(terms, encoding.step).is_false();
  for (std::size_t s = 0; s < encoding.state.size(); ++s) {
    if (std::ranges::binary_search(cone, s)) continue;
    const model::StateSlot& slot = encoding.state[s];
    // Addresses stay: a value of zero may be none that the program ever has.
    if (!slot.address) out.irrelevant.push_back({slot.offset, slot.size});
  }
  return out;
}

Cone irrelevant_bytes_in_child(const model::StepSystem& system,
                               const base::Budget& budget,
                               std::uint64_t memory_bytes) {
  base::ForkedTask task;
  task.body = [&](base::ForkedOutput& output) {
    base::WireWriter message;
    const Cone cone = irrelevant_bytes(system, budget);
    message.put(cone.has_limits,
                static_cast<std::uint64_t>(cone.irrelevant.size()));
    for (const ByteRange& b : cone.irrelevant) {
      message.put(static_cast<std::uint64_t>(b.offset),
                  static_cast<std::uint64_t>(b.size));
    }
    output.write(message.bytes());
  };
  if (memory_bytes != 0) {
    task.limits.address_space_bytes = base::address_space() + memory_bytes;
  }
  Cone out;
  try {
    const base::ForkedResult result = base::run_forked(task, budget);
    base::WireReader message(result.bytes);
    std::uint64_t count = 0;
    message.get(out.has_limits, count);
    for (std::uint64_t i = 0; i < count; ++i) {
      std::uint64_t offset = 0;
      std::uint64_t size = 0;
      message.get(offset, size);
      out.irrelevant.push_back({offset, size});
    }
  } catch (const base::ToolError&) {
    return {};  // a limit of the encoding, of time or of memory
  } catch (const base::WireError&) {
    return {};  // the child was killed
  }
  return out;
}

}  // namespace catenary::engine::reach
