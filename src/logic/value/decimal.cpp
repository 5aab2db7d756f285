// SPDX-License-Identifier: Apache-2.0
#include "logic/value/decimal.h"

namespace catenary::logic {

std::optional<std::string> finite_decimal(const mpq_class& number,
                                          std::size_t most_digits) {
  mpq_class scaled = abs(number);
  std::size_t digits = 0;
  for (; scaled.get_den() != 1; scaled *= 10) {
    // Only powers of 2 and 5 in the denominator ever vanish.
    const mpz_class common = gcd(scaled.get_den(), mpz_class(10));
    if (common == 1 || ++digits > most_digits) return std::nullopt;
  }
  std::string text = scaled.get_num().get_str();
  if (text.size() <= digits) text.insert(0, digits + 1 - text.size(), '0');
  if (digits > 0) text.insert(text.size() - digits, ".");
  return (number < 0 ? "-" : "") + text;
}

}  // namespace catenary::logic
