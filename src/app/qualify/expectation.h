// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the tests of the qualification kit expect, as short sentences:
///
///   stdout has TEXT            the output of the command contains TEXT
///   stdout lacks TEXT          it does not
///   stderr has/lacks TEXT      the same of standard error
///   stderr matches REGEX       some part of it matches (ECMAScript)
///   file F has/lacks TEXT      the same of a file
///   same A B                   two files have the same bytes
///   differ A B                 they have not
///   exists F ..., missing F ...  there is such a file, or not
///   json F PATH OP VALUE       a value of a JSON document; OP is one of
///                              == != <= >=
///
/// F may be "stdout". A PATH is a list of member names separated by dots;
/// "goals[id=three].status" takes the element whose "id" is "three",
/// "tests[0]" the first one, and "tests.#" is the number of elements. VALUE is
/// compared with the text of a string, the digits of a number, or the compact
/// JSON of anything else. "$NAME" in a VALUE or PATH is a fact of an earlier
/// step.
#pragma once

#include <map>
#include <string>

#include "report/qualify/qualification_report.h"

namespace catenary::app {

/// What can be observed after a step.
struct Observation {
  std::string folder;                        ///< of the files
  std::string out;                           ///< standard output
  std::string err;                           ///< standard error
  std::map<std::string, std::string> facts;  ///< of earlier steps
};

/// Whether an expectation is met, and what was observed. Throws
/// base::InputError for a sentence that is none of these.
[[nodiscard]] report::QualificationCheck check_expectation(
    const std::string& sentence, const Observation& seen);

}  // namespace catenary::app
