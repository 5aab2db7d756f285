# SPDX-License-Identifier: Apache-2.0
# Headers that most sources include, parsed once: half of the time of a build
# goes into them. A source still includes what it uses; scripts/check-tidy.sh,
# which compiles without precompiled headers, finds out whether it does.

set(CATENARY_STANDARD_HEADERS
    <algorithm> <array> <atomic> <chrono> <cstdint> <cstring> <deque>
    <filesystem> <fstream> <functional> <map> <memory> <mutex> <optional> <set>
    <span> <sstream> <string> <string_view> <unordered_map> <unordered_set>
    <utility> <variant> <vector> <fmt/format.h>)
set(CATENARY_LLVM_HEADERS
    <llvm/IR/Constants.h> <llvm/IR/IRBuilder.h> <llvm/IR/InstIterator.h>
    <llvm/IR/Instructions.h> <llvm/IR/IntrinsicInst.h> <llvm/IR/Module.h>)
set(CATENARY_TEST_HEADERS <gtest/gtest.h>)

# precompile(TARGET KEY HEADER...): TARGET uses these headers precompiled; the
# first target of a KEY makes them, all others share them.
function(precompile target key)
  get_property(owner GLOBAL PROPERTY CATENARY_PRECOMPILED_${key})
  if(owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  else()
    target_precompile_headers(${target} PRIVATE ${ARGN})
    set_property(GLOBAL PROPERTY CATENARY_PRECOMPILED_${key} ${target})
  endif()
endfunction()
