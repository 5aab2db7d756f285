// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sets of rational numbers: finite unions of intervals, each end included or
/// not. Used for delays at which something can happen, and for values that
/// satisfy a guard.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace catenary::logic {

/// How to write a number; null = exactly, e.g. "7/2".
using NumberText = std::string (*)(const mpq_class& number);

/// A non-empty interval. An absent end is infinite, and open.
struct NumberInterval {
  /// The ends; absent = infinite.
  std::optional<mpq_class> lo, hi;
  /// Whether an end is excluded.
  bool lo_open = false, hi_open = false;

  /// Whether it contains one number only.
  [[nodiscard]] bool is_point() const;
  /// Whether the number is in it.
  [[nodiscard]] bool contains(const mpq_class& number) const;
  /// A number strictly inside; for a point, the point.
  [[nodiscard]] mpq_class inside() const;
  /// For people, e.g. "[0, 5)", "3", "(1, ∞)".
  [[nodiscard]] std::string to_string(NumberText text = nullptr) const;
  bool operator==(const NumberInterval&) const = default;
};

/// A union of intervals that are ascending and do not touch each other, so that
/// equal sets have equal representations.
class NumberSet {
 public:
  /// The empty set.
  NumberSet() = default;
  /// All rational numbers.
  static NumberSet all();
  /// One number.
  static NumberSet point(const mpq_class& number);
  /// All numbers from that one on, itself included.
  static NumberSet at_least(const mpq_class& number);
  /// The numbers between two ends; empty if nothing lies between them.
  static NumberSet interval(std::optional<mpq_class> lo,
                            bool lo_open,
                            std::optional<mpq_class> hi,
                            bool hi_open);

  /// The intervals, ascending.
  [[nodiscard]] const std::vector<NumberInterval>& intervals() const {
    return intervals_;
  }
  [[nodiscard]] bool empty() const { return intervals_.empty(); }
  [[nodiscard]] bool contains(const mpq_class& number) const;
  /// Whether it contains a number above `number`.
  [[nodiscard]] bool reaches_beyond(const mpq_class& number) const;
  /// Whether the last interval has no upper end.
  [[nodiscard]] bool unbounded_above() const;

  /// Adds the numbers of an interval. Cost: linear in the intervals.
  void add(NumberInterval interval);
  /// The numbers of either set.
  [[nodiscard]] NumberSet united(const NumberSet& other) const;
  /// The numbers of both sets.
  [[nodiscard]] NumberSet intersected(const NumberSet& other) const;

  /// All numbers that are not in the set.
  [[nodiscard]] NumberSet complement() const;

  /// The integers of the set, as intervals whose finite ends are integers, in
  /// as few intervals as possible: {1} and {2} become [1, 2].
  [[nodiscard]] NumberSet integers() const;

  /// The least integer of the set that is not below `from`, or the greatest
  /// that is not above it; nothing if there is none.
  [[nodiscard]] std::optional<mpz_class> integer_from(
      const mpq_class& from) const;
  [[nodiscard]] std::optional<mpz_class> integer_up_to(
      const mpq_class& from) const;

  /// For people, e.g. "[0, 5) or 7"; "nothing" for the empty set.
  [[nodiscard]] std::string to_string(NumberText text = nullptr) const;
  bool operator==(const NumberSet&) const = default;

 private:
  std::vector<NumberInterval> intervals_;
};

}  // namespace catenary::logic
