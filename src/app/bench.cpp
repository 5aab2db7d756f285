// SPDX-License-Identifier: Apache-2.0
#include "app/commands.h"
namespace catenary::app {
ExitCode bench(const BenchOptions&, Context&) {
  return ExitCode::success;
}
}  // namespace catenary::app
