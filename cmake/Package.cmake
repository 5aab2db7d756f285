# SPDX-License-Identifier: Apache-2.0
# The Debian package: cpack --config build/release/CPackConfig.cmake
#
# Everything that is installed is in one package. What is linked follows from
# the program (dpkg-shlibdeps); clang-19 and the C library's headers are needed
# to read models; the rest is for adapters, and for the library.
set(CATENARY_MAINTAINER "Catenary maintainers <maintainers@catenary.invalid>"
    CACHE STRING "Who answers for the packages built here")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME catenary)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT ${CATENARY_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "test generator for reactive systems")
set(CPACK_PACKAGE_DESCRIPTION
"Catenary generates, runs and explains tests of programs that, for ever, read
inputs, update their state and write outputs. From a C program with a step
function it finds the shortest test that covers all its requirements or
branches, proves that there is no shorter one, and proves of everything that is
not covered that it never can be.")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, libc6-dev | libc-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
    "gcc | c-compiler, libfmt-dev, libgmp-dev, libssl-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
    "cmake, graphviz, gringo, libclang-rt-19-dev, llvm-19, nats-server, pkg-config, plantuml")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

# What Debian wants beside the files of every installation, and wants removed:
# the time of the last change is that of the build, or SOURCE_DATE_EPOCH.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/debian/changelog @ONLY CONTENT
"catenary (@PROJECT_VERSION@) unstable; urgency=medium

  * What changed for users: CHANGELOG.md in this folder.

 -- @CATENARY_MAINTAINER@  @date@
")
configure_file(${CMAKE_CURRENT_LIST_DIR}/debian-copyright.in
               ${CMAKE_BINARY_DIR}/debian/copyright @ONLY)
configure_file(${CMAKE_CURRENT_LIST_DIR}/finish_package.cmake.in
               ${CMAKE_BINARY_DIR}/finish_package.cmake @ONLY)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_BINARY_DIR}/finish_package.cmake)
include(CPack)
