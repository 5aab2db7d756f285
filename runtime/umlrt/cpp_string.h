// SPDX-License-Identifier: Apache-2.0
/// \file
/// std::string in the C++ of a UML-RT model: of bounded size, in plain memory.
/// Included by umlrt.h.
#pragma once

/// The capacity of a string in characters. Programs of models with long string
/// literals define a larger one.
#ifndef CATENARY_UMLRT_STRING
#define CATENARY_UMLRT_STRING 63
#endif
#define CATENARY_UMLRT_DIGITS_OF(number) #number
#define CATENARY_UMLRT_DIGITS(number) CATENARY_UMLRT_DIGITS_OF(number)

#include "text.h"

// What goes wrong in here goes wrong where it is called.
#ifdef __clang__
#pragma clang attribute push(__attribute__((always_inline)), \
                             apply_to = function)
#pragma clang attribute push(__attribute__((nodebug)), \
                             apply_to = hasType(functionType))
#endif

// Whoever includes the real ones finds them there already.
#define _GLIBCXX_STRING 1
#define _GLIBCXX_STRING_VIEW 1
#define _STRINGFWD_H 1
#define _BASIC_STRING_H 1
#define _CHAR_TRAITS_H 1
#define _GLIBCXX_IOSFWD 1
#define _GLIBCXX_IOSTREAM 1
#define _GLIBCXX_OSTREAM 1
#define _GLIBCXX_ISTREAM 1
#define _GLIBCXX_IOS 1
#define _GLIBCXX_STREAMBUF 1
#define _GLIBCXX_SSTREAM 1
#define _GLIBCXX_FSTREAM 1
#define _GLIBCXX_IOMANIP 1
#define _STREAM_ITERATOR_H 1
#define _STREAMBUF_ITERATOR_H 1
namespace std {
template <typename>
class allocator;
template <typename Char>
struct char_traits;
template <typename Char,
          typename Traits = char_traits<Char>,
          typename Allocator = allocator<Char>>
class basic_string;
template <typename Char, typename Traits = char_traits<Char>>
class basic_ostream;
template <typename Char, typename Traits = char_traits<Char>>
class basic_istream;

/// A text of up to CATENARY_UMLRT_STRING characters. The first 0 ends it; all
/// characters behind it are 0 as well. A longer text ends the run.
struct string {
  using value_type = char;
  using size_type = size_t;
  using iterator = char*;
  using const_iterator = const char*;
  static constexpr size_t npos = (size_t)-1;
  static constexpr size_t kMost = CATENARY_UMLRT_STRING;
  char text[kMost + 1] = {};

  string() = default;
  string(const char* from) { append(from); }
  string(const UMLRTUnknownText& from) { append((const char*)from); }
  string(const char* from, size_t n) { append(from, n); }
  string(size_t n, char c) { append(n, c); }
  string(const string& other) { append(other); }
  string(const string& other, size_t at, size_t n = npos) {
    append(other.substr(at, n));
  }
  string& operator=(const string& other) {
    if (this != &other) {
      for (size_t i = 0; i < kMost; ++i) text[i] = 0;
      append(other);
    }
    return *this;
  }
  string& operator=(const char* from) { return *this = string(from); }
  string& operator=(char c) { return *this = string(1, c); }

  size_t size() const {
    size_t n = 0;
    while (n < kMost && text[n] != 0) ++n;
    return n;
  }
  size_t length() const { return size(); }
  size_t max_size() const { return kMost; }
  size_t capacity() const { return kMost; }
  void reserve(size_t = 0) {}
  void shrink_to_fit() {}
  bool empty() const { return text[0] == 0; }
  const char* c_str() const { return text; }
  const char* data() const { return text; }
  char* data() { return text; }
  char* begin() { return text; }
  char* end() { return text + size(); }
  const char* begin() const { return text; }
  const char* end() const { return text + size(); }
  const char* cbegin() const { return begin(); }
  const char* cend() const { return end(); }

