# SPDX-License-Identifier: Apache-2.0
# What is installed, and how other projects find it (docs/install.md).
#
#   component   targets for find_package(catenary COMPONENTS ...)
#   program     catenary::program, catenary-bench, manual pages, completion,
#               examples, docs
#   headers     catenary::headers  adapter ABI and annotations, C
#   hooks       catenary::hooks    what the annotations do in an executable
#   library     catenary::catenary suites in C++ test programs
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(share ${CMAKE_INSTALL_DATADIR}/catenary)
set(cmake_files ${CMAKE_INSTALL_LIBDIR}/cmake/catenary)

# --- program

install(TARGETS catenary EXPORT catenaryTargets)
set_target_properties(catenary PROPERTIES EXPORT_NAME program)
# `catenary generate --certificate` looks beside itself.
install(TARGETS catenary-check-proof)
# `catenary bench` looks there (src/app/program_files.h).
install(TARGETS catenary-bench DESTINATION libexec/catenary)

# Pages and completion scripts, written by the program itself.
set(shipped ${CMAKE_BINARY_DIR}/shipped)
find_program(GZIP gzip)
add_custom_command(
  OUTPUT ${shipped}/stamp
  COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:catenary> -DOUT=${shipped}
          -DGZIP=${GZIP} -P ${CMAKE_CURRENT_LIST_DIR}/write_shipped.cmake
  DEPENDS catenary ${CMAKE_CURRENT_LIST_DIR}/write_shipped.cmake
          ${CMAKE_CURRENT_LIST_DIR}/catenary-check-proof.1
  COMMENT "Writing manual pages and completion" VERBATIM)
add_custom_target(shipped ALL DEPENDS ${shipped}/stamp)

install(DIRECTORY ${shipped}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES ${shipped}/catenary.bash RENAME catenary
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${shipped}/catenary.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
# Debian's zsh looks elsewhere for what packages bring.
install(CODE "
  set(zsh ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\" AND EXISTS /etc/debian_version)
    set(zsh ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
  endif()
  file(INSTALL \"${shipped}/_catenary\" TYPE FILE
       DESTINATION \"\${CMAKE_INSTALL_PREFIX}/\${zsh}\")")

# As in the sources, so that links between pages hold.
set(doc ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs ${CMAKE_SOURCE_DIR}/examples
        DESTINATION ${doc})
install(FILES ${CMAKE_SOURCE_DIR}/CHANGELOG.md DESTINATION ${doc})
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${doc} RENAME copyright)

# The bill of materials: what exactly is in the programs, and below them.
set(sbom ${CMAKE_BINARY_DIR}/catenary.spdx.json)
set(programs $<TARGET_FILE:catenary>,$<TARGET_FILE:catenary-check-proof>,$<TARGET_FILE:catenary-bench>)
string(REPLACE ";" "," built_in "${CATENARY_BUILT_IN}")
add_custom_command(
  OUTPUT ${sbom}
  COMMAND ${CMAKE_COMMAND} -DPROGRAMS=${programs} -DOUT=${sbom}
          -DVERSION=${PROJECT_VERSION} -DBUILT_IN=${built_in}
          -DRUNS=clang-19,libc6-dev
          -DTOOLS=${CMAKE_CXX_COMPILER},${CMAKE_COMMAND},${CMAKE_MAKE_PROGRAM}
          -DLICENCES=${CMAKE_CURRENT_LIST_DIR}/licences.txt
          -P ${CMAKE_CURRENT_LIST_DIR}/sbom.cmake
  DEPENDS catenary catenary-check-proof catenary-bench ${CMAKE_CURRENT_LIST_DIR}/sbom.cmake
          ${CMAKE_CURRENT_LIST_DIR}/licences.txt
  COMMENT "Writing the bill of materials" VERBATIM)
add_custom_target(sbom ALL DEPENDS ${sbom})
install(FILES ${sbom} DESTINATION ${doc})
install(CODE "
  set(prefix \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
  set(SBOM \"\${prefix}/${doc}/catenary.spdx.json\")
  set(BUILT $<TARGET_FILE:catenary> $<TARGET_FILE:catenary-check-proof>
      $<TARGET_FILE:catenary-bench>)
  set(INSTALLED \"\${prefix}/${CMAKE_INSTALL_BINDIR}/catenary\"
      \"\${prefix}/${CMAKE_INSTALL_BINDIR}/catenary-check-proof\"
      \"\${prefix}/libexec/catenary/catenary-bench\")
  include(${CMAKE_CURRENT_LIST_DIR}/digest_installed.cmake)")

# --- headers

add_library(catenary_headers INTERFACE)
target_include_directories(catenary_headers INTERFACE
  $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set_target_properties(catenary_headers PROPERTIES EXPORT_NAME headers)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/catenary
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

# --- hooks: also as a source, for targets of another kind

add_library(catenary_hooks STATIC ${CMAKE_SOURCE_DIR}/runtime/hooks.c)
target_link_libraries(catenary_hooks PUBLIC catenary_headers)
target_compile_definitions(catenary_hooks INTERFACE __CATENARY__=1)
set_target_properties(catenary_hooks PROPERTIES EXPORT_NAME hooks)
install(FILES ${CMAKE_SOURCE_DIR}/runtime/hooks.c DESTINATION ${share}/runtime)
install(TARGETS catenary_headers catenary_hooks EXPORT catenaryTargets)
install(EXPORT catenaryTargets NAMESPACE catenary:: DESTINATION ${cmake_files})

# --- library: one archive of what include/catenary/suite.h needs, which is
# neither LLVM nor a solver

add_library(catenary_library STATIC)
foreach(component api exec model suite logic/arithmetic logic/term logic/value base)
  string(REPLACE "/" "_" target "catenary_${component}")
  target_sources(catenary_library PRIVATE $<TARGET_OBJECTS:${target}>)
endforeach()
target_link_libraries(catenary_library
  PUBLIC catenary_headers
  PRIVATE fmt::fmt OpenSSL::Crypto Threads::Threads gmpxx gmp ${CMAKE_DL_LIBS})
set_target_properties(catenary_library PROPERTIES
  OUTPUT_NAME catenary EXPORT_NAME catenary LINKER_LANGUAGE CXX)
install(TARGETS catenary_library EXPORT catenaryLibraryTargets)
install(EXPORT catenaryLibraryTargets NAMESPACE catenary::
        DESTINATION ${cmake_files})

configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/catenary-config.cmake.in
  ${CMAKE_BINARY_DIR}/catenary-config.cmake INSTALL_DESTINATION ${cmake_files})
# Before 1.0 a minor version may break what was there.
write_basic_package_version_file(
  ${CMAKE_BINARY_DIR}/catenary-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/catenary-config.cmake
              ${CMAKE_BINARY_DIR}/catenary-config-version.cmake
        DESTINATION ${cmake_files})

# --- pkg-config; the files may be moved together with what they describe
file(RELATIVE_PATH pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" pc_prefix ${pc_prefix})
foreach(name catenary catenary-hooks)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/${name}.pc.in
                 ${CMAKE_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/${name}.pc
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

include(Package)
