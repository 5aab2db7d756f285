// SPDX-License-Identifier: Apache-2.0
/// \file
/// Verdicts of requirements in the file that they came from: ReqIF, the
/// exchange format of requirements tools (OMG formal/2016-07-01).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "report/export/findings/requirement_verdicts.h"

namespace catenary::report {

/// A ReqIF file with verdicts.
struct ReqifVerdicts {
  std::string text;
  /// Requirements that have an object.
  std::vector<std::string> written;
};

/// Gives each object whose id is that of a requirement two attributes:
/// "Catenary verdict", an enumeration (RequirementStatus), and "Catenary
/// tests", a string of at most 4,000 bytes. The id is the attribute of that
/// long name, by default ReqIF.ForeignID, or the IDENTIFIER of an object
/// without it.
///
/// Datatypes and definitions of the attributes are added where they are needed;
/// all other bytes stay as they are. What an earlier call added is replaced, so
/// that writing twice gives the same bytes. Dates are those of the file's
/// header.
///
/// `path` is for messages. Throws base::InputError with a place where the
/// document is not XML without a document type, or is no ReqIF file: an object
/// without a type, or with a type that is not there. Cost: linear.
[[nodiscard]] ReqifVerdicts write_reqif(
    std::string_view document,
    const std::string& path,
    const std::string& id_attribute,
    const std::map<std::string, RequirementVerdict>& verdicts);

}  // namespace catenary::report
