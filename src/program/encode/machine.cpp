// SPDX-License-Identifier: Apache-2.0
/// \file
/// The machine: splits, merges and ends of paths.
#include "program/encode/machine.h"

#include <string.h>

#include "base/check.h"

namespace catenary::program {

using logic::Term;
using model::StepOutcome;

Machine::Machine(logic::TermManager& terms,
                 const model::EncodeOptions& options,
                 const base::Budget& budget)
    : b(terms),
      guards(b),
      seen(b),
      addresses(b),
      options_(options),
      budget_(budget) {
  now.guard = guards.root();
}

void Machine::set_path(PathState path) {
  now = std::move(path);
  alive = true;
}

std::vector<const Guard*> Machine::split(const std::vector<Term>& literals) {
  // Literals that the path condition decides already are settled first.
  std::vector<Term> simple;
  std::size_t possible = 0;
  for (const Term literal : literals) {
    simple.push_back(guards.under(now.guard, literal));
    if (simple.back().is_true()) {
      // This one holds alone.
      for (Term& other : simple) other = b.no();
      simple.back() = b.yes();
      simple.resize(literals.size(), b.no());
      possible = 1;
      break;
    }
    if (!simple.back().is_false()) ++possible;
  }
  // Concolic: take the literal whose value is known to be true.
  if (possible > 1 && decide) {
    const std::vector<Term> before = simple;
    bool taken = false;
    for (Term& literal : simple) {
      std::optional<bool> way = false;
      if (!taken) {
        const std::optional<logic::Value> value = decide(literal);
        way = value ? std::optional<bool>(value->as_bool()) : std::nullopt;
      }
      if (!way) continue;
      if (*way) branches.push_back({literal, where()});
      taken = taken || *way;
      literal = *way ? literal : b.no();
    }
    // None is known to be true: take all ways, since another one may hold for
    // other values.
    if (!taken) simple = before;
  }
  std::vector<const Guard*> out(literals.size(), nullptr);
  std::vector<Term> left;
  for (const Term literal : simple) {
    if (!literal.is_false()) left.push_back(literal);
  }
  if (left.empty()) return out;
  std::vector<const Guard*> children;
  if (left.size() > 1) {
    children = guards.split(now.guard, left);
  } else if (decide) {
    // On a followed path the condition is kept, since other values break it.
    children = {guards.strengthen(now.guard, left.front())};
  } else {
    children = {now.guard};
  }
  std::size_t next = 0;
  for (std::size_t i = 0; i < simple.size(); ++i) {
    if (!simple[i].is_false()) out[i] = children[next++];
  }
  return out;
}

void Machine::merge(std::vector<PathState>& paths, const MergePlan& plan) {
  CATENARY_CHECK(!paths.empty(), "paths to merge");
  if (paths.size() == 1) return set_path(std::move(paths.front()));
  std::vector<const Guard*> merging;
  std::vector<const Memory*> memories;
  for (const PathState& p : paths) {
    merging.push_back(p.guard);
    memories.push_back(&p.memory);
  }
  PathState merged;
  merged.guard = guards.merge(merging);
  // One value of many paths may take as long as thousands of instructions.
  merged.memory = Memory::merge(b, seen, memories, plan, [this] {
    ++stats.merges;
    check_limits();
  });
  set_path(std::move(merged));
}

void Machine::stop_if(Term condition,
                      StepOutcome outcome,
                      const std::string& text,
                      const base::SourceLocation& place) {
  if (!alive || condition.is_false()) return;
  // Order: the end first, so ends are in program order.
  const std::vector<const Guard*> ways =
      split({condition, b.negate(condition)});
  if (ways[0] != nullptr) {
    PathEnd end;
    end.guard = ways[0];
    end.outcome = outcome;
    end.event = {text, place};
    // Outputs are read where the program ended by itself, so all is kept.
    if (outcome == StepOutcome::ended) end.memory = now.memory;
    for (const std::size_t index : kept_at_stops) {
      while (end.memory.size() <= index) end.memory.add({});
      end.memory.set(index, now.memory.share(index));
    }
    ends.push_back(std::move(end));
  }
  if (ways[1] == nullptr) {
    alive = false;
  } else {
    now.guard = ways[1];
  }
}

void Machine::unsupported(Term condition, const std::string& text) {
  if (!alive || condition.is_false()) return;
  const std::size_t before = ends.size();
  stop_if(condition,
          StepOutcome::unsupported,
          text,
          where ? where() : base::SourceLocation{});
  for (std::size_t i = before; i < ends.size(); ++i) ends[i].limit = true;
}

void Machine::crash(Term condition, int signal) {
  if (!alive || condition.is_false()) return;
  const char* name = sigdescr_np(signal);
  stop_if(condition,
          StepOutcome::crashed,
          "signal " + std::to_string(signal) +
              (name != nullptr ? std::string(" (") + name + ")" : ""));
}

void Machine::spend() {
  // The budget's clock is not read for each instruction.
  constexpr std::uint64_t kPollEvery = 256;
  if (++stats.instructions % kPollEvery != 0) return;
  constexpr base::WorkClock::duration kPrice{300 * kPollEvery};
  base::WorkClock::charge(kPrice);
  check_limits();
}

void Machine::check_limits() {
  const base::StopReason reason = budget_.poll();
  if (reason != base::StopReason::none) {
    throw base::StoppedError("encoding the program was stopped: " +
                             std::string(base::to_string(reason)));
  }
  const std::uint64_t terms = b.manager().size();
  if (options_.max_terms != 0 && terms > options_.max_terms) {
    throw base::ToolError("encoding the program needs more than " +
                          std::to_string(options_.max_terms) + " terms");
  }
}

}  // namespace catenary::program
