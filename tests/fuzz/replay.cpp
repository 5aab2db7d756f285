// SPDX-License-Identifier: Apache-2.0
// Gives files to a reader, each once: what fuzzing has found stays corrected.
//   fuzz_replay READER FILE...   or   fuzz_replay --list
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "fuzz/readers.h"

int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "";
  for (const catenary::fuzz::Reader& r : catenary::fuzz::readers()) {
    if (name == "--list") std::cout << r.name << "\n";
    if (r.name != name) continue;
    for (int i = 2; i < argc; ++i) {
      std::ifstream in(argv[i], std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(in), {}};
      std::cout << argv[i] << "\n" << std::flush;
      catenary::fuzz::call(r, bytes);
    }
    return 0;
  }
  if (name == "--list") return 0;
  std::cerr << "no reader '" << name << "'\n";
  return 2;
}
