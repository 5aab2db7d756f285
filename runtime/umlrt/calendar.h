// SPDX-License-Identifier: Apache-2.0
/// \file
/// Dates in the C++ of a UML-RT model, in place of those of <time.h>: each
/// field of a date is an input of the test, within its range and chosen when it
/// is first read. How fields depend on the time and on each other is left open.
/// Included by umlrt.h, before everything that includes <time.h>.
#pragma once

#ifndef CATENARY_UMLRT_TESTS
#define tm catenary_c_tm
#define localtime catenary_c_localtime
#define gmtime catenary_c_gmtime
#define mktime catenary_c_mktime
#define strftime catenary_c_strftime
#define asctime catenary_c_asctime
#include <time.h>
#undef tm
#undef localtime
#undef gmtime
#undef mktime
#undef strftime
#undef asctime

// What goes wrong in here goes wrong where it is called.
#ifdef __clang__
#pragma clang attribute push(__attribute__((always_inline)), \
                             apply_to = function)
#pragma clang attribute push(__attribute__((nodebug)), \
                             apply_to = hasType(functionType))
#endif

extern "C" {
int nondet_stub_date(void);
void __catenary_assume(bool condition);
}

/// A field of a date, from Least to Most. One that the code sets is that value.
template <int Least, int Most>
struct catenary_date_field {
  mutable int value = 0;
  mutable bool is_open = false;  ///< nobody has read it yet
  catenary_date_field() = default;
  catenary_date_field(int to) : value(to) {}
  operator int() const {
#ifdef CATENARY_UMLRT_EXECUTED
    if (is_open) {
      const int date = nondet_stub_date();  // the name of the input
      __catenary_assume(date >= Least && date <= Most);
      value = date;
      is_open = false;
    }
#endif
    return value;
  }
};

struct tm {
  catenary_date_field<0, 60> tm_sec;
  catenary_date_field<0, 59> tm_min;
  catenary_date_field<0, 23> tm_hour;
  catenary_date_field<1, 31> tm_mday;
  catenary_date_field<0, 11> tm_mon;
  catenary_date_field<-2147483647 - 1, 2147483647> tm_year;
  catenary_date_field<0, 6> tm_wday;
  catenary_date_field<0, 365> tm_yday;
  catenary_date_field<-1, 1> tm_isdst;
  tm() = default;
  /// A copy has the same fields: those that are open are chosen.
  tm(const tm& other) { *this = other; }
  tm& operator=(const tm& other) {
    tm_sec = (int)other.tm_sec, tm_min = (int)other.tm_min;
    tm_hour = (int)other.tm_hour, tm_mday = (int)other.tm_mday;
    tm_mon = (int)other.tm_mon, tm_year = (int)other.tm_year;
    tm_wday = (int)other.tm_wday, tm_yday = (int)other.tm_yday;
    tm_isdst = (int)other.tm_isdst;
    return *this;
  }
};

namespace {
tm catenary_date;

/// The library has one date, which each call sets anew. Where the year is too
/// large for a date there is none.
inline tm* localtime(const time_t* time) {
  constexpr time_t kMostSeconds = 67768036191590399;  // a day from the end
  CATENARY_UMLRT_LIMIT(*time <= kMostSeconds && *time >= -kMostSeconds,
                       "a time that is beyond all dates");
  catenary_date = tm();
  catenary_date.tm_sec.is_open = catenary_date.tm_min.is_open = true;
  catenary_date.tm_hour.is_open = catenary_date.tm_mday.is_open = true;
  catenary_date.tm_mon.is_open = catenary_date.tm_year.is_open = true;
  catenary_date.tm_wday.is_open = catenary_date.tm_yday.is_open = true;
  catenary_date.tm_isdst.is_open = true;
  return &catenary_date;
}
inline tm* gmtime(const time_t* time) { return localtime(time); }
inline time_t mktime(tm*) {
  CATENARY_UMLRT_LIMIT(false, "the time of a date");
  return 0;
}
inline size_t strftime(char*, size_t, const char*, const tm*) {
  CATENARY_UMLRT_LIMIT(false, "a date as a text");
  return 0;
}
inline char* asctime(const tm*) {
  CATENARY_UMLRT_LIMIT(false, "a date as a text");
  return nullptr;
}
}  // namespace

#ifdef __clang__
#pragma clang attribute pop
#pragma clang attribute pop
#endif
#endif
