// SPDX-License-Identifier: Apache-2.0
/// \file
/// The templates in page/ as text; the build makes their definitions.
#pragma once

namespace catenary::report {

/// page/page.html, with places such as "{{data}}".
[[nodiscard]] const char* page_template();
/// The style sheets, one after the other.
[[nodiscard]] const char* page_style();
/// The modules in the order of their imports, as one script without imports
/// and exports.
[[nodiscard]] const char* page_script();
/// The same for the live page.
[[nodiscard]] const char* live_script();

}  // namespace catenary::report
