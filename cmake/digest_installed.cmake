# SPDX-License-Identifier: Apache-2.0
# Included when files are installed: replaces the digests of programs in a bill
# of materials (sbom.cmake) by those of the installed ones.
#
# Requires: SBOM, the file, which is changed; BUILT and INSTALLED, the programs
# in the same order.
file(READ ${SBOM} text)
set(old_sums)
set(new_sums)
foreach(built installed IN ZIP_LISTS BUILT INSTALLED)
  foreach(algorithm SHA1 SHA256)
    file(${algorithm} ${built} old)
    file(${algorithm} ${installed} new)
    string(REPLACE ${old} ${new} text "${text}")
    if(algorithm STREQUAL "SHA1")
      list(APPEND old_sums ${old})
      list(APPEND new_sums ${new})
    endif()
  endforeach()
endforeach()
foreach(age old new)
  list(SORT ${age}_sums)
  list(JOIN ${age}_sums "" ${age}_sums)
  string(SHA1 ${age} "${${age}_sums}")
endforeach()
string(REPLACE ${old} ${new} text "${text}")
# Another document has another namespace.
string(UUID uuid NAMESPACE 6ba7b811-9dad-11d1-80b4-00c04fd430c8
       NAME "${new}" TYPE SHA1)
string(REGEX REPLACE "(\"documentNamespace\": \"[^\"]*)\"" "\\1-${uuid}\""
       text "${text}")
file(WRITE ${SBOM} "${text}")
