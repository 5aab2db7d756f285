# SPDX-License-Identifier: Apache-2.0
# Sources of one folder are compiled several at a time: most of the time of a
# build goes into headers, which they share. A source must still compile alone,
# because it includes what it uses. scripts/check-tidy.sh checks that: it
# compiles each source by itself.

option(CATENARY_UNITY "Compile the sources of a folder together" ON)
# With more, a build from nothing is quicker; with fewer, a build after a change
# of one source is.
set(kMostTogether 8)

# compile_together(TARGET SOURCE...): compiles these sources of TARGET in
# batches, each from one folder. Names in anonymous namespaces must differ
# within a folder, even between its batches, which change when a source is
# added. Other sources of the target, such as generated ones, stay alone.
function(compile_together target)
  if(NOT CATENARY_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES
                        UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A local constant does not shadow that of another source. clang-tidy looks for
  # what is shadowed within one.
  target_compile_options(${target} PRIVATE -Wno-shadow)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC takes the sources of a batch for headers, and warns of their types with
    # members from anonymous namespaces.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
  set(folders ${ARGN})
  list(TRANSFORM folders REPLACE "/[^/]*$" "")
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    set(sources ${ARGN})
    list(FILTER sources INCLUDE REGEX "^${folder}/[^/]*$")
    string(REPLACE "${CMAKE_SOURCE_DIR}/" "" name ${folder})
    string(REPLACE "/" "_" name ${name})
    list(LENGTH sources count)
    # As few batches as possible, and equally many sources in each.
    math(EXPR batches "(${count} + ${kMostTogether} - 1) / ${kMostTogether}")
    set(index 0)
    foreach(source IN LISTS sources)
      math(EXPR batch "${index} * ${batches} / ${count}")
      set_source_files_properties(${source} PROPERTIES
                                  UNITY_GROUP ${name}_${batch})
      math(EXPR index "${index} + 1")
    endforeach()
  endforeach()
endfunction()
