// SPDX-License-Identifier: Apache-2.0
#include "logic/ilp/version.h"

#include <coin/CbcConfig.h>

namespace catenary::logic {

std::string ilp_version() {
  return CBC_VERSION;
}

}  // namespace catenary::logic
