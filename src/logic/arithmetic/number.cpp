// SPDX-License-Identifier: Apache-2.0
#include "logic/arithmetic/number.h"

#include "base/check.h"

namespace catenary::logic {

bool is_number(Term term) {
  return term.sort().kind() == SortKind::integer ||
         term.sort().kind() == SortKind::real;
}

mpq_class number_of(const Value& value) {
  return value.kind() == SortKind::integer ? mpq_class(value.as_integer())
                                           : value.as_real();
}

Value value_of(const Sort& sort, const mpq_class& number) {
  if (sort.kind() == SortKind::real) return Value::real(number);
  CATENARY_CHECK(sort.kind() == SortKind::integer && number.get_den() == 1,
                 "an integer for Int");
  return Value::integer(number.get_num());
}

mpz_class floor_of(const mpq_class& number) {
  mpz_class out;
  mpz_fdiv_q(out.get_mpz_t(), number.get_num_mpz_t(), number.get_den_mpz_t());
  return out;
}

mpz_class ceiling_of(const mpq_class& number) {
  mpz_class out;
  mpz_cdiv_q(out.get_mpz_t(), number.get_num_mpz_t(), number.get_den_mpz_t());
  return out;
}

}  // namespace catenary::logic
