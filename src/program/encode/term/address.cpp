// SPDX-License-Identifier: Apache-2.0
/// \file
/// Decoding of addresses, see address.h.
#include "program/encode/term/address.h"

#include "base/check.h"

namespace catenary::program {

using logic::Op;
using logic::Term;

namespace {

constexpr std::uint64_t kHalf = std::uint64_t{1} << 31;
constexpr std::uint64_t kLow = 0xffffffff;
/// No operating system maps what is below.
constexpr std::uint64_t kFirstMapped = 65536;
/// Levels of recursion; deeper terms are decoded by their values.
constexpr int kDeepest = 300;

bool is_zero(Term t) {
  return t.is_constant() && t.value().as_bits() == 0;
}

/// For a concatenation t = x:0, the term x such that t is x shifted left,
/// modulo 2^64.
Term unshifted(TermBuilder& b, Term t) {
  const Term x = t[0];
  const bool is_cut = x.op() == Op::bv_extract && x.indices().second == 0 &&
                      x[0].sort().bits() == 64;
  return is_cut ? x[0] : b.resize(x, 64, false);
}

/// Adds factor * t to the sum. Factors wrap: the sum is modulo 2^64.
void add_to(
    TermBuilder& b, LinearSum& sum, Term t, std::uint64_t factor, int depth) {
  const auto k = TermBuilder::constant(t);
  if (k) {
    sum.constant = static_cast<std::int64_t>(
        static_cast<std::uint64_t>(sum.constant) + factor * *k);
    return;
  }
  if (depth < kDeepest) {
    switch (t.op()) {
      case Op::bv_add:
        add_to(b, sum, t[0], factor, depth + 1);
        return add_to(b, sum, t[1], factor, depth + 1);
      case Op::bv_sub:
        add_to(b, sum, t[0], factor, depth + 1);
        return add_to(b, sum, t[1], 0 - factor, depth + 1);
      case Op::bv_neg:
        return add_to(b, sum, t[0], 0 - factor, depth + 1);
      case Op::bv_mul:
        for (const std::size_t i : {0U, 1U}) {
          if (const auto by = TermBuilder::constant(t[i])) {
            return add_to(b, sum, t[1 - i], factor * *by, depth + 1);
          }
        }
        break;
      // A multiplication by a power of two was turned into a concatenation.
      case Op::bv_concat:
        if (is_zero(t[1])) {
          const Term high = unshifted(b, t);
          return add_to(b, sum, high, factor << t[1].sort().bits(), depth + 1);
        }
        break;
      case Op::bv_zero_extend:
        if (t[0].op() == Op::bv_concat && is_zero(t[0][1])) {
          const Term high = b.resize(t[0][0], 64, false);
          return add_to(
              b, sum, high, factor << t[0][1].sort().bits(), depth + 1);
        }
        break;
      default:
        break;
    }
  }
  // Not linear: a term of its own; equal terms are one summand.
  for (auto& [known, other] : sum.terms) {
    if (other == t) {
      known =
          static_cast<std::int64_t>(static_cast<std::uint64_t>(known) + factor);
      return;
    }
  }
  sum.terms.emplace_back(static_cast<std::int64_t>(factor), t);
}

}  // namespace

LinearSum linear_sum(TermBuilder& b, Term t) {
  LinearSum sum;
  add_to(b, sum, t, 1, 0);
  std::erase_if(sum.terms, [](const auto& term) { return term.first == 0; });
  return sum;
}

std::uint32_t Addresses::add(ObjectInfo info) {
  objects_.push_back(std::move(info));
  return static_cast<std::uint32_t>(objects_.size() - 1);
}

Term Addresses::base(std::uint32_t id) {
  return b_.bits(64, (std::uint64_t{id} + 1) << 32 | kHalf);
}

// A constant of an object's range, or a variable with known addresses.
bool Addresses::has_base(Term t, int depth) const {
  constexpr int kFar = 12;
  if (const auto k = TermBuilder::constant(t)) {
    const std::uint64_t high = *k >> 32;
    return high >= 1 && high <= objects_.size();
  }
  if (values_.contains(t.id()) || found_in_.contains(t.id())) return true;
  if (depth > kFar) return false;
  if (t.op() == Op::bv_add) {
    return has_base(t[0], depth + 1) || has_base(t[1], depth + 1);
  }
  if (t.op() == Op::ite) {
    return has_base(t[1], depth + 1) || has_base(t[2], depth + 1);
  }
  return false;
}

void Addresses::join(std::vector<Target>& all, Target more) {
  // Paths on which it is impossible need no target.
  if (more.when.is_false()) return;
  for (Target& t : all) {
    if (t.kind == more.kind &&
        (t.kind != Target::Kind::object ||
         (t.object == more.object && t.offset == more.offset))) {
      t.when = b_.either(t.when, more.when);
      return;
    }
  }
  all.push_back(more);
}

const std::vector<Target>& Addresses::targets(Term pointer) {
  const auto at = known_.find(pointer.id());
  if (at != known_.end()) return at->second;
  std::vector<Target> out = decode(pointer, 0);
  return known_[pointer.id()] = std::move(out);
}

std::vector<Target> Addresses::decode_number(std::uint64_t address) {
  // The upper half is the object's number plus 1, see base().
  Target t;
  t.when = b_.yes();
  const std::uint64_t high = address >> 32;
  if (high >= 1 && high <= objects_.size()) {
    t.object = static_cast<std::uint32_t>(high - 1);
    t.offset = b_.bits(64, (address & kLow) - kHalf);
  } else {
    t.kind =
        address < kFirstMapped ? Target::Kind::null : Target::Kind::unknown;
  }
  return {t};
}

std::vector<Target> Addresses::decode(Term t, int depth) {
  if (const auto k = TermBuilder::constant(t)) return decode_number(*k);
  if (depth > kDeepest) return search(t);
  if (const auto at = known_.find(t.id()); at != known_.end()) {
    return at->second;
  }
  std::vector<Target> out;
  // The conditions of a choice are added to those of its branches.
  if (t.op() == Op::ite) {
    for (Target& target : decode(t[1], depth + 1)) {
      target.when = b_.both(t[0], target.when);
      join(out, target);
    }
    for (Target& target : decode(t[2], depth + 1)) {
      target.when = b_.both(b_.negate(t[0]), target.when);
      join(out, target);
    }
  } else if (t.op() == Op::bv_add && (has_base(t[0], 0) || has_base(t[1], 0))) {
    // One operand is the address, the other an offset.
    const bool first = has_base(t[0], 0);
    const Term pointer = first ? t[0] : t[1];
    const Term more = first ? t[1] : t[0];
    for (Target& target : decode(pointer, depth + 1)) {
      if (target.kind == Target::Kind::object) {
        target.offset = b_.add(target.offset, more);
      } else if (!more.is_constant() ||
                 *TermBuilder::constant(more) >= kFirstMapped / 2) {
        // An offset from null may be a member of a null structure, unless it is
        // large.
        target.kind = Target::Kind::unknown;
      }
      join(out, target);
    }
  } else {
    return search(t);
  }
  if (depth > 0) known_[t.id()] = out;
  return out;
}

// All three change what decoding says, for every term that contains the
// variable, hence the whole cache.
void Addresses::set_values(Term variable, std::set<std::uint64_t> values) {
  values_[variable.id()] = std::move(values);
  known_.clear();
}

void Addresses::set_objects(Term variable, std::set<std::uint32_t> objects) {
  found_in_[variable.id()] = std::move(objects);
  known_.clear();
}

void Addresses::forget_values(Term variable) {
  values_.erase(variable.id());
  found_in_.erase(variable.id());
  known_.clear();
}

/// Decodes a term by its values: those that are stated, or all that lie in a
/// findable object, as for an address from the state.
std::vector<Target> Addresses::search(Term t) {
  std::vector<Target> out;
  if (const auto at = values_.find(t.id()); at != values_.end()) {
    Target unknown;
    unknown.kind = Target::Kind::unknown;
    unknown.when = b_.yes();
    for (const std::uint64_t value : at->second) {
      const Term here = b_.equal(t, b_.bits(64, value));
      unknown.when = b_.both(unknown.when, b_.negate(here));
      for (Target& target : decode_number(value)) {
        target.when = here;
        join(out, target);
      }
    }
    join(out, unknown);
    return out;
  }
  // The upper half selects the object, the lower half is the offset.
  const Term high = b_.extract(t, 63, 32);
  const Term low = b_.extract(t, 31, 0);
  const Term offset = b_.add(b_.resize(low, 64, false), b_.bits(64, 0 - kHalf));
  Term other = b_.yes();
  const auto keep = [&](Target target) {
    other = b_.both(other, b_.negate(target.when));
    join(out, target);
  };
  Target null;
  null.kind = Target::Kind::null;
  null.when = b_.binary(Op::bv_ult, t, b_.bits(64, kFirstMapped));
  keep(null);
  const auto places = found_in_.find(t.id());
  for (std::uint32_t id = 0; id < objects_.size(); ++id) {
    const bool possible = places == found_in_.end()
                              ? objects_[id].findable
                              : places->second.contains(id);
    if (!possible) continue;
    Target target;
    target.object = id;
    target.offset = offset;
    target.when = b_.equal(high, b_.bits(32, std::uint64_t{id} + 1));
    keep(target);
  }
  Target unknown;
  unknown.kind = Target::Kind::unknown;
  unknown.when = other;
  join(out, unknown);
  return out;
}

}  // namespace catenary::program
