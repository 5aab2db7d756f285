// SPDX-License-Identifier: Apache-2.0
/// \file
/// Validates documents against docs/schema/ with Python's jsonschema.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace catenary::schema {

inline bool has_validator() {
  return std::system("python3 -c 'import jsonschema' 2>/dev/null") == 0;
}

/// "" where `text` is valid, else what the validator says.
inline std::string validate(const std::string& name, const std::string& text) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() /
      ("catenary_schema_" + std::to_string(::getpid()) + ".json");
  std::ofstream(path) << text;
  const std::string command =
      "python3 -c 'import json, sys, jsonschema\n"
      "s = json.load(open(sys.argv[1]))\n"
      "v = jsonschema.Draft202012Validator(s)\n"
      "v.check_schema(s)\n"
      "for e in v.iter_errors(json.load(open(sys.argv[2]))):\n"
      "    print(e.json_path, e.message[:300])\n"
      "' " CATENARY_SOURCE_DIR "/docs/schema/" +
      name + ".schema.json " + path.string() + " 2>&1";
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return "python3 could not be started";
  std::string out;
  char block[512];
  while (std::fgets(block, sizeof block, pipe) != nullptr) out += block;
  if (::pclose(pipe) != 0) out += "the validator failed";
  std::filesystem::remove(path);
  return out;
}

}  // namespace catenary::schema
