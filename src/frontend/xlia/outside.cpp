// SPDX-License-Identifier: Apache-2.0
/// \file
/// The vocabulary of XLIA as tables. A word is in the second table if it begins
/// a construct of the language outside of the subset, so that the user learns
/// that the model is not wrong but not supported.
#include "frontend/xlia/outside.h"

#include <algorithm>
#include <array>
#include <utility>

namespace catenary::frontend::xlia {

namespace {

/// A word with the description of its construct.
using Word = std::string_view;
struct Known {
  Word word;
  Word what;
};

// Words of the subset; they cannot be names.
constexpr std::array<Word, 35> kReserved = {
    "timed",  "system",   "lifeline", "statemachine", "port",
    "input",  "output",   "const",    "var",          "clock",
    "time",   "bool",     "boolean",  "int",          "integer",
    "uint",   "uinteger", "rational", "rat",          "urational",
    "urat",   "state",    "init",     "transition",   "guard",
    "tguard", "newfresh", "if",       "else",         "true",
    "false",  "connect",  "inout",    "elseif",       "while"};

// Words and sections outside of the subset. Some are also in the first table,
// since they cannot be names either.
constexpr std::array<Known, 124> kOutside = {{
    {"@FormalML", "the header of another dialect"},
    {"@fml", "the header of another dialect"},
    {"@property", "a property section"},
    {"@protected", "a section of protected declarations"},
    {"@declaration", "a section of declarations"},
    {"@signature", "a section of signatures"},
    {"@macro", "a section of macros"},
    {"@type", "a section of types"},
    {"@routine", "a section of routines"},
    {"@procedure", "a section of procedures"},
    {"@machine", "a section of machines"},
    {"@statemachine", "a section of state machines"},
    {"@executable", "a section of executables"},
    {"@instance", "a section of instances"},
    {"@model", "a section of models"},
    {"@prototype", "a section of prototypes"},
    {"@transition", "a section of transitions"},
    {"@composite", "a composite section"},
    {"@region", "a region"},
    {"@moe", "a model of execution"},
    {"@create", "a creation block"},
    {"@init", "an initial block"},
    {"@final", "a final block"},
    {"@start", "a start block"},
    {"@restart", "a restart block"},
    {"@resume", "a resume block"},
    {"@suspend", "a suspend block"},
    {"@stop", "a stop block"},
    {"@wait", "a waiting block"},
    {"@enable", "an entry block"},
    {"@ienable", "an entry block"},
    {"@disable", "an exit block"},
    {"@idisable", "an exit block"},
    {"@iabort", "an abort block"},
    {"@abort", "an abort block"},
    {"@run", "a run block"},
    {"@irun", "a run block"},
    {"@rtc", "a run-to-completion block"},
    {"@schedule", "a schedule"},
    {"@concurrency", "a concurrency rule"},
    {"@synchronize", "a synchronisation block"},
    {"@com", "a communication section"},
    {"@communication", "a communication section"},
    {"@interaction", "an interaction section"},
    {"@message", "a message section"},
    {"@param", "a section of parameters"},
    {"@returns", "a section of results"},
    {"discrete", "discrete time"},
    {"dense", "an explicit kind of time"},
    {"continuous", "continuous time"},
    {"input_enabled", "input-enabledness"},
    {"public", "a modifier of visibility"},
    {"private", "a modifier of visibility"},
    {"protected", "a modifier of visibility"},
    {"volatile", "a modifier of variables"},
    {"transient", "a modifier of variables"},
    {"final", "a modifier of variables"},
    {"static", "a modifier of variables"},
    {"unsafe", "a modifier of machines"},
    {"bind", "a bound variable"},
    {"macro", "a macro"},
    {"ref", "a reference"},
    {"reference", "a reference"},
    {"inout", "a port of both directions"},
    {"signal", "a signal"},
    {"message", "a message"},
    {"channel", "a channel of its own"},
    {"buffer", "a buffer"},
    {"fifo", "a buffer"},
    {"lifo", "a buffer"},
    {"multififo", "a buffer"},
    {"multilifo", "a buffer"},
    {"queue", "a collection"},
    {"list", "a collection"},
    {"vector", "a collection"},
    {"reverse_vector", "a collection"},
    {"array", "an array"},
    {"set", "a collection"},
    {"multiset", "a collection"},
    {"bag", "a collection"},
    {"ram", "a buffer"},
    {"type", "a type of its own"},
    {"enum", "an enumeration type"},
    {"record", "a record type"},
    {"struct", "a structure type"},
    {"class", "a class type"},
    {"union", "a union type"},
    {"choice", "a choice type"},
    {"interval", "an interval type"},
    {"string", "a string type"},
    {"char", "a character type"},
    {"character", "a character type"},
    {"float", "a floating-point type"},
    {"ufloat", "a floating-point type"},
    {"double", "a floating-point type"},
    {"real", "a floating-point type"},
    {"ureal", "a floating-point type"},
    {"operator", "an operator type"},
    {"machine", "a machine"},
    {"instance", "an instance of a machine"},
    {"procedure", "a procedure"},
    {"routine", "a routine"},
    {"run", "a run action"},
    {"enable", "an enabling action"},
    {"disable", "a disabling action"},
    {"abort", "an abort action"},
    {"invoke", "an invocation"},
    {"event", "an event"},
    {"checksat", "a query to a solver"},
    {"present", "a question about a signal"},
    {"absent", "a question about a signal"},
    {"while", "a loop"},
    {"for", "a loop"},
    {"foreach", "a loop"},
    {"do", "a loop"},
    {"break", "a jump"},
    {"continue", "a jump"},
    {"return", "a jump"},
    {"goto", "a jump"},
    {"assert", "an assertion"},
    {"trace", "a trace action"},
    {"informal", "informal text"},
    {"elseif", "a form of 'else' (write 'else { if … }')"},
    {"route", "a routing of messages"},
}};

// Words for kinds of states outside of the subset.
constexpr std::array<Word, 15> kStates = {"choice",
                                          "fork",
                                          "join",
                                          "entry",
                                          "exit",
                                          "return",
                                          "history",
                                          "dhistory",
                                          "shistory",
                                          "pseudo",
                                          "simple",
                                          "and",
                                          "or",
                                          "final",
                                          "sync"};

}  // namespace

bool is_reserved(Word word) {
  return std::ranges::find(kReserved, word) != kReserved.end();
}

std::string outside(Word word) {
  const auto* it = std::ranges::find(kOutside, word, &Known::word);
  if (it == kOutside.end()) return "";
  return "'" + std::string(word) + "', " + std::string(it->what) + ",";
}

std::string outside_state(Word word) {
  if (std::ranges::find(kStates, word) == kStates.end()) return "";
  const bool composite = word == "and" || word == "or";
  return "'" + std::string(word) +
         (composite ? "' composite state" : "' pseudo-state");
}

}  // namespace catenary::frontend::xlia
