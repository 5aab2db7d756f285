# SPDX-License-Identifier: Apache-2.0
# One static library per folder of src/ and tools/, linked to exactly what its
# row in layers.txt allows, so that the table is the only place that knows the
# order. A main.cpp is not in the library, so that unit tests can link it.

find_package(fmt REQUIRED)
find_package(Threads REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(LLVM 19.1 REQUIRED CONFIG
             PATHS /usr/lib/llvm-19/lib/cmake/llvm NO_DEFAULT_PATH)
include(Precompiled)
include(Unity)

# A public header as text: `out` is the path of a source that defines
# catenary::NAMESPACE::FUNCTION(), which `declared_in` declares.
function(header_as_text header namespace function declared_in out)
  set(path ${CMAKE_SOURCE_DIR}/include/catenary/${header})
  file(READ ${path} text)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  set(source ${CMAKE_BINARY_DIR}/generated/${function}.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [=[
// Made from include/catenary/@header@ by CMake.
#include "@declared_in@"
namespace catenary::@namespace@ {
const char* @function@() {
  return R"header(@text@)header";
}
}  // namespace catenary::@namespace@
]=])
  # It takes longer to load precompiled headers than to do without.
  set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  set(${out} ${source} PARENT_SCOPE)
endfunction()

# Programs under test find the annotations without options, and exported
# harnesses and adapters hold the interface they are written against.
header_as_text(c.h program annotations_header program/build/annotations.h
               generated_program)
# The C++ of state machines is compiled with a stand-in for its run time.
header_as_text(../../runtime/umlrt/umlrt.h frontend::umlrt runtime_header
               frontend/umlrt/code/runtime_header.h generated_frontend/umlrt)
header_as_text(../../runtime/umlrt/timers.h frontend::umlrt timers_header
               frontend/umlrt/code/runtime_header.h generated_timers)
list(APPEND generated_frontend/umlrt ${generated_timers})
foreach(part text cpp_string cpp_stream outside timespec instance calendar
             target_rts frame)
  header_as_text(../../runtime/umlrt/${part}.h frontend::umlrt ${part}_header
                 frontend/umlrt/code/runtime_header.h generated_part)
  list(APPEND generated_frontend/umlrt ${generated_part})
endforeach()
# Claims about a program are challenged by runs of an executable with this
# driver. It is not part of us: none of our flags, such as those of sanitizers.
set(driver_source ${CMAKE_SOURCE_DIR}/runtime/challenge/driver.c)
set(driver_object ${CMAKE_BINARY_DIR}/generated/driver.o)
add_custom_command(
  OUTPUT ${driver_object}
  COMMAND ${CMAKE_CXX_COMPILER} -x c -std=gnu11 -O2 -w -fno-builtin -fno-pie
          -fno-omit-frame-pointer -fno-stack-protector -U_FORTIFY_SOURCE -c -o ${driver_object}
          ${driver_source}
  DEPENDS ${driver_source} VERBATIM)
set(generated_program/plain ${CMAKE_BINARY_DIR}/generated/driver_object.cpp)
file(CONFIGURE OUTPUT ${generated_program/plain} @ONLY CONTENT [=[
// Made by CMake from runtime/challenge/driver.c.
#include "program/plain/driver_object.h"
asm(R"(
  .section .rodata
  .global catenary_driver_begin
  .global catenary_driver_end
catenary_driver_begin:
  .incbin "@driver_object@"
catenary_driver_end:
  .byte 0
  .text
)");
extern "C" const char catenary_driver_begin[];
extern "C" const char catenary_driver_end[];
namespace catenary::program::plain {
std::string_view driver_object() {
  return {catenary_driver_begin, catenary_driver_end};
}
}  // namespace catenary::program::plain
]=])
set_source_files_properties(${generated_program/plain} PROPERTIES
                            OBJECT_DEPENDS ${driver_object})
header_as_text(adapter.h report adapter_header report/export/harness.h
               generated_report)
# The functions of exported FMUs.
foreach(part fmu_unit:unit fmi2:fmi2 fmi3:fmi3)
  string(REPLACE ":" ";" part ${part})
  list(GET part 0 function)
  list(GET part 1 file)
  header_as_text(../../runtime/fmu/${file}.h report ${function}_text
                 report/export/fmu/functions_text.h generated_part)
  list(APPEND generated_report ${generated_part})
endforeach()

# The HTML page of a suite: templates become text. The modules are joined in an
# order in which each comes after those it imports; imports and exports are
# removed, so that all share one scope.
set(page ${CMAKE_SOURCE_DIR}/src/report/html/page)
set(page_modules
    base/data base/dom base/labels base/values base/route base/table
    base/components base/frame draw/plot draw/sequence draw/layout draw/diagram draw/tree
    view/summary view/goals view/steps view/test view/tests view/requirements view/findings
    view/marks view/source view/model main)
set(live_modules
    base/data base/dom base/labels base/route base/table base/components base/frame
    live/state live/panels live/live)
set(page_styles base layout table drawing live print)
file(READ ${page}/page.html page_template)
set(page_style "")
foreach(part IN LISTS page_styles)
  file(READ ${page}/style/${part}.css text)
  string(APPEND page_style "${text}")
endforeach()
foreach(kind page live)
  set(${kind}_script "\"use strict\";\n(() => {")
  foreach(part IN LISTS ${kind}_modules)
    file(READ ${page}/${part}.js text)
    string(REGEX REPLACE "\nimport [^;]*;" "" text "${text}")
    string(REGEX REPLACE "\nexport " "\n" text "${text}")
    string(APPEND ${kind}_script "\n${text}")
  endforeach()
  string(APPEND ${kind}_script "})();\n")
endforeach()
file(GLOB_RECURSE page_files CONFIGURE_DEPENDS ${page}/*)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page_files})
set(page_source ${CMAKE_BINARY_DIR}/generated/page_parts.cpp)
file(CONFIGURE OUTPUT ${page_source} @ONLY CONTENT [=[
// Made by CMake from src/report/html/page.
#include "report/html/page_parts.h"
namespace catenary::report {
const char* page_template() {
  return R"page(@page_template@)page";
}
const char* page_style() {
  return R"page(@page_style@)page";
}
const char* page_script() {
  return R"page(@page_script@)page";
}
const char* live_script() {
  return R"page(@live_script@)page";
}
}  // namespace catenary::report
]=])
set_source_files_properties(${page_source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
list(APPEND generated_report ${page_source})

# Third-party libraries of a component; the door of each is documented in
# layers.txt.
set(foreign_base fmt::fmt Threads::Threads OpenSSL::Crypto)
set(foreign_base/archive zip)
set(foreign_option fmt::fmt)
set(foreign_logic/value gmpxx gmp)
set(foreign_logic/smt z3 cadical gmpxx gmp)
set(foreign_logic/ilp CbcSolver Cbc Cgl OsiClp ClpSolver Clp Osi CoinUtils)
set(foreign_program LLVM)
set(foreign_program/plain LLVM)
set(foreign_exec ${CMAKE_DL_LIBS})
set(foreign_exec/adapter/fmu ${CMAKE_DL_LIBS})

set(foreign_serve microhttpd)
set(foreign_cli seccomp)
set(foreign_store sqlite3)
set(foreign_fleet nats)

# Packages whose code becomes part of the program: headers, static libraries.
# For the bill of materials; a test compares this with the #includes.
set(CATENARY_BUILT_IN libcadical-dev libcli11-dev libtomlplusplus-dev
    nlohmann-json3-dev)

# The qualification kit: its files become text, in the order of their names.
file(GLOB kit_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/docs/qualification/kit/*.toml)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${kit_files})
set(kit_sources "")
foreach(path IN LISTS kit_files)
  get_filename_component(name ${path} NAME)
  file(READ ${path} text)
  string(APPEND kit_sources "{\"${name}\", R\"kit(${text})kit\"},\n")
endforeach()
set(generated_app ${CMAKE_BINARY_DIR}/generated/built_in_kit.cpp)
file(CONFIGURE OUTPUT ${generated_app} @ONLY CONTENT [=[
// Made by CMake from docs/qualification/kit.
#include "app/qualify/kit.h"
namespace catenary::app {
std::vector<KitSource> built_in_kit() {
  return {@kit_sources@};
}
}  // namespace catenary::app
]=])
set_source_files_properties(${generated_app} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)

file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/layers.txt rows REGEX "^[^#<]*:")
foreach(row IN LISTS rows)
  string(REGEX MATCH "^([^: ]+) *:(.*)" _ "${row}")
  set(component ${CMAKE_MATCH_1})
  separate_arguments(allowed UNIX_COMMAND "${CMAKE_MATCH_2}")
  set(root ${CMAKE_SOURCE_DIR}/src)
  if(component MATCHES "^tools/")
    set(root ${CMAKE_SOURCE_DIR})
  endif()
  set(dir ${root}/${component})
  # A folder that has no row of its own is a room of the component around it.
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${dir}/*.cpp)
  list(REMOVE_ITEM sources ${dir}/main.cpp)
  foreach(row_inside IN LISTS rows)
    string(REGEX REPLACE " *:.*" "" inside "${row_inside}")
    if(inside MATCHES "^${component}/")
      list(FILTER sources EXCLUDE REGEX "^${CMAKE_SOURCE_DIR}/src/${inside}/")
    endif()
  endforeach()
  if(NOT sources)
    continue()
  endif()
  string(REPLACE "/" "_" target "catenary_${component}")
  add_library(${target} STATIC ${sources} ${generated_${component}})
  compile_together(${target} ${sources})
  target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR}/src ${root})
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/include)
  foreach(dep IN LISTS allowed)
    string(REPLACE "/" "_" dep_target "catenary_${dep}")
    if(TARGET ${dep_target})
      target_link_libraries(${target} PRIVATE ${dep_target})
    endif()
  endforeach()
  if(component STREQUAL "tools/check-proof")
    # A reader of JSON and digests, neither of them the one that Catenary has.
    target_link_libraries(${target} PRIVATE OpenSSL::Crypto)
    continue()
  endif()
  target_link_libraries(${target} PRIVATE ${foreign_base} ${foreign_${component}})
  if(component MATCHES "^(app|cli|lsp|report|frontend/.*|option|tools/.*)$")
    # None of these runs for long: they are not worth the time to optimise.
    target_compile_options(${target} PRIVATE ${CATENARY_COLD})
    precompile(${target} cold ${CATENARY_STANDARD_HEADERS})
  elseif(component MATCHES "^program")
    precompile(${target} llvm ${CATENARY_STANDARD_HEADERS} ${CATENARY_LLVM_HEADERS})
  else()
    precompile(${target} hot ${CATENARY_STANDARD_HEADERS})
  endif()
  if(component MATCHES "^program")
    target_include_directories(${target} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # LLVM's globals have their own operator new, which GCC 12 misreads.
      target_compile_options(${target} PRIVATE -Wno-mismatched-new-delete)
    endif()
  endif()
  list(APPEND CATENARY_COMPONENTS ${component})
endforeach()

# The programs: a main.cpp beside a library.
foreach(program catenary:cli:src/cli catenary-bench:tools_bench:tools/bench)
  string(REPLACE ":" ";" parts ${program})
  list(GET parts 0 name)
  list(GET parts 1 component)
  list(GET parts 2 dir)
  add_executable(${name} ${CMAKE_SOURCE_DIR}/${dir}/main.cpp)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  target_link_libraries(${name} PRIVATE
    catenary_${component} catenary_app ${foreign_base})
endforeach()

# The checker of certificates has nothing of the others.
add_executable(catenary-check-proof ${CMAKE_SOURCE_DIR}/tools/check-proof/main.cpp)
set_target_properties(catenary-check-proof PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
target_link_libraries(catenary-check-proof PRIVATE catenary_tools_check-proof)
