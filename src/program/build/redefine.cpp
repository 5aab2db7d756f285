// SPDX-License-Identifier: Apache-2.0
/// \file
/// Redefinition of macros, line by line, see redefine.h.
#include "program/build/redefine.h"

#include <cctype>
#include <sstream>

namespace catenary::program {

std::string redefine_in(const std::string& text,
                        const std::map<std::string, std::string>& macros,
                        std::set<std::string>& found) {
  std::istringstream in(text);
  std::string out;
  std::string line;
  while (std::getline(in, line)) {
    std::size_t at = line.find_first_not_of(" \t");
    if (at != std::string::npos && line[at] == '#') {
      at = line.find_first_not_of(" \t", at + 1);
      if (at != std::string::npos && line.compare(at, 6, "define") == 0) {
        const std::size_t name_at = line.find_first_not_of(" \t", at + 6);
        std::size_t end = name_at;
        while (end != std::string::npos && end < line.size() &&
               (std::isalnum(static_cast<unsigned char>(line[end])) ||
                line[end] == '_')) {
          ++end;
        }
        if (name_at != std::string::npos && end > name_at) {
          const auto macro = macros.find(line.substr(name_at, end - name_at));
          // A continued definition would leave its other lines behind.
          const bool continued = !line.empty() && line.back() == '\\';
          if (macro != macros.end() && !continued &&
              (end == line.size() || line[end] != '(')) {
            line = line.substr(0, end) + " " + macro->second;
            found.insert(macro->first);
          }
        }
      }
    }
    out += line;
    out += '\n';
  }
  return out;
}

}  // namespace catenary::program
