// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/machine/random_actions.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace catenary::tools::bench {

namespace {

using Range = ActionFacts::Range;
constexpr std::int32_t kLeast = std::numeric_limits<std::int16_t>::min();
constexpr std::int32_t kMost = std::numeric_limits<std::int16_t>::max();
/// Guards that leave room lie beyond it, or are of a single value.
constexpr std::int32_t kFar = 20000;

std::int32_t width(const Range& r) {
  return r.most - r.least;
}

/// Compares with a constant that is above the least value and at most the
/// greatest, so that both outcomes are possible. Narrows the ranges.
std::string split(const std::string& name,
                  std::int32_t at,
                  std::uint64_t form,
                  Range& holds,
                  Range& fails) {
  switch (form) {
    case 0:
      fails.most = at - 1;
      holds.least = at;
      return name + " >= " + std::to_string(at);
    case 1:
      fails.most = at - 1;
      holds.least = at;
      return name + " > " + std::to_string(at - 1);
    case 2:
      holds.most = at - 1;
      fails.least = at;
      return name + " < " + std::to_string(at);
    case 3:
      holds = {at, at};
      if (fails.most == at) --fails.most;
      return name + " == " + std::to_string(at);
    default:
      fails = {at, at};
      if (holds.most == at) --holds.most;
      return name + " != " + std::to_string(at);
  }
}

}  // namespace

std::string parameter_name(std::size_t index) {
  return "x" + std::to_string(index);
}

std::string attribute_name(std::size_t index) {
  return "a" + std::to_string(index);
}

ActionWriter::ActionWriter(const RandomMachineOptions& options, base::Rng& rng)
    : options_(options), rng_(rng) {
  while (pool_.size() < options.constants) {
    const auto one = static_cast<std::int32_t>(rng_.in_range(-100, 100));
    if (std::ranges::find(pool_, one) == pool_.end()) pool_.push_back(one);
  }
}

ActionFacts ActionWriter::unknown(bool message) const {
  ActionFacts out;
  if (message) out.parameters.assign(options_.parameters, {kLeast, kMost});
  out.attributes.assign(options_.attributes,
                        {0, static_cast<std::int32_t>(options_.values) - 1});
  return out;
}

void ActionWriter::line(std::size_t depth, const std::string& text) {
  out_ += std::string(2 * depth, ' ') + text + "\n";
}

/// One in (least, most], or least where there is none.
std::int32_t ActionWriter::constant(const Range& within) {
  if (pool_.empty()) {
    return static_cast<std::int32_t>(
        rng_.in_range(within.least + 1, within.most));
  }
  std::vector<std::int32_t> fit;
  for (const std::int32_t c : pool_) {
    if (c > within.least && c <= within.most) fit.push_back(c);
  }
  return fit.empty() ? within.least : fit[rng_.below(fit.size())];
}

bool ActionWriter::of_parameter(const ActionFacts& facts, Condition& out) {
  if (facts.parameters.empty()) return false;
  const std::size_t p = rng_.below(facts.parameters.size());
  const Range range = facts.parameters[p];
  if (width(range) < 2) return false;
  const std::int32_t at = constant(range);
  if (at == range.least) return false;
  out.text = split(parameter_name(p),
                   at,
                   rng_.below(5),
                   out.holds.parameters[p],
                   out.fails.parameters[p]);
  return true;
}

