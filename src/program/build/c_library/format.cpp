// SPDX-License-Identifier: Apache-2.0
/// \file
/// The text of the function, see format.h. Decimals are exact: a fraction below
/// 1 is an integer of at most 1,074 bits, whose products with ten give the
/// digits.
#include "program/build/c_library/format.h"

namespace catenary::program {

namespace {

constexpr const char* kFormat =
    R"(static int __catenary_format(char *to, unsigned long size, const char *f,
                             __builtin_va_list all) {
  void __catenary_unsupported(const char *);
  enum { kMost = 60, kWidest = 100000 };
#define PUT(c)                      \
  do {                              \
    char put = (char)(c);           \
    if (n + 1 < size) to[n] = put;  \
    ++n;                            \
  } while (0)
#define REFUSE(why) __catenary_unsupported("snprintf(): " why)
  unsigned long n = 0;
  for (; *f != 0; ++f) {
    if (*f != '%') {
      PUT(*f);
      continue;
    }
    int left = 0, plus = 0, space = 0, zero = 0, other = 0;
    for (++f;; ++f) {
      if (*f == '-') left = 1;
      else if (*f == '+') plus = 1;
      else if (*f == ' ') space = 1;
      else if (*f == '0') zero = 1;
      else if (*f == '#') other = 1;
      else break;
    }
    int width = 0, precision = -1, size_of = 4, is_long = 0;
    if (*f == '*') {
      width = __builtin_va_arg(all, int);
      ++f;
      if (width < -kWidest) REFUSE("a field of more than 100,000 characters");
      if (width < 0) left = 1, width = -width;
    } else {
      for (; *f >= '0' && *f <= '9' && width <= kWidest; ++f)
        width = 10 * width + (*f - '0');
    }
    if (width > kWidest) REFUSE("a field of more than 100,000 characters");
    if (*f == '.') {
      precision = 0;
      if (*++f == '*') {
        precision = __builtin_va_arg(all, int);
        ++f;
        if (precision < 0) precision = -1;
      } else {
        for (; *f >= '0' && *f <= '9' && precision <= kWidest; ++f)
          precision = 10 * precision + (*f - '0');
      }
      if (precision > kWidest) REFUSE("more than 100,000 digits");
    }
    if (*f == 'h') {
      size_of = 2;
      if (*++f == 'h') size_of = 1, ++f;
    } else if (*f == 'l' || *f == 'z' || *f == 'j' || *f == 't') {
      size_of = 8;
      is_long = *f == 'l' && f[1] != 'l';
      if (*f++ == 'l' && *f == 'l') ++f;
    }
    /* Digits from the last to the first, or a text. */
    char digits[2 * kMost] = {0}, sign = 0;
    int count = 0, least = 0;
    unsigned base = 0;
    unsigned long value = 0, length = 0;
    const char *text = 0, *prefix = "";
    switch (*f) {
      case '%':
        PUT('%');
        continue;
      case 'c':
        if (size_of != 4) REFUSE("a wide character");
        digits[0] = (char)__builtin_va_arg(all, int);
        text = digits;
        length = 1;
        zero = 0;
        break;
      case 's':
        if (size_of != 4) REFUSE("a wide string");
        text = __builtin_va_arg(all, const char *);
        while ((precision < 0 || length < (unsigned long)precision) &&
               text[length] != 0)
          ++length;
        zero = 0;
        break;
      case 'd':
      case 'i': {
        long v = size_of == 8 ? __builtin_va_arg(all, long)
                              : __builtin_va_arg(all, int);
        if (size_of == 2) v = (short)v;
        if (size_of == 1) v = (signed char)v;
        sign = v < 0 ? '-' : plus ? '+' : space ? ' ' : 0;
        value = v < 0 ? 0 - (unsigned long)v : (unsigned long)v;
        base = 10;
        break;
      }
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        value = size_of == 8 ? __builtin_va_arg(all, unsigned long)
                             : __builtin_va_arg(all, unsigned);
        if (size_of == 2) value = (unsigned short)value;
        if (size_of == 1) value = (unsigned char)value;
        base = *f == 'u' ? 10 : *f == 'o' ? 8 : 16;
        if (other && base == 16 && value != 0)
          prefix = *f == 'x' ? "0x" : "0X";
        break;
      case 'f':
      case 'F': {
        if (size_of != 4 && !is_long) REFUSE("a long double");
        double x = __builtin_va_arg(all, double);
        unsigned long bits;
        __builtin_memcpy(&bits, &x, sizeof bits);
        sign = bits >> 63 ? '-' : plus ? '+' : space ? ' ' : 0;
        int e = (int)(bits >> 52 & 0x7ff);
        unsigned long m = bits & ((1UL << 52) - 1);
        if (e == 0x7ff) {
          text = *f == 'f' ? (m ? "nan" : "inf") : (m ? "NAN" : "INF");
          length = 3;
          zero = 0;
          break;
        }
        /* The number is m * 2^e. */
        if (e != 0) m |= 1UL << 52;
        e = (e != 0 ? e : 1) - 1075;
        if (precision < 0) precision = 6;
        if (e > 10) REFUSE("a number of 2^63 or more");
        if (precision > kMost) REFUSE("a number with more than 60 decimals");
        int s = e < 0 ? -e : 0;
        value = s == 0 ? m << e : s < 64 ? m >> s : 0;
        unsigned long rest = s < 64 ? m & ((1UL << s) - 1) : m;
        unsigned part[40] = {(unsigned)rest, (unsigned)(rest >> 32)};
        unsigned *at = part + s / 32;
        char decimals[kMost + 1] = {0};
        for (int i = 0; i < precision; ++i) {
          unsigned long carry = 0;
          for (int w = 0; w <= s / 32 + 1; ++w) {
            carry += 10UL * part[w];
            part[w] = (unsigned)carry;
            carry >>= 32;
          }
          unsigned long both = at[0] | (unsigned long)at[1] << 32;
          decimals[i] = (char)(both >> s % 32);
          at[0] = (unsigned)(both & ((1UL << s % 32) - 1));
          at[1] = 0;
        }
        if (s > 0) {
          /* To the nearest, and to the even one of two. */
          int half = part[(s - 1) / 32] >> (s - 1) % 32 & 1, more = 0;
          part[(s - 1) / 32] &= ~(1U << (s - 1) % 32);
          for (int w = 0; w <= s / 32 + 1; ++w) more |= part[w] != 0;
          int odd = precision > 0 ? decimals[precision - 1] & 1 : value & 1;
          int up = half && (more || odd);
          for (int i = precision - 1; i >= 0 && up; --i) {
            up = decimals[i] == 9;
            decimals[i] = up ? 0 : decimals[i] + 1;
          }
          value += (unsigned long)up;
        }
        for (int i = precision - 1; i >= 0; --i)
          digits[count++] = '0' + decimals[i];
        if (precision > 0 || other) digits[count++] = '.';
        least = count + 1;
        base = 10;
        precision = -1;
        break;
      }
      default:
        REFUSE("a conversion other than %d %i %u %o %x %X %c %s %f %F");
    }
    if (text == 0) {
      if (precision > kMost) REFUSE("a number with more than 60 digits");
      if (least == 0) least = precision < 0 ? 1 : precision;
      if (precision >= 0) zero = 0;
      for (; value != 0 || count < least; value /= base) {
        unsigned digit = (unsigned)(value % base);
        digits[count++] =
            (char)(digit < 10 ? '0' + digit
                              : (*f == 'X' ? 'A' : 'a') + digit - 10);
      }
      if (other && base == 8 && (count == 0 || digits[count - 1] != '0'))
        digits[count++] = '0';
      length = (unsigned long)count;
    }
    unsigned long used = length + (sign != 0) + (*prefix != 0 ? 2 : 0);
    unsigned long pad =
        (unsigned long)width > used ? (unsigned long)width - used : 0;
    if (left) zero = 0;
    for (unsigned long i = 0; i < pad && !left && !zero; ++i) PUT(' ');
    if (sign != 0) PUT(sign);
    for (; *prefix != 0; ++prefix) PUT(*prefix);
    for (unsigned long i = 0; i < pad && zero; ++i) PUT('0');
    for (unsigned long i = 0; i < length; ++i)
      PUT(text != 0 ? text[i] : digits[length - 1 - i]);
    for (unsigned long i = 0; i < pad && left; ++i) PUT(' ');
  }
  if (size > 0) to[n < size ? n : size - 1] = 0;
  if (n > 0x7fffffff) REFUSE("a string of 2^31 characters or more");
  return (int)n;
})";

}  // namespace

const char* format_text() {
  return kFormat;
}

}  // namespace catenary::program
