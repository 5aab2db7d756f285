// SPDX-License-Identifier: Apache-2.0
#include "program/mutate/replacements.h"

#include "program/mutate/mutate_source.h"

namespace catenary::program {

const std::map<std::string, Replacement>& replacements() {
  static const std::map<std::string, Replacement> table = {
      {"<", {kRelation, {"<=", ">=", "!="}}},
      {"<=", {kRelation, {"<", ">", "=="}}},
      {">", {kRelation, {">=", "<=", "!="}}},
      {">=", {kRelation, {">", "<", "=="}}},
      {"==", {kRelation, {"!=", "<=", ">="}}},
      {"!=", {kRelation, {"==", "<", ">"}}},
      {"&&", {kLogic, {"||"}}},
      {"||", {kLogic, {"&&"}}},
      {"+", {kArithmetic, {"-"}}},
      {"-", {kArithmetic, {"+"}}},
      {"*", {kArithmetic, {"/"}}},
      {"/", {kArithmetic, {"*"}}},
      {"%", {kArithmetic, {"/", "*"}}},
      {"&", {kArithmetic, {"|", "^"}}},
      {"|", {kArithmetic, {"&", "^"}}},
      {"^", {kArithmetic, {"&", "|"}}},
      {"<<", {kArithmetic, {">>"}}},
      {">>", {kArithmetic, {"<<"}}},
      {"+=", {kArithmetic, {"-="}}},
      {"-=", {kArithmetic, {"+="}}},
      {"*=", {kArithmetic, {"/="}}},
      {"/=", {kArithmetic, {"*="}}},
      {"%=", {kArithmetic, {"/="}}},
      {"&=", {kArithmetic, {"|="}}},
      {"|=", {kArithmetic, {"&="}}},
      {"^=", {kArithmetic, {"|="}}},
      {"<<=", {kArithmetic, {">>="}}},
      {">>=", {kArithmetic, {"<<="}}}};
  return table;
}

const std::vector<model::MutationOperator>& source_operators() {
  static const std::vector<model::MutationOperator> table = {
      {kRelation, "another relation, e.g. < for <="},
      {kArithmetic, "another operator on numbers, or none"},
      {kLogic, "&& for ||, or the other way; ! left out"},
      {kOperand, "one operand of && or || alone"},
      {kConstant, "a number one more or less, another enumerator"},
      {kCondition, "a condition negated, always true or always false"},
      {kStatement, "an assignment, call, break or return left out"},
      {kVariable, "another variable or field of the same type"}};
  return table;
}

}  // namespace catenary::program
