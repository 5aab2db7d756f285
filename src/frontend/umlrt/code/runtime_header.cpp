// SPDX-License-Identifier: Apache-2.0
/// \file
/// Puts the sources of the run time together as one text, so that compiling a
/// model reads no file of the installation.
#include "frontend/umlrt/code/runtime_header.h"

#include "base/check.h"

namespace catenary::frontend::umlrt {

namespace {

/// Replaces the line that includes `name` by `text`. Only "#pragma once" is
/// removed from it: in a text without a file it would be an error.
void put(std::string& into, const std::string& name, const char* text) {
  const std::string line = "#include \"" + name + "\"\n";
  const std::size_t at = into.find(line);
  CATENARY_CHECK(at != std::string::npos, "umlrt.h includes " + name);
  std::string body = text;
  const std::string once = "#pragma once\n";
  const std::size_t pragma = body.find(once);
  if (pragma != std::string::npos) body.erase(pragma, once.size());
  into.replace(at, line.size(), body);
}

}  // namespace

std::string whole_runtime() {
  // The order matters: outside.h comes first in umlrt.h, and each header is
  // replaced once.
  std::string out = runtime_header();
  put(out, "outside.h", outside_header());
  put(out, "timespec.h", timespec_header());
  put(out, "instance.h", instance_header());
  put(out, "calendar.h", calendar_header());
  put(out, "cpp_stream.h", cpp_stream_header());
  put(out, "cpp_string.h", cpp_string_header());
  put(out, "text.h", text_header());
  put(out, "frame.h", frame_header());
  return out;
}

}  // namespace catenary::frontend::umlrt