/// Of parameters of which nothing is known yet; then nothing more is asked of
/// them, so that what is asked stays possible.
bool ActionWriter::of_arithmetic(const ActionFacts& facts, Condition& out) {
  if (!options_.arithmetic || facts.parameters.empty()) return false;
  const std::size_t p = rng_.below(facts.parameters.size());
  const std::size_t q = rng_.below(facts.parameters.size());
  const auto free = [&](std::size_t i) {
    return facts.parameters[i].least == kLeast &&
           facts.parameters[i].most == kMost;
  };
  if (!free(p) || !free(q)) return false;
  const std::string x = parameter_name(p);
  const std::string y = parameter_name(q);
  const std::int64_t c = rng_.in_range(2, 300);
  const auto text = [](std::int64_t n) { return std::to_string(n); };
  switch (rng_.below(5)) {
    case 0:
      out.text = x + " % " + text(c) + " == " + text(rng_.in_range(0, c - 1));
      break;
    case 1:
      out.text =
          x + " * " + text(c) + " == " + text(c * rng_.in_range(-100, 100));
      break;
    case 2:
      out.text = p == q
                     ? x + " * " + x + " < " + text(c * c)
                     : x + " + " + y + " > " + text(rng_.in_range(-9999, 9999));
      break;
    case 3:
      out.text =
          p == q ? "(" + x + " ^ " + text(c) +
                       ") == " + text(rng_.in_range(0, 9999))
                 : x + " - " + y + " == " + text(rng_.in_range(-9999, 9999));
      break;
    default:
      out.text = x + " + " +
                 attribute_name(rng_.below(facts.attributes.size())) + " * " +
                 text(c) + " == ";
      out.text += text(rng_.in_range(-9999, 9999));
      break;
  }
  for (ActionFacts* f : {&out.holds, &out.fails}) {
    f->parameters[p] = f->parameters[q] = {0, 0};
  }
  return true;
}

bool ActionWriter::of_attribute(const ActionFacts& facts, Condition& out) {
  const std::size_t a = rng_.below(facts.attributes.size());
  const Range range = facts.attributes[a];
  if (width(range) < 1) return false;
  const auto at =
      static_cast<std::int32_t>(rng_.in_range(range.least + 1, range.most));
  out.text = split(attribute_name(a),
                   at,
                   rng_.below(5),
                   out.holds.attributes[a],
                   out.fails.attributes[a]);
  return true;
}

/// One outcome of it cannot be.
ActionWriter::Condition ActionWriter::infeasible(const ActionFacts& facts) {
  Condition out{"", facts, facts};
  const auto most = static_cast<std::int32_t>(options_.values) - 1;
  for (std::size_t p = 0; p < facts.parameters.size(); ++p) {
    const Range& r = facts.parameters[p];
    // {0, 0} may stand for what is not known, too.
    const bool known = r.least > kLeast && width(r) > 0;
    if (!known || !rng_.chance(1, 2)) continue;
    out.text = parameter_name(p) + " < " + std::to_string(r.least);
    out.never = true;
    return out;
  }
  switch (rng_.below(facts.mode >= 0 ? 4 : 3)) {
    case 0:
      out.text = attribute_name(rng_.below(facts.attributes.size())) + " > " +
                 std::to_string(most);
      out.never = true;
      break;
    case 1:
      out.text = "a0 + mirror != " + std::to_string(most);
      out.never = true;
      break;
    case 2:
      out.text = "mirror <= " + std::to_string(most);
      out.always = true;
      break;
    default:
      out.text = "mode == " + std::to_string(facts.mode);
      out.always = true;
      break;
  }
  return out;
}

ActionWriter::Condition ActionWriter::condition(const ActionFacts& facts) {
  if (rng_.below(100) < options_.infeasible) return infeasible(facts);
  constexpr int kTries = 8;
  for (int i = 0; i < kTries; ++i) {
    Condition out{"", facts, facts};
    const std::uint64_t kind = rng_.below(10);
    const bool done = kind < 5   ? of_parameter(facts, out)
                      : kind < 7 ? of_arithmetic(facts, out)
                                 : of_attribute(facts, out);
    if (done) return out;
  }
  return infeasible(facts);
}

std::string ActionWriter::block(std::uint32_t conditions,
                                const ActionFacts& facts) {
  out_.clear();
  statements(conditions, facts, 0);
  return std::move(out_);
}

