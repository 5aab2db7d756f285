// SPDX-License-Identifier: Apache-2.0
/// \file
/// Suites and results as one HTML page that needs nothing else: no network, no
/// other file, no library.
///
/// The page is made from the templates in page/, which are built into the
/// program, and from one JSON document (data.h) in an element that is not
/// executed. A content security policy allows the script and the style of the
/// page by their digests and nothing else (W3C, "Content Security Policy Level
/// 3"), so names in a model cannot become code even if one were not escaped.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "report/console/trace.h"
#include "suite/json.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::report {

/// The text of a file that goals or findings name.
struct SourceText {
  /// As the goals name it.
  std::string file;
  std::string text;
};

/// A requirement as its model words it.
struct RequirementText {
  std::string id;
  std::string text;
  base::SourceLocation where;
};

/// All that a page shows.
struct PageContent {
  /// Must outlive the call.
  const suite::Suite& suite;
  /// For the heading, as the user gave it.
  std::string suite_path;
  /// Null where the suite was not run.
  const suite::RunResults* results = nullptr;
  /// As the user gave it; empty without results.
  std::string results_path = {};
  /// What `catenary trace` prints of these results.
  std::vector<TestDiagnoses> diagnoses = {};
  /// Those of the model, in its order; others that goals and tests name follow
  /// them on the page.
  std::vector<RequirementText> requirements = {};
  /// In the order of the page's list.
  std::vector<SourceText> sources = {};
  /// One of drawing.h, or null.
  suite::Json drawing = {};
  /// Why the graph of a program's states is not drawn; empty if it is, or has
  /// no meaning.
  std::string graph_note = {};
  /// Why sources or a drawing are missing; empty if they are not.
  std::string model_note = {};
};

/// The page. The same content gives the same bytes.
/// Cost: linear; about 1.3 bytes for each value of a step, if values repeat.
[[nodiscard]] std::string write_html(const PageContent& content);

/// The page that shows a command while it works, and the policy that it has.
struct LivePage {
  std::string html, policy;
};

/// The live page. `heading` names the command; the page asks for everything
/// else where it was loaded from, see serve/live_site.h.
[[nodiscard]] LivePage write_live_page(const std::string& heading);

/// JSON for a script element that is not executed: compact, and without '<', so
/// that no text can end the element or begin a comment.
[[nodiscard]] std::string script_json(const suite::Json& json);

/// The source expression of a content security policy for an inline element
/// with this text, e.g. "'sha256-…='".
[[nodiscard]] std::string csp_hash(std::string_view text);

}  // namespace catenary::report
