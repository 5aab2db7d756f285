// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes jobs of the driver.
#include "program/plain/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <sstream>

namespace catenary::program::plain {

namespace {

using model::ScalarType;

bool is_float(ScalarType type) {
  return type == ScalarType::float32 || type == ScalarType::float64;
}

/// The bits of a value as the driver has them, in the low bytes.
std::uint64_t bits_of(ScalarType type, const logic::Value& value) {
  std::byte bytes[8] = {};
  model::encode_scalar(type, value, bytes);
  std::uint64_t out = 0;
  for (std::size_t i = model::size_bytes(type); i-- > 0;) {
    out = out << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  }
  return out;
}

// A double holds every float exactly, so a cast back is exact.
std::uint64_t bits_of_double(ScalarType type, double d) {
  return type == ScalarType::float32
             ? std::bit_cast<std::uint32_t>(static_cast<float>(d))
             : std::bit_cast<std::uint64_t>(d);
}

/// The number of a float of either width.
double as_double(ScalarType type, const logic::Value& v) {
  return type == ScalarType::float32 ? static_cast<double>(v.as_float())
                                     : v.as_double();
}

/// Values of a float input worth trying, all within its range: boundary value
/// analysis with neighbours at the ends of the range, at the domain and at
/// constants of the sources.
std::vector<std::uint64_t> float_values(
    const model::Variable& v, const std::vector<std::int64_t>& constants) {
  std::vector<std::uint64_t> out;
  const auto consider = [&](double d) {
    if (v.type == ScalarType::float32) d = static_cast<float>(d);
    // A NaN is not within a range.
    const bool is_within =
        d >= as_double(v.type, v.lo) && d <= as_double(v.type, v.hi);
    if (!v.has_range || is_within) out.push_back(bits_of_double(v.type, d));
  };
  const auto around = [&](double d) {
    consider(d);
    if (v.type == ScalarType::float32) {
      constexpr float kInf = std::numeric_limits<float>::infinity();
      consider(std::nextafter(static_cast<float>(d), kInf));
      consider(std::nextafter(static_cast<float>(d), -kInf));
    } else {
      constexpr double kInf = std::numeric_limits<double>::infinity();
      consider(std::nextafter(d, kInf));
      consider(std::nextafter(d, -kInf));
    }
  };
  // Numbers that programs treat specially; subnormal ones are slow and often
  // forgotten.
  for (const double d : {0.0, -0.0, 1.0, -1.0, 0.5}) consider(d);
  consider(std::numeric_limits<float>::denorm_min());
  if (v.has_range) {
    around(as_double(v.type, v.lo));
    around(as_double(v.type, v.hi));
  }
  for (const logic::Value& d : v.domain) around(as_double(v.type, d));
  for (const std::int64_t c : constants) around(static_cast<double>(c));
  return out;
}

/// The same for integers: ends of the range, small numbers, powers of two,
/// first values of input classes, names, and constants, with neighbours.
std::vector<std::uint64_t> integer_values(
    const model::Variable& v, const std::vector<std::int64_t>& constants) {
  std::vector<std::uint64_t> out;
  const mpz_class lo = v.lo.as_integer();
  const mpz_class hi = v.hi.as_integer();
  const auto consider = [&](const mpz_class& i) {
    if (i < lo || i > hi) return;
    out.push_back(bits_of(v.type, logic::Value::integer(i)));
  };
  for (const mpz_class& end : {lo, hi}) {
    consider(end);
    consider(end + 1);
    consider(end - 1);
  }
  // Small numbers are the most frequent limits in control software.
  for (int i = -2; i <= 3; ++i) consider(i);
  for (std::uint32_t k = 2; k < 64; ++k) {
    const mpz_class power = mpz_class(1) << k;
    if (power > hi && -power < lo) break;
    for (const mpz_class& near : {mpz_class(power - 1), power}) {
      consider(near);
      consider(-near);
    }
  }
  // The driver draws from the list: a few thousand values are enough.
  constexpr std::size_t kMost = 4096;
  for (const auto* values : {&v.class_starts, &v.domain}) {
    for (std::size_t i = 0; i < std::min(values->size(), kMost); ++i) {
      const mpz_class at = (*values)[i].as_integer();
      consider(at);
      consider(at - 1);
      consider(at + 1);
    }
  }
  for (const model::NamedValue& n : v.names) consider(n.value.as_integer());
  for (const std::int64_t c : constants) consider(mpz_class(std::to_string(c)));
  return out;
}

/// The line that describes an input: type, range and values to try.
std::string spec(const model::Variable& v,
                 const std::vector<std::int64_t>& constants) {
  std::string lo = "0";
  std::string hi = "1";
  double dlo = 0;
  double dhi = 0;
  std::vector<std::uint64_t> values;
  if (is_float(v.type)) {
    values = float_values(v, constants);
    if (v.has_range) {
      dlo = as_double(v.type, v.lo);
      dhi = as_double(v.type, v.hi);
    }
  } else if (v.type == ScalarType::boolean) {
    if (v.has_range) {
      lo = v.lo.as_bool() ? "1" : "0";
      hi = v.hi.as_bool() ? "1" : "0";
    }
  } else {
    values = integer_values(v, constants);
    // Two's complement of 64 bits, which is how the driver stores integers.
    const auto wide = [](const mpz_class& i) {
      const mpz_class limit = mpz_class(1) << 64;
      const mpz_class positive = i < 0 ? mpz_class(i + limit) : i;
      return positive.get_str(16);
    };
    lo = wide(v.lo.as_integer());
    hi = wide(v.hi.as_integer());
  }
  // Sorted and unique, so that the job is deterministic.
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  std::string out = fmt::format("{} {} {} {} {:a} {:a} {}",
                                static_cast<int>(v.type),
                                v.has_range ? 1 : 0,
                                lo,
                                hi,
                                dlo,
                                dhi,
                                values.size());
  for (const std::uint64_t value : values) out += fmt::format(" {:x}", value);
  return out + "\n";
}

/// A trace of the system in bits. Inputs that the code calls for are not part
/// of it: the driver draws them.
std::string sequence(const model::Trace& trace, const JobText& t) {
  std::string out = fmt::format("{}", t.initial);
  for (std::uint32_t i = 0; i < t.initial; ++i) {
    out += fmt::format(" {:x}",
                       bits_of(t.system.initial[i].type, trace.initial.at(i)));
  }
  out += fmt::format(" {}", trace.steps.size());
  for (const std::vector<logic::Value>& step : trace.steps) {
    for (std::uint32_t i = 0; i < t.inputs; ++i) {
      out += fmt::format(" {:x}", bits_of(t.system.inputs[i].type, step.at(i)));
    }
  }
  return out + "\n";
}

}  // namespace

std::string write_job(const JobText& t) {
  std::string out = fmt::format(
      "seed {}\nruns {} {}\nsteps {}\nlength {}\ncap {} {}\nlimit {}\n"
      "draws {}\npart {}\nquiet_ends {}\nprint {}\nfill {}\n",
      t.job.seed,
      t.job.first_run,
      t.job.last_run,
      t.job.steps,
      t.job.length,
      t.job.cap.count(),
      t.job.wall.count(),
      t.job.limit.count(),
      2000,
      static_cast<int>(t.part),
      t.quiet_ends ? 1 : 0,
      t.print ? 1 : 0,
      t.fill);
  for (std::uint32_t i = 0; i < t.inputs; ++i) {
    out += fmt::format("input {} {}", i, spec(t.system.inputs[i], t.constants));
  }
  for (std::uint32_t i = 0; i < t.initial; ++i) {
    out +=
        fmt::format("initial {} {}", i, spec(t.system.initial[i], t.constants));
  }
  // Values that the engines tried for inputs that the code asks for; the driver
  // draws from them, whatever the type is that the call asks for.
  std::vector<std::int64_t> pool = t.constants;
  for (const auto* variables : {&t.system.inputs, &t.system.initial}) {
    for (const model::Variable& v : *variables) {
      if (!v.called || is_float(v.type) || v.type == ScalarType::boolean) {
        continue;
      }
      constexpr std::size_t kMost = 300;
      for (std::size_t i = 0; i < std::min(v.domain.size(), kMost); ++i) {
        pool.push_back(v.domain[i].as_integer().get_si());
      }
    }
  }
  std::sort(pool.begin(), pool.end());
  pool.erase(std::unique(pool.begin(), pool.end()), pool.end());
  out += fmt::format("pool {}", pool.size());
  for (const std::int64_t i : pool) {
    out += fmt::format(" {:x}", static_cast<std::uint64_t>(i));
  }
  out += fmt::format("\nwatches {}\n", t.watched.size());
  for (const Watched& w : t.watched) {
    out += fmt::format("{} {} {} {}",
                       static_cast<int>(w.scalar->type),
                       w.scalar->bits,
                       w.scalar->first_bit,
                       w.addresses.size());
    for (const std::uint64_t a : w.addresses) out += fmt::format(" {:x}", a);
    out += "\n";
  }
  out += fmt::format("sequences {}\n", t.job.sequences.size());
  for (const model::Trace* trace : t.job.sequences) out += sequence(*trace, t);
  return out;
}

void add_constants(const std::string& source, std::vector<std::int64_t>& out) {
  constexpr std::size_t kMost = 2000;
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (std::size_t i = 0; i < source.size() && out.size() < kMost; ++i) {
    const auto c = static_cast<unsigned char>(source[i]);
    // A digit within a word belongs to a name.
    if (std::isdigit(c) == 0 || (i > 0 && is_word(source[i - 1]))) {
      if (c == '\'' && i + 2 < source.size() && source[i + 2] == '\'') {
        out.push_back(static_cast<unsigned char>(source[i + 1]));
      }
      continue;
    }
    char* end = nullptr;
    const unsigned long long value = std::strtoull(source.c_str() + i, &end, 0);
    // Negative constants are a sign and a number: both signs are tried.
    const auto number = static_cast<std::int64_t>(value);
    for (const std::int64_t near : {number - 1, number, number + 1, -number}) {
      out.push_back(near);
    }
    i = static_cast<std::size_t>(end - source.c_str());
  }
}

}  // namespace catenary::program::plain