void ActionWriter::statements(std::uint32_t conditions,
                              const ActionFacts& facts,
                              std::size_t depth) {
  constexpr std::size_t kDeepest = 6;
  while (conditions > 0) {
    const bool all = depth < kDeepest && rng_.chance(1, 2);
    const auto now = static_cast<std::uint32_t>(
        all ? conditions : 1 + rng_.below(conditions));
    choice(depth < kDeepest ? now : 1, facts, depth);
    conditions -= depth < kDeepest ? now : 1;
  }
  change(facts, depth);
}

void ActionWriter::choice(std::uint32_t conditions,
                          const ActionFacts& facts,
                          std::size_t depth) {
  Condition c = condition(facts);
  --conditions;
  if (conditions > 0 && !c.never && !c.always && rng_.chance(1, 5)) {
    const bool both = rng_.chance(1, 2);
    const Condition d = condition(both ? c.holds : c.fails);
    if (!d.never && !d.always) {
      c.text += (both ? " && " : " || ") + d.text;
      (both ? c.holds : c.fails) = both ? d.holds : d.fails;
      (both ? c.fails : c.holds) = facts;
      --conditions;
    }
  }
  auto within = static_cast<std::uint32_t>(rng_.below(conditions + 1));
  if (c.never) within = 0;
  if (c.always) within = conditions;
  line(depth, "if (" + c.text + ") {");
  statements(within, c.holds, depth + 1);
  if (conditions > within || rng_.chance(1, 2)) {
    line(depth, "} else {");
    statements(conditions - within, c.fails, depth + 1);
  }
  line(depth, "}");
}

/// What an action does: sends a message, or changes an attribute.
void ActionWriter::change(const ActionFacts& facts, std::size_t depth) {
  if (rng_.chance(1, 3)) {
    return line(depth,
                "p.note(" + std::to_string(++notes_) + ", " +
                    attribute_name(rng_.below(options_.attributes)) +
                    ").send();");
  }
  const std::size_t index = rng_.below(options_.attributes);
  const std::string a = attribute_name(index);
  const std::string values = std::to_string(options_.values);
  const std::string c =
      std::to_string(rng_.in_range(1, std::max(options_.values, 3U) - 1));
  std::string value;
  switch (
      rng_.below(options_.arithmetic && !facts.parameters.empty() ? 4 : 3)) {
    case 0:
      value = std::to_string(rng_.below(options_.values));
      break;
    case 1:
      value = "(" + a + " + " + c + ") % " + values;
      break;
    case 2:
      value = "(" + a + " + " +
              attribute_name(rng_.below(options_.attributes)) + " + 1) % " +
              values;
      break;
    default:
      value = "static_cast<unsigned char>(" +
              parameter_name(rng_.below(facts.parameters.size())) + ") % " +
              values;
      break;
  }
  line(depth, a + " = " + value + ";");
  if (index == 0) {
    line(depth, "mirror = " + std::to_string(options_.values - 1) + " - a0;");
  }
}

std::string ActionWriter::narrow_guard() {
  const std::string x = parameter_name(0);
  const auto near = [&](std::int64_t least, std::int64_t most) {
    return std::to_string(pool_.empty() ? rng_.in_range(least, most)
                                        : pool_[rng_.below(pool_.size())]);
  };
  const std::uint64_t form = pool_.empty() ? rng_.below(3) : 0;
  if (form == 0) return "return " + x + " == " + near(-999, 999) + ";";
  return form == 1 ? "return " + x + " > " + near(kFar, kMost - 1) + ";"
                   : "return " + x + " < " + near(kLeast + 1, -kFar) + ";";
}

std::string ActionWriter::guard(bool message) {
  const ActionFacts facts = unknown(message);
  Condition out{"", facts, facts};
  const bool parameter = rng_.chance(1, 2) && of_parameter(facts, out);
  if (!parameter && !of_attribute(facts, out)) out.text = "a0 == 0";
  return "return " + out.text + ";";
}

}  // namespace catenary::tools::bench
