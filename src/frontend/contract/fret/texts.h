// SPDX-License-Identifier: Apache-2.0
/// \file
/// Texts of requirements from other files: tables (.csv) and ReqIF, the
/// exchange format of requirements tools (OMG formal/2016-07-01).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "frontend/contract/parse/syntax.h"

namespace catenary::frontend::contract {

/// A requirement as another tool stores it.
struct RequirementText {
  // Not an id of the .req language: any text.
  std::string id;
  std::string text;
  /// Of its row or object.
  base::SourceLocation where;
};

/// The rows of a table with columns `id` and `text`, in any order and among
/// others; without such names in the first row, the first two columns. Fields
/// are separated by ',' or ';' (the more frequent one in the first row) and may
/// be in quotes (RFC 4180). Throws base::InputError with a place on anything
/// else, and where an id occurs twice.
[[nodiscard]] std::vector<RequirementText> read_csv_texts(
    std::string_view content, const std::string& path);

/// The requirements of a ReqIF file: the id is the attribute ReqIF.ForeignID,
/// else the identifier of the object; the text is ReqIF.Text, else ReqIF.Name
/// or ReqIF.ChapterName, without its formatting. Objects without a text are
/// left out. Throws base::InputError like read_csv_texts().
[[nodiscard]] std::vector<RequirementText> read_reqif_texts(
    std::string_view content, const std::string& path);

/// Sets the texts of requirements from a file (.reqif, .xml or .csv), by their
/// `from`, else by their id. Returns warnings: texts that belong to no
/// requirement, requirements that had another text.
[[nodiscard]] std::vector<base::Diagnostic> attach_texts(
    FileSyntax& file, const std::string& path);

}  // namespace catenary::frontend::contract
