// SPDX-License-Identifier: Apache-2.0
/// \file
/// What an editor asks about one document, answered from its symbols. None of
/// these knows a language.
#pragma once

#include <stdexcept>
#include <string>

#include "base/text/json.h"
#include "lsp/document.h"

namespace catenary::lsp {

/// A request that cannot be met, for reasons that the user is told.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The diagnostics of the document, as publishDiagnostics has them.
[[nodiscard]] base::Json diagnostics(const Document& document);
/// The declaration of what is at the position; null if there is none.
[[nodiscard]] base::Json definition(const Document& document,
                                    const Documents& all,
                                    Position position);
/// All places that name what is at the position.
[[nodiscard]] base::Json references(const Document& document,
                                    Position position,
                                    bool with_declaration);
/// The same places as highlights.
[[nodiscard]] base::Json highlights(const Document& document,
                                    Position position);
/// What is at the position: its declaration, kind and text, or the meaning of a
/// word of the language; null if neither is there.
[[nodiscard]] base::Json hover(const Document& document,
                               const Documents& all,
                               Position position);
/// The outline: a tree of symbols with their ranges.
[[nodiscard]] base::Json outline(const Document& document);
/// The words of the language and the names of the document.
[[nodiscard]] base::Json completion(const Document& document);

/// The range of the name at the position that can be changed. Throws Refused
/// where there is none, or where it must not be changed.
[[nodiscard]] base::Json prepare_rename(const Document& document,
                                        Position position);
/// The edits that give the symbol at the position another name. Throws Refused
/// where prepare_rename() does, and where the document with that name would be
/// read differently: the name is none, is taken, or would hide another. Cost:
/// that of reading the document again.
[[nodiscard]] base::Json rename(const Document& document,
                                Position position,
                                const std::string& name);

}  // namespace catenary::lsp
