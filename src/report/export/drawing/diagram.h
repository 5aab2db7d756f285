// SPDX-License-Identifier: Apache-2.0
/// \file
/// Suites as diagrams: Graphviz DOT, PlantUML and Mermaid. Names of nodes and
/// diagrams follow the order of tests and steps, so that they are stable.
#pragma once

#include <string>

#include "suite/suite.h"

namespace catenary::report {

/// One digraph. Each linear test or chain is a path (nodes "t1_s0", "t1_s1" …;
/// edges carry the inputs, nodes the goals hit), each tree an automaton with
/// one node for each kind of verdict. Short guards of trees are infix.
[[nodiscard]] std::string write_dot(const suite::Suite& suite);

/// One diagram for each test: a sequence diagram of tester and SUT (with
/// messages if the test delivers some), or a state diagram for a tree.
[[nodiscard]] std::string write_plantuml(const suite::Suite& suite);

/// The same diagrams for Mermaid; see write_mermaid_file().
[[nodiscard]] std::string write_mermaid(const suite::Suite& suite);

}  // namespace catenary::report
