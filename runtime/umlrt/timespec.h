// SPDX-License-Identifier: Apache-2.0
/// \file
/// Times of the run time of Papyrus-RT, as its umlrttimespec.hh declares them.
/// The clock is an input of the test, which no timer depends on. Included by
/// umlrt.h.
#pragma once

// What goes wrong in here goes wrong where it is called.
#ifdef __clang__
#pragma clang attribute push(__attribute__((always_inline)), \
                             apply_to = function)
#pragma clang attribute push(__attribute__((nodebug)), \
                             apply_to = hasType(functionType))
#endif

extern "C" {
long nondet_stub_clock_seconds(void);
long nondet_stub_clock_nanoseconds(void);
void __catenary_assume(bool condition);
}
/// Whether the capsule has begun: before, objects that the program begins with
/// have no time yet. Those of the capsule get one before its initialisation.
static bool catenary_has_begun = false;

struct UMLRTTimespec {
  static constexpr long ONE_BILLION = 1000000000L;
  static constexpr long ONE_MILLION = 1000000L;
  static constexpr long SECONDS_PER_DAY = 60 * 60 * 24;
  static constexpr long SECONDS_PER_HOUR = 60 * 60;
  static constexpr long SECONDS_PER_MINUTE = 60;
  static constexpr long NANOSECONDS_PER_MILLISECOND = 1000000;

  long tv_sec, tv_nsec;
  UMLRTTimespec() : tv_sec(0), tv_nsec(0) {
    if (catenary_has_begun) getClock(this);
  }
  UMLRTTimespec(long seconds, long nanoseconds = 0)
      : tv_sec(seconds), tv_nsec(nanoseconds) {}

  static void getClock(UMLRTTimespec* now) {
#ifdef CATENARY_UMLRT_EXECUTED
    // The variables are the names of the inputs.
    const long clock_seconds = nondet_stub_clock_seconds();
    const long clock_nanoseconds = nondet_stub_clock_nanoseconds();
    __catenary_assume(clock_seconds >= 0 && clock_nanoseconds >= 0 &&
                      clock_nanoseconds < ONE_BILLION);
    now->tv_sec = clock_seconds;
    now->tv_nsec = clock_nanoseconds;
#else
    (void)now;
#endif
  }
  static void getclock(UMLRTTimespec* now) { getClock(now); }

  bool operator==(const UMLRTTimespec& other) const {
    usual(*this), usual(other);
    return tv_sec == other.tv_sec && tv_nsec == other.tv_nsec;
  }
  bool operator!=(const UMLRTTimespec& other) const {
    return !(*this == other);
  }
  bool operator<(const UMLRTTimespec& other) const {
    usual(*this), usual(other);
    return tv_sec < other.tv_sec ||
           (tv_sec == other.tv_sec && tv_nsec < other.tv_nsec);
  }
  bool operator<=(const UMLRTTimespec& other) const {
    return !(other < *this);
  }
  bool operator>(const UMLRTTimespec& other) const { return other < *this; }
  bool operator>=(const UMLRTTimespec& other) const {
    return !(*this < other);
  }
  UMLRTTimespec operator+(const UMLRTTimespec& other) const {
    usual(*this), usual(other);
    return adjusted(tv_sec + other.tv_sec, tv_nsec + other.tv_nsec);
  }
  UMLRTTimespec operator-(const UMLRTTimespec& other) const {
    usual(*this), usual(other);
    return adjusted(tv_sec - other.tv_sec, tv_nsec - other.tv_nsec);
  }
  UMLRTTimespec& operator+=(const UMLRTTimespec& other) {
    return *this = *this + other;
  }
  UMLRTTimespec& operator-=(const UMLRTTimespec& other) {
    return *this = *this - other;
  }
  bool isZeroOrNegative() const {
    usual(*this);
    return tv_sec < 0 || (tv_sec == 0 && tv_nsec == 0);
  }

 private:
  /// Versions of the run time differ in what they make of others.
  static void usual(const UMLRTTimespec& time) {
    CATENARY_UMLRT_LIMIT(time.tv_nsec >= 0 && time.tv_nsec < ONE_BILLION,
                         "a time whose nanoseconds are a second or more");
  }
  static UMLRTTimespec adjusted(long seconds, long nanoseconds) {
    CATENARY_UMLRT_LIMIT(nanoseconds != ONE_BILLION,
                         "a sum of nanoseconds that is just a second");
    if (nanoseconds >= ONE_BILLION) {
      return UMLRTTimespec(seconds + 1, nanoseconds - ONE_BILLION);
    }
    if (nanoseconds < 0) {
      return UMLRTTimespec(seconds - 1, nanoseconds + ONE_BILLION);
    }
    return UMLRTTimespec(seconds, nanoseconds);
  }
};

#ifdef __clang__
#pragma clang attribute pop
#pragma clang attribute pop
#endif
