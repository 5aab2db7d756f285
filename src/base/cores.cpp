// SPDX-License-Identifier: Apache-2.0
#include "base/cores.h"

#include <sched.h>

#include <algorithm>
#include <thread>

namespace catenary::base {

std::uint32_t usable_cores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  // It fails on a machine with more than CPU_SETSIZE processors.
  const auto count = ::sched_getaffinity(0, sizeof cores, &cores) == 0
                         ? static_cast<unsigned>(CPU_COUNT(&cores))
                         : std::thread::hardware_concurrency();
  return std::max(1U, count);
}

}  // namespace catenary::base