  char& operator[](size_t at) {
    CATENARY_UMLRT_LIMIT(at <= size(), "std::string: [] beyond its end");
    return text[at];
  }
  const char& operator[](size_t at) const {
    CATENARY_UMLRT_LIMIT(at <= size(), "std::string: [] beyond its end");
    return text[at];
  }
  char& at(size_t at) {
    CATENARY_UMLRT_LIMIT(at < size(), "std::string: at() throws");
    return text[at];
  }
  const char& at(size_t at) const {
    CATENARY_UMLRT_LIMIT(at < size(), "std::string: at() throws");
    return text[at];
  }
  char& front() { return (*this)[0]; }
  char front() const { return (*this)[0]; }
  char& back() { return at(size() - 1); }
  char back() const { return at(size() - 1); }

  void clear() { *this = string(); }
  void push_back(char c) { append(1, c); }
  void pop_back() { at(size() - 1) = 0; }
  void resize(size_t n, char c = 0) {
    const size_t old = size();
    if (n > old) {
      append(n - old, c);
    } else {
      for (size_t i = n; i < old; ++i) text[i] = 0;
    }
  }
  string& append(const char* from) {
    size_t n = size();
    for (size_t i = 0; from[i] != 0; ++i) add(n++, from[i]);
    return *this;
  }
  string& append(const char* from, size_t count) {
    size_t n = size();
    for (size_t i = 0; i < count; ++i) add(n++, from[i]);
    return *this;
  }
  string& append(const string& other) {
    const size_t count = other.size();
    return append(other.text, count);
  }
  string& append(const string& other, size_t at, size_t n = npos) {
    return append(other.substr(at, n));
  }
  string& append(size_t count, char c) {
    size_t n = size();
    for (size_t i = 0; i < count; ++i) add(n++, c);
    return *this;
  }
  string& assign(const string& other) { return *this = other; }
  string& assign(const char* from, size_t n) { return *this = string(from, n); }
  string& operator+=(const string& other) { return append(other); }
  string& operator+=(const char* other) { return append(other); }
  string& operator+=(char c) { return append(1, c); }
  string& insert(size_t at, const string& other) {
    const string rest = substr(at);
    return erase(at).append(other).append(rest);
  }
  string& erase(size_t at = 0, size_t n = npos) {
    const size_t all = size();
    CATENARY_UMLRT_LIMIT(at <= all, "std::string: erase() throws");
    const string rest = n < all - at ? substr(at + n) : string();
    resize(at);
    return append(rest);
  }
  string& replace(size_t at, size_t n, const string& other) {
    return erase(at, n).insert(at, other);
  }
  void swap(string& other) {
    const string mine = *this;
    *this = other;
    other = mine;
  }
  string substr(size_t at = 0, size_t n = npos) const {
    const size_t all = size();
    CATENARY_UMLRT_LIMIT(at <= all, "std::string: substr() throws");
    return string(text + at, n < all - at ? n : all - at);
  }

  size_t find(const string& part, size_t from = 0) const {
    const size_t all = size();
    const size_t n = part.size();
    for (size_t i = from; i + n <= all; ++i) {
      if (same(i, part, n)) return i;
    }
    return npos;
  }
  size_t find(char c, size_t from = 0) const {
    const size_t all = size();
    for (size_t i = from; i < all; ++i) {
      if (text[i] == c) return i;
    }
    return npos;
  }
  size_t rfind(const string& part) const {
    const size_t n = part.size();
    for (size_t i = size() + 1; i-- > n;) {
      if (same(i - n, part, n)) return i - n;
    }
    return npos;
  }
  size_t rfind(char c) const {
    for (size_t i = size(); i-- > 0;) {
      if (text[i] == c) return i;
    }
    return npos;
  }
  size_t find_first_of(const string& any, size_t from = 0) const {
    const size_t all = size();
    for (size_t i = from; i < all; ++i) {
      if (any.find(text[i]) != npos) return i;
    }
    return npos;
  }
  size_t find_first_not_of(const string& any, size_t from = 0) const {
    const size_t all = size();
    for (size_t i = from; i < all; ++i) {
      if (any.find(text[i]) == npos) return i;
    }
    return npos;
  }
  size_t find_last_of(const string& any) const {
    for (size_t i = size(); i-- > 0;) {
      if (any.find(text[i]) != npos) return i;
    }
    return npos;
  }
  size_t find_last_not_of(const string& any) const {
    for (size_t i = size(); i-- > 0;) {
      if (any.find(text[i]) == npos) return i;
    }
    return npos;
  }
  int compare(const string& other) const {
    for (size_t i = 0; i <= kMost; ++i) {
      if (text[i] != other.text[i]) {
        return (unsigned char)text[i] < (unsigned char)other.text[i] ? -1 : 1;
      }
      if (text[i] == 0) return 0;
    }
    return 0;
  }
  int compare(size_t at, size_t n, const string& other) const {
    return substr(at, n).compare(other);
  }

