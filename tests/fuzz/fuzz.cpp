// SPDX-License-Identifier: Apache-2.0
// Fuzzes one reader with libFuzzer:
//   catenary-fuzz READER [options and folders of libFuzzer]
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string_view>

#include "fuzz/readers.h"

// Declared by <FuzzerInterface.h>, which Debian does not ship.
extern "C" int LLVMFuzzerRunDriver(
    int* argc, char*** argv, int (*callback)(const std::uint8_t*, std::size_t));

namespace {

const catenary::fuzz::Reader* chosen = nullptr;

int read_once(const std::uint8_t* data, std::size_t size) {
  catenary::fuzz::call(
      *chosen, std::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  for (const catenary::fuzz::Reader& r : catenary::fuzz::readers()) {
    if (argc > 1 && r.name == argv[1]) chosen = &r;
  }
  if (chosen == nullptr) {
    std::cerr << "usage: catenary-fuzz READER [options of libFuzzer]\nreaders:";
    for (const auto& r : catenary::fuzz::readers()) std::cerr << " " << r.name;
    std::cerr << "\n";
    return 2;
  }
  argv[1] = argv[0];
  --argc;
  ++argv;
  return LLVMFuzzerRunDriver(&argc, &argv, read_once);
}
