# SPDX-License-Identifier: Apache-2.0
# One static library per folder of src/, linked to exactly what its row in
# layers.txt allows, so that the table is the only place that knows the order.

find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Threads REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(LLVM 19.1 REQUIRED CONFIG
             PATHS /usr/lib/llvm-19/lib/cmake/llvm NO_DEFAULT_PATH)

# The annotations header, as text: programs under test find it without options.
file(READ ${CMAKE_SOURCE_DIR}/include/catenary/c.h annotations_text)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
             ${CMAKE_SOURCE_DIR}/include/catenary/c.h)
set(annotations_source ${CMAKE_BINARY_DIR}/generated/annotations_header.cpp)
file(CONFIGURE OUTPUT ${annotations_source} @ONLY CONTENT [=[
// Made from include/catenary/c.h by CMake.
#include "program/annotations.h"
namespace catenary::program {
const char* annotations_header() {
  return R"header(@annotations_text@)header";
}
}  // namespace catenary::program
]=])

# Third-party libraries of a component; the door of each is documented in
# layers.txt.
set(foreign_base fmt::fmt nlohmann_json::nlohmann_json Threads::Threads OpenSSL::Crypto)
set(foreign_option fmt::fmt)
set(foreign_logic/value gmpxx gmp)
set(foreign_logic/ilp CbcSolver Cbc Cgl OsiClp ClpSolver Clp Osi CoinUtils)
set(foreign_program LLVM)
set(foreign_exec ${CMAKE_DL_LIBS})

file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/layers.txt rows REGEX "^[^#<]*:")
foreach(row IN LISTS rows)
  string(REGEX MATCH "^([^: ]+) *:(.*)" _ "${row}")
  set(component ${CMAKE_MATCH_1})
  separate_arguments(allowed UNIX_COMMAND "${CMAKE_MATCH_2}")
  if(component STREQUAL "cli")
    continue()  # the binary, below
  endif()
  set(dir ${CMAKE_SOURCE_DIR}/src/${component})
  file(GLOB sources CONFIGURE_DEPENDS ${dir}/*.cpp)
  # Folders with sub-components (engine/reach) are rows of their own; folders
  # that merely group files of one component (exec/adapter) are part of it.
  if(component STREQUAL "exec")
    file(GLOB more CONFIGURE_DEPENDS ${dir}/*/*.cpp)
    list(APPEND sources ${more})
  endif()
  if(component STREQUAL "model")
    file(GLOB more CONFIGURE_DEPENDS ${dir}/*/*.cpp)
    list(APPEND sources ${more})
  endif()
  if(NOT sources)
    continue()
  endif()
  string(REPLACE "/" "_" target "catenary_${component}")
  if(component STREQUAL "program")
    list(APPEND sources ${annotations_source})
  endif()
  add_library(${target} STATIC ${sources})
  target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/include)
  foreach(dep IN LISTS allowed)
    string(REPLACE "/" "_" dep_target "catenary_${dep}")
    if(TARGET ${dep_target})
      target_link_libraries(${target} PRIVATE ${dep_target})
    endif()
  endforeach()
  target_link_libraries(${target} PRIVATE ${foreign_base} ${foreign_${component}})
  if(component STREQUAL "program")
    target_include_directories(${target} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # LLVM's globals have their own operator new, which GCC 12 misreads.
      target_compile_options(${target} PRIVATE -Wno-mismatched-new-delete)
    endif()
  endif()
  list(APPEND CATENARY_COMPONENTS ${component})
endforeach()

# The command line: all but main.cpp is a library, which unit tests link.
file(GLOB cli_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/cli/*.cpp)
list(REMOVE_ITEM cli_sources ${CMAKE_SOURCE_DIR}/src/cli/main.cpp)
add_library(catenary_cli STATIC ${cli_sources})
target_include_directories(catenary_cli PUBLIC ${CMAKE_SOURCE_DIR}/src
                           PRIVATE ${CMAKE_SOURCE_DIR}/include)
foreach(dep base option suite report)
  if(TARGET catenary_${dep})
    target_link_libraries(catenary_cli PRIVATE catenary_${dep})
  endif()
endforeach()
target_link_libraries(catenary_cli PRIVATE ${foreign_base})
list(APPEND CATENARY_COMPONENTS cli)

# The binary, where there are commands to call.
if(TARGET catenary_app)
  add_executable(catenary ${CMAKE_SOURCE_DIR}/src/cli/main.cpp)
  set_target_properties(catenary PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  target_link_libraries(catenary PRIVATE catenary_cli catenary_app ${foreign_base})
endif()
