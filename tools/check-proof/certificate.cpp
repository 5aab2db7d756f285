// SPDX-License-Identifier: Apache-2.0
#include "tools/check-proof/certificate.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

#include "tools/check-proof/failure.h"

namespace check_proof {

namespace {

/// The digest of the bytes, by OpenSSL, as 64 hexadecimal digits.
std::string sha256(std::string_view bytes) {
  std::array<unsigned char, 32> digest{};
  if (EVP_Digest(bytes.data(),
                 bytes.size(),
                 digest.data(),
                 nullptr,
                 EVP_sha256(),
                 nullptr) != 1) {
    throw Unreadable("OpenSSL makes no SHA-256");
  }
  std::string out;
  for (const unsigned char byte : digest) {
    out += "0123456789abcdef"[byte >> 4U];
    out += "0123456789abcdef"[byte & 15U];
  }
  return out;
}

/// The sections of a file, one after the other.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  [[nodiscard]] std::string_view rest() const { return text_; }

  std::string_view line() {
    const std::size_t end = text_.find('\n');
    if (end == std::string_view::npos) {
      throw Unreadable("the certificate ends in the middle");
    }
    return take(end + 1).substr(0, end);
  }

  std::string_view take(std::size_t bytes) {
    if (bytes > text_.size()) {
      throw Unreadable("the certificate ends in the middle of a section");
    }
    const std::string_view out = text_.substr(0, bytes);
    text_.remove_prefix(bytes);
    return out;
  }

 private:
  std::string_view text_;
};

/// The first word of a text, which is removed with the space behind it.
std::string_view word(std::string_view& line) {
  const std::size_t space = std::min(line.find(' '), line.size());
  const std::string_view out = line.substr(0, space);
  line.remove_prefix(std::min(space + 1, line.size()));
  return out;
}

std::uint32_t number(std::string_view text) {
  std::uint32_t n = 0;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto [at, error] = std::from_chars(begin, end, n);
  if (error != std::errc() || at != end) {
    throw Unreadable("expected a number in the certificate");
  }
  return n;
}

/// Finds the goals in the circuit, which must have each of them once.
void find_goals(const Circuit& system, std::vector<Claim>& claims) {
  std::set<std::string> seen;
  std::multimap<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < system.bad_names.size(); ++i) {
    places.emplace(system.bad_names[i], i);
  }
  for (Claim& claim : claims) {
    if (!seen.insert(claim.goal).second) {
      throw Rejected("two claims about the goal '" + claim.goal + "'");
    }
    if (claim.goal.empty() || places.count(claim.goal) != 1) {
      throw Rejected("the system has no goal '" + claim.goal + "'");
    }
    claim.bad = places.find(claim.goal)->second;
  }
}

void require(bool holds, const char* what) {
  if (!holds) throw Rejected(what);
}

/// What the claims need is there, and nothing else.
void check_parts(const Certificate& c, bool has_invariant) {
  require(!c.unreachable.empty() || !c.distances.empty(), "nothing is claimed");
  const bool forever = !c.unreachable.empty();
  require(has_invariant == forever, "an invariant goes with unreachable goals");
  for (const char* name : {"initial", "step", "bad"}) {
    require(c.proofs.contains(name) == forever,
            "three proofs go with unreachable goals");
  }
  require(c.proofs.contains("distance") == !c.distances.empty(),
          "a proof goes with distances");
  if (!forever) return;
  require(c.invariant.inputs == c.system.latches.size() &&
              c.invariant.latches.empty() && c.invariant.outputs.size() == 1,
          "the invariant must have one output, over the latches of the system");
}

/// A line that is no section.
void read_claim(std::string_view key, std::string_view line, Certificate& out) {
  Claim claim;
  if (key == "model") {
    require(out.model.empty(), "a second model");
    out.model = line;
  } else if (key == "unreachable") {
    claim.goal = line;
    out.unreachable.push_back(std::move(claim));
  } else if (key == "distance") {
    claim.steps = number(word(line));
    claim.goal = line;
    require(claim.steps > 0, "no run has fewer than 0 steps");
    out.distances.push_back(std::move(claim));
  } else {
    throw Unreadable("the certificate has an unknown line");
  }
}

}  // namespace

Certificate read_certificate(std::string_view text) {
  Reader reader(text);
  if (reader.line() != "catenary-certificate 1") {
    throw Unreadable("not a certificate of version 1");
  }
  const std::string digest(reader.line());
  if (digest != "sha256 " + sha256(reader.rest())) {
    throw Rejected("the digest is not that of the content");
  }
  Certificate out;
  bool has_system = false;
  bool has_invariant = false;
  for (;;) {
    std::string_view line = reader.line();
    const std::string_view key = word(line);
    if (key == "end") {
      if (!line.empty() || !reader.rest().empty()) {
        throw Unreadable("the certificate goes on after its end");
      }
      break;
    }
    if (key == "system" || key == "invariant") {
      const bool first = key == "system";
      bool& there = first ? has_system : has_invariant;
      require(!there, "a circuit is there twice");
      there = true;
      (first ? out.system : out.invariant) =
          read_circuit(reader.take(number(line)), std::string(key));
    } else if (key == "proof") {
      const std::string name(word(line));
      require(name == "initial" || name == "step" || name == "bad" ||
                  name == "distance",
              "an unknown proof");
      require(out.proofs.emplace(name, reader.take(number(line))).second,
              "a proof is there twice");
    } else {
      read_claim(key, line, out);
    }
  }
  out.digest = sha256(text);
  require(has_system, "the certificate has no system");
  require(!out.model.empty(), "the certificate does not name its model");
  find_goals(out.system, out.unreachable);
  find_goals(out.system, out.distances);
  check_parts(out, has_invariant);
  return out;
}

}  // namespace check_proof
