// SPDX-License-Identifier: Apache-2.0
#include "cli/tables.h"

namespace catenary::cli {

option::Table<app::DoctorOptions> doctor_table() {
  option::Table<app::DoctorOptions> t(
      {"doctor",
       "What is installed, and what does it enable?",
       "Looks for the programs Catenary works with and says what each missing "
       "one would enable.",
       {{"catenary doctor", "Is everything there?"}}});
  add_common_rows(t);
  return t;
}

}  // namespace catenary::cli
