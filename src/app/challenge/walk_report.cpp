// SPDX-License-Identifier: Apache-2.0
#include "app/challenge/walk_budget.h"
#include "app/commands.h"
#include "base/text_file.h"

namespace catenary::app {

void report_contradiction(const std::string& claim,
                          const WalkContradiction& found,
                          const std::string& output,
                          Context& context) {
  std::string text = claim + ": withdrawn, a random run contradicts it";
  if (output.empty()) {
    text += ":\n" + found.run;
    if (text.ends_with('\n')) text.pop_back();
  } else {
    const std::string file = output + ".challenge.txt";
    base::write_file(file, found.run, base::Overwrite::yes);
    text += "; the run is in " + file;
  }
  context.log.error(
      text + "\nThis is a defect of catenary: please report it with the model");
}

}  // namespace catenary::app
