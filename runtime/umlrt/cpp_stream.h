// SPDX-License-Identifier: Apache-2.0
/// \file
/// Streams of C++: output goes nowhere, string streams are bounded. Included by
/// umlrt.h.
#pragma once

#include "cpp_string.h"

// What goes wrong in here goes wrong where it is called.
#ifdef __clang__
#pragma clang attribute push(__attribute__((always_inline)), \
                             apply_to = function)
#pragma clang attribute push(__attribute__((nodebug)), \
                             apply_to = hasType(functionType))
#endif

namespace std {
/// What can be written to all streams.
struct catenary_manipulator {};
static const catenary_manipulator endl = {}, ends = {}, flush = {}, hex = {},
                                  dec = {}, oct = {}, fixed = {},
                                  scientific = {}, boolalpha = {},
                                  noboolalpha = {}, left = {}, right = {};
struct catenary_setting {};
inline catenary_setting setw(int) { return {}; }
inline catenary_setting setprecision(int) { return {}; }
inline catenary_setting setfill(char) { return {}; }

/// Standard output: whatever is written to it goes nowhere.
struct catenary_stream {
  template <typename Any>
  const catenary_stream& operator<<(Any) const {
    return *this;
  }
  const catenary_stream& flush() const { return *this; }
  const catenary_stream& put(char) const { return *this; }
};
using ostream = const catenary_stream;
static const catenary_stream cout = {}, cerr = {}, clog = {};

/// A stream that keeps what is written to it, up to 63 characters in all.
struct stringstream {
  string written;
  bool is_exact = true;

  stringstream() = default;
  explicit stringstream(const string& text) : written(text) {}
  stringstream& operator<<(const char* text) { return add(text); }
  stringstream& operator<<(const string& text) { return add(text); }
  stringstream& operator<<(char c) { return add(string(1, c)); }
  stringstream& operator<<(bool value) { return add(value ? "1" : "0"); }
  stringstream& operator<<(short value) { return add(to_string(value)); }
  stringstream& operator<<(unsigned short value) {
    return add(to_string(value));
  }
  stringstream& operator<<(int value) { return add(to_string(value)); }
  stringstream& operator<<(unsigned value) { return add(to_string(value)); }
  stringstream& operator<<(long value) { return add(to_string(value)); }
  stringstream& operator<<(unsigned long value) {
    return add(to_string(value));
  }
  template <typename Any>
  stringstream& operator<<(const Any&) {
    is_exact = false;
    return *this;
  }
  string str() const {
    CATENARY_UMLRT_LIMIT(is_exact, "what a stream makes of this type");
    return written;
  }
  void str(const string& text) {
    written = text;
    is_exact = true;
  }
  void clear() {}

 private:
  stringstream& add(const string& text) {
    written += text;
    return *this;
  }
};
using ostringstream = stringstream;
}  // namespace std

#ifdef __clang__
#pragma clang attribute pop
#pragma clang attribute pop
#endif
