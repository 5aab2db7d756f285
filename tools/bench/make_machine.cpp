// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/make_machine.h"

#include <vector>

#include "base/error.h"
#include "frontend/umlrt/umlrt.h"
#include "option/suggest.h"
#include "option/text.h"

namespace catenary::tools::bench {

namespace {

struct Size {
  const char* name;
  std::uint32_t RandomMachineOptions::* value;
};
constexpr Size kSizes[] = {{"branches", &RandomMachineOptions::branches},
                           {"states", &RandomMachineOptions::states},
                           {"transitions", &RandomMachineOptions::transitions},
                           {"depth", &RandomMachineOptions::depth},
                           {"choices", &RandomMachineOptions::choices},
                           {"junctions", &RandomMachineOptions::junctions},
                           {"histories", &RandomMachineOptions::histories},
                           {"points", &RandomMachineOptions::points},
                           {"attributes", &RandomMachineOptions::attributes},
                           {"values", &RandomMachineOptions::values},
                           {"messages", &RandomMachineOptions::messages},
                           {"parameters", &RandomMachineOptions::parameters},
                           {"infeasible", &RandomMachineOptions::infeasible},
                           {"constants", &RandomMachineOptions::constants}};

[[noreturn]] void refuse(const std::string& text) {
  throw base::InputError({}, "--make-machine: " + text, "random-machine");
}

void set(const std::string& name,
         const std::string& value,
         RandomMachineOptions& out) {
  if (name == "seed") return option::parse_text(value, out.seed);
  if (name == "arithmetic") return option::parse_text(value, out.arithmetic);
  std::vector<std::string> known = {"seed", "arithmetic"};
  for (const Size& size : kSizes) {
    if (name == size.name) return option::parse_text(value, out.*size.value);
    known.emplace_back(size.name);
  }
  refuse("unknown size '" + name + "'" + option::did_you_mean(name, known));
}

}  // namespace

RandomMachineOptions parse_random_machine(const std::string& text) {
  RandomMachineOptions out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string one = text.substr(at, end - at);
    const std::size_t equals = one.find('=');
    if (equals == std::string::npos) {
      refuse("'" + one + "'; expected NAME=VALUE, such as branches=600");
    }
    const std::string name = one.substr(0, equals);
    try {
      set(name, one.substr(equals + 1), out);
    } catch (const base::InputError& error) {
      if (error.diagnostics().front().code == "random-machine") throw;
      refuse(name + ": " + error.what());
    }
    at = end + 1;
  }
  return out;
}

std::string random_machine_text(const std::string& options) {
  return "// catenary bench --make-machine " + options + "\n" +
         frontend::umlrt::write_sm(
             random_machine(parse_random_machine(options)));
}

}  // namespace catenary::tools::bench
