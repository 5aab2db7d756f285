// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary-check-proof CERTIFICATE [--suite SUITE] [--json]`: accepts or
/// rejects a certificate of Catenary. It shares no code with Catenary.
///
/// Exit codes: 0 accepted, 1 rejected, 2 unreadable file or wrong call.
#include <cstdint>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tools/check-proof/certificate.h"
#include "tools/check-proof/proofs.h"
#include "tools/check-proof/suite.h"
#include "tools/check-proof/text.h"

namespace {

using check_proof::Certificate;
using check_proof::Rejected;
using check_proof::Unreadable;

constexpr const char* kHelp =
    "usage: catenary-check-proof CERTIFICATE [--suite SUITE] [--json]\n"
    "                            [--work N]\n\n"
    "Checks a certificate that `catenary generate --certificate` wrote, and,\n"
    "with --suite, that its circuit does what the tests of the suite say. It\n"
    "gives up after N billion units of work, some seconds each; default 2000.\n"
    "\nexit codes: 0 accepted, 1 rejected, 2 a file or the call is not valid\n";

struct Call {
  std::string certificate, suite;
  bool json = false;
  std::uint64_t billions = 2000;
};

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Unreadable("cannot read '" + path + "'");
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) throw Unreadable("cannot read '" + path + "'");
  return text;
}

/// Everything that a check establishes.
struct Verdict {
  Certificate certificate;
  std::optional<check_proof::Replayed> replayed;
};

void check_proofs(const Certificate& c) {
  for (const auto& [name, proof] : c.proofs) {
    try {
      check_proof::check_refutation(clauses_of(c, name), proof);
    } catch (const Rejected& e) {
      throw Rejected("proof '" + name + "': " + e.what());
    }
  }
}

void print_json(const Verdict& verdict,
                const std::string& result,
                const std::string& why) {
  using Json = nlohmann::ordered_json;
  Json out{{"schema", "catenary-proof-check-1"}, {"result", result}};
  if (!why.empty()) out["reason"] = why;
  if (result == "accepted") {
    const Certificate& c = verdict.certificate;
    out["model"] = c.model;
    out["unreachable"] = Json::array();
    for (const auto& claim : c.unreachable) {
      out["unreachable"].push_back(claim.goal);
    }
    out["distances"] = Json::object();
    for (const auto& claim : c.distances) {
      out["distances"].push_back({claim.goal, claim.steps});
    }
    out["states"] = c.states ? c.states->depth_of.size() : 0;
    if (verdict.replayed) out["replayed"] = *verdict.replayed;
  }
  // A message may quote bytes that are no UTF-8.
  std::cout << out.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
}

void print_text(const Verdict& verdict) {
  const Certificate& c = verdict.certificate;
  std::cout << "accepted: " << c.unreachable.size() << " goals unreachable, "
            << c.distances.size() << " distances, " << c.system.latches.size()
            << " latches, " << c.system.gates.size() << " gates, "
            << (c.states ? c.states->depth_of.size() : 0) << " states\n";
  for (const auto& claim : c.unreachable) {
    std::cout << "unreachable " << claim.goal << '\n';
  }
  for (const auto& claim : c.distances) {
    std::cout << "not before step " << claim.steps << ' ' << claim.goal << '\n';
  }
  if (!verdict.replayed) return;
  std::cout << "replayed:";
  for (const auto& [what, count] : *verdict.replayed) {
    std::cout << ' ' << what << ' ' << count;
  }
  std::cout << '\n';
}

Call read_call(int argc, char** argv) {
  Call call;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--json") {
      call.json = true;
    } else if (argument == "--suite" && i + 1 < argc) {
      call.suite = argv[++i];
    } else if (argument == "--work" && i + 1 < argc) {
      const auto n = check_proof::parse<std::uint32_t>(argv[++i]);
      if (!n) throw Unreadable("expected a number after --work");
      call.billions = *n;
    } else if (!argument.starts_with("-") && call.certificate.empty()) {
      call.certificate = argument;
    } else {
      throw Unreadable("unexpected argument '" + argument + "'");
    }
  }
  if (call.certificate.empty()) throw Unreadable("no certificate is given");
  return call;
}

int run(const Call& call, Verdict& verdict) {
  check_proof::Work::allow(call.billions * 1'000'000'000);
  const std::string text = read_file(call.certificate);
  verdict.certificate = check_proof::read_certificate(text);
  if (verdict.certificate.states) check_states(verdict.certificate);
  check_proofs(verdict.certificate);
  if (!call.suite.empty()) {
    verdict.replayed =
        check_proof::replay_suite(verdict.certificate, read_file(call.suite));
  }
  if (call.json) {
    print_json(verdict, "accepted", "");
  } else {
    print_text(verdict);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "--help") {
    std::cout << kHelp;
    return 0;
  }
  Call call;
  Verdict verdict;
  std::string why;
  bool rejected = false;
  try {
    call = read_call(argc, argv);
    return run(call, verdict);
  } catch (const std::exception& e) {
    rejected = dynamic_cast<const Rejected*>(&e) != nullptr;
    why = e.what();
  }
  const char* const result = rejected ? "rejected" : "unreadable";
  if (call.json) print_json(verdict, result, why);
  std::cerr << result << ": " << why << '\n';
  return rejected ? 1 : 2;
}
