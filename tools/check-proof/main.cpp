// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary-check-proof CERTIFICATE [--suite SUITE] [--json]`: accepts or
/// rejects a certificate of Catenary. It shares no code with Catenary.
///
/// Exit codes: 0 accepted, 1 rejected, 2 unreadable file or wrong call.
#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "tools/check-proof/certificate.h"
#include "tools/check-proof/proofs.h"
#include "tools/check-proof/suite.h"
#include "tools/check-proof/text.h"

namespace {

using check_proof::Certificate;
using check_proof::Rejected;
using check_proof::Steps;
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
  std::string text;
  try {
    text.assign(std::istreambuf_iterator<char>(in), {});
  } catch (const std::ios_base::failure&) {
    in.close();  // a folder
  }
  if (!in.is_open() || in.bad()) throw Unreadable("cannot read '" + path + "'");
  return text;
}

using Json = nlohmann::ordered_json;

/// What an accepted certificate proves.
void describe(const Certificate& c, Json& out) {
  out["model"] = c.model;
  out["unreachable"] = Json::array();
  for (const auto& claim : c.unreachable) {
    out["unreachable"].push_back(claim.goal);
  }
  out["distances"] = Json::object();
  for (const auto& claim : c.distances) {
    // It looks for the name among all others.
    check_proof::Work::spend(out["distances"].size());
    out["distances"].push_back({claim.goal, claim.steps});
  }
  if (c.suite) {
    Json& suite = out["suite"] = {{"goals", Json::array()},
                                  {"resets", c.suite->resets},
                                  {"steps", c.suite->steps},
                                  {"weight", c.suite->weight}};
    for (const auto& claim : c.suite->goals) {
      suite["goals"].push_back(claim.goal);
    }
  }
  out["states"] = c.states ? c.states->states.size() : 0;
}

void print(const Certificate& c, const Json& replayed) {
  std::cout << "accepted: " << c.unreachable.size() << " goals unreachable, "
            << c.distances.size() << " distances, " << c.system.latches.size()
            << " latches, " << c.system.gates.size() << " gates, "
            << (c.states ? c.states->states.size() : 0) << " states\n";
  for (const auto& claim : c.unreachable) {
    std::cout << "unreachable " << claim.goal << '\n';
  }
  for (const auto& claim : c.distances) {
    std::cout << "not before step " << claim.steps << ' ' << claim.goal << '\n';
  }
  if (c.suite) {
    std::cout << "no suite costs less than " << c.suite->resets
              << " resets and " << c.suite->steps << " steps; a reset costs ";
    if (c.suite->weight > UINT32_MAX) {
      std::cout << "more than all steps\n";
    } else {
      std::cout << c.suite->weight << " steps\n";
    }
  }
  if (replayed.is_null()) return;
  std::cout << "replayed:";
  for (const auto& [what, count] : replayed.items()) {
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

void run(const Call& call, Json& out) {
  check_proof::Work::allow(call.billions * 1'000'000'000);
  const std::string text = read_file(call.certificate);
  const Certificate certificate = check_proof::read_certificate(text);
  Steps steps;
  if (certificate.states) steps = check_states(certificate);
  if (certificate.suite && certificate.suite->how == "search") {
    check_suite(certificate, steps);
  }
  for (const auto& [name, proof] : certificate.proofs) {
    check_refutation(clauses_of(certificate, name), proof, name);
  }
  describe(certificate, out);
  if (!call.suite.empty()) {
    out["replayed"] = replay_suite(certificate, read_file(call.suite));
  }
  out["result"] = "accepted";
  if (!call.json) print(certificate, out.value("replayed", Json()));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "--help") {
    std::cout << kHelp;
    return 0;
  }
  Call call;
  Json out{{"schema", "catenary-proof-check-1"}, {"result", "unreadable"}};
  try {
    call = read_call(argc, argv);
    run(call, out);
  } catch (const std::exception& e) {
    const bool rejected = dynamic_cast<const Rejected*>(&e) != nullptr;
    out = {{"schema", out["schema"]},
           {"result", rejected ? "rejected" : "unreadable"},
           {"reason", e.what()}};
    std::cerr << out["result"].get<std::string>() << ": " << e.what() << '\n';
  }
  // A message may quote bytes that are no UTF-8.
  if (call.json)
    std::cout << out.dump(-1, ' ', false, Json::error_handler_t::replace)
              << '\n';
  return out["result"] == "accepted" ? 0 : out["result"] == "rejected" ? 1 : 2;
}
