// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests in the exchange format of Test-Comp, the competition on software
/// testing (Beyer, "Advances in Automatic Software Testing: Test-Comp 2022",
/// FASE 2022, doi:10.1007/978-3-030-99429-7_18): the values that the calls of
/// __VERIFIER_nondet_T() give, one after the other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace catenary::app {

struct TestCompTest {
  std::string file;
  struct Input {
    std::string value;
    std::uint32_t line = 0;
  };
  std::vector<Input> inputs;
};

/// Whether `path` is a folder, or a file of this format by its name (.xml).
[[nodiscard]] bool is_test_comp(const std::string& path);

/// Reads a test, or all that a folder holds, by name; files of it that hold
/// something else, such as metadata.xml, are left out. Throws InputError where
/// there is no test, or a file is not of the format.
[[nodiscard]] std::vector<TestCompTest> read_test_comp(const std::string& path);

}  // namespace catenary::app