 private:
  void add(size_t at, char c) {
    CATENARY_UMLRT_LIMIT(at < kMost,
                         "a std::string of more than " CATENARY_UMLRT_DIGITS(
                             CATENARY_UMLRT_STRING) " characters");
    CATENARY_UMLRT_LIMIT(c != 0, "a std::string with a character 0 in it");
    if (at < kMost) text[at] = c;
  }
  bool same(size_t at, const string& part, size_t n) const {
    for (size_t i = 0; i < n; ++i) {
      if (text[at + i] != part.text[i]) return false;
    }
    return true;
  }
};

inline bool operator==(const string& a, const string& b) {
  return a.compare(b) == 0;
}
inline bool operator!=(const string& a, const string& b) { return !(a == b); }
inline bool operator<(const string& a, const string& b) {
  return a.compare(b) < 0;
}
inline bool operator>(const string& a, const string& b) { return b < a; }
inline bool operator<=(const string& a, const string& b) { return !(b < a); }
inline bool operator>=(const string& a, const string& b) { return !(a < b); }
inline string operator+(const string& a, const string& b) {
  return string(a).append(b);
}
inline string operator+(const string& a, char c) {
  return string(a).append(1, c);
}
inline string operator+(char c, const string& b) {
  return string(1, c).append(b);
}

inline string catenary_digits(bool negative, unsigned long value) {
  constexpr int kDigits = 20;
  char digits[kDigits + 1];
  int n = kDigits;
  do {
    digits[n--] = (char)('0' + value % 10);
    value /= 10;
  } while (value != 0);
  string out(negative ? "-" : "");
  for (++n; n <= kDigits; ++n) out.push_back(digits[n]);
  return out;
}
inline string to_string(long value) {
  return catenary_digits(
      value < 0, value < 0 ? 0UL - (unsigned long)value : (unsigned long)value);
}
inline string to_string(unsigned long value) {
  return catenary_digits(false, value);
}
inline string to_string(int value) { return to_string((long)value); }
inline string to_string(long long value) { return to_string((long)value); }
inline string to_string(unsigned value) {
  return to_string((unsigned long)value);
}
inline string to_string(unsigned long long value) {
  return to_string((unsigned long)value);
}
inline string to_string(double) {
  CATENARY_UMLRT_LIMIT(false, "std::to_string() of a float");
  return string();
}
inline string to_string(float value) { return to_string((double)value); }
inline long stol(const string& text, size_t* end = nullptr, int base = 10) {
  char* after = nullptr;
  const long value = strtol(text.c_str(), &after, base);
  CATENARY_UMLRT_LIMIT(after != text.c_str(),
                       "std::stoi() of what is no number throws");
  if (end != nullptr) *end = (size_t)(after - text.c_str());
  return value;
}
inline int stoi(const string& text, size_t* end = nullptr, int base = 10) {
  const long value = stol(text, end, base);
  CATENARY_UMLRT_LIMIT(value >= INT_MIN && value <= INT_MAX,
                       "std::stoi() of too large a number throws");
  return (int)value;
}
inline double stod(const string&, size_t* = nullptr) {
  CATENARY_UMLRT_LIMIT(false, "std::stod()");
  return 0;
}
inline float stof(const string&, size_t* = nullptr) {
  CATENARY_UMLRT_LIMIT(false, "std::stof()");
  return 0;
}
}  // namespace std

#ifdef __clang__
#pragma clang attribute pop
#pragma clang attribute pop
#endif
