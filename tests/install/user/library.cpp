// SPDX-License-Identifier: Apache-2.0
/// \file
/// Usage: library SUITE LIBRARY. The suite passes on the lamp that is linked
/// here and on the one in a library, and fails on a broken one.
#include <catenary/suite.h>

#include <iostream>

namespace {

int faults = 0;

void expect(bool condition, const char* what) {
  if (condition) return;
  std::cerr << "not so: " << what << "\n";
  ++faults;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const auto suite = catenary::Suite::read(arguments[1]);
  expect(suite.model() == "lamp", "the model is the lamp");
  expect(suite.tests().size() == 1 && suite.tests()[0].steps == 2,
         "one test of two steps");
  expect(suite.run(catenary::linked_sut()).passed(), "linked passes");
  catenary::Sut sut;
  sut.library = arguments[2];
  expect(suite.run(sut).passed(), "the library passes");
  sut.arguments = "broken";
  const auto results = suite.run(sut);
  expect(!results.passed(), "the broken one does not");
  expect(results.tests.at(0).verdict == catenary::Verdict::fail &&
             results.tests.at(0).requirements ==
                 std::vector<std::string>{"LAMP-2"},
         "it violates LAMP-2");
  try {
    (void)catenary::Suite::read("nowhere");
    expect(false, "a missing file is an error");
  } catch (const catenary::Error& e) {
    std::cout << e.what() << "\n";
  }
  return faults == 0 ? 0 : 1;
}
