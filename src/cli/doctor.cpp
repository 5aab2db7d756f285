// SPDX-License-Identifier: Apache-2.0
/// \file
/// The option table of `catenary doctor`, which has the common options only.
#include "cli/tables.h"

namespace catenary::cli {

option::Table<app::DoctorOptions> doctor_table() {
  option::Table<app::DoctorOptions> t(
      {"doctor",
       "What is installed, and what does it enable?",
       "Lists what is linked into Catenary and looks for the programs it works "
       "with: which version is there, what it is for, and how to get what is "
       "missing. Something required that is missing gives exit code 3.",
       {{"catenary doctor", "Is everything there?"}}});
  add_common_rows(t);
  return t;
}

}  // namespace catenary::cli
