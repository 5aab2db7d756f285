// SPDX-License-Identifier: Apache-2.0
#include "app/run/signal_map.h"

#include <set>
#include <string>

#include "base/error.h"

namespace catenary::app {

exec::SignalRenaming signal_map(const RunOptions& options,
                                const suite::Suite& suite) {
  exec::SignalRenaming names;
  std::set<std::string> sources;
  std::set<std::string> targets;
  for (const std::string& entry : options.map) {
    const auto refuse = [&](const std::string& what) {
      throw base::InputError(
          {}, "--map '" + entry + "': " + what, "option-map");
    };
    const std::size_t equals = entry.find('=');
    if (equals == std::string::npos || equals == 0 ||
        equals + 1 == entry.size()) {
      refuse("expected VARIABLE=SIGNAL");
    }
    const std::string from = entry.substr(0, equals);
    const std::string to = entry.substr(equals + 1);
    if (!suite::find_signal(suite.signature.inputs, from) &&
        !suite::find_signal(suite.signature.outputs, from)) {
      refuse("the tests of " + options.suite + " have no variable '" + from +
             "'");
    }
    if (!sources.insert(from).second) refuse("'" + from + "' is mapped twice");
    if (!targets.insert(to).second) refuse("'" + to + "' would be two signals");
    names.emplace_back(from, to);
  }
  return names;
}

}  // namespace catenary::app
