# SPDX-License-Identifier: Apache-2.0
# Writes the bill of materials of built programs: the packages of the libraries
# they load, of what was compiled into them, and of what they run, with versions
# from dpkg. Format: SPDX 2.3 (ISO/IEC 5962), JSON.
#
# cmake -DPROGRAMS=catenary,catenary-bench -DVERSION=0.1.0 -DOUT=catenary.spdx.json
#       -DLICENCES=licences.txt -DBUILT_IN=package,... -DRUNS=package,...
#       -DTOOLS=/usr/bin/c++,... -P sbom.cmake
#
# The programs are listed as files with their digests. Installing changes them
# (the search path for libraries, symbols); digest_installed.cmake then replaces
# the digests.
cmake_minimum_required(VERSION 3.25)

# The packages of files, and the names of files that belong to none. dpkg may
# know a path under either name of a merged /usr.
function(packages_of files out unknown)
  set(paths)
  foreach(file IN LISTS files)
    file(REAL_PATH ${file} real)
    string(REGEX REPLACE "^/usr/" "/" short ${real})
    list(APPEND paths ${short})
  endforeach()
  set(merged ${paths})
  list(TRANSFORM merged PREPEND /usr)
  execute_process(COMMAND dpkg-query -S ${paths} ${merged}
                  OUTPUT_VARIABLE lines ERROR_QUIET RESULT_VARIABLE _)
  string(REGEX MATCHALL "[^\n]+" lines "${lines}")
  set(names)
  set(strangers)
  foreach(path IN LISTS paths)
    set(owner)
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^.*: (/usr)?" "" owned ${line})
      if(owned STREQUAL path)
        string(REGEX REPLACE "[:,].*$" "" owner ${line})
      endif()
    endforeach()
    if(owner)
      list(APPEND names ${owner})
    else()
      get_filename_component(name ${path} NAME)
      list(APPEND strangers ${name})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES names)
  list(SORT names)
  set(${out} "${names}" PARENT_SCOPE)
  set(${unknown} "${strangers}" PARENT_SCOPE)
endfunction()

function(licence_of package out)
  file(STRINGS ${LICENCES} rows REGEX "^[^#].*: ")
  set(found NOASSERTION)
  foreach(row IN LISTS rows)
    string(REGEX REPLACE ": .*$" "" names "${row}")
    if(package MATCHES "^(${names})$")
      string(REGEX REPLACE "^.*: " "" found "${row}")
    endif()
  endforeach()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# The licence of "Files: *" in a copyright file of Debian that is machine-readable
# (DEP-5), where its name is one that we know by its SPDX name.
function(declared_licence_of package out)
  set(${out} NOASSERTION PARENT_SCOPE)
  set(path /usr/share/doc/${package}/copyright)
  if(NOT EXISTS ${path})
    return()
  endif()
  file(STRINGS ${path} lines ENCODING UTF-8
       REGEX "^(Format|Files|License): *[^ ]")
  set(in_all FALSE)
  set(found)
  foreach(line IN LISTS lines)
    if(line MATCHES "^Files:")
      set(in_all FALSE)
      if(line MATCHES "^Files: *\\*$")
        set(in_all TRUE)
      endif()
    elseif(in_all AND line MATCHES "^License: *([^ ]+)$")
      set(found ${CMAKE_MATCH_1})
      break()
    endif()
  endforeach()
  set(names
      Apache-2.0 Apache-2.0
      APACHE-2-LLVM-EXCEPTIONS "Apache-2.0 WITH LLVM-exception"
      BSD-2-clause BSD-2-Clause BSD-3-clause BSD-3-Clause
      EPL-1 EPL-1.0 Expat MIT ISC ISC MIT MIT
      GPL-2+ GPL-2.0-or-later GPL-3+ GPL-3.0-or-later
      LGPL-2.1 LGPL-2.1-only LGPL-2.1+ LGPL-2.1-or-later
      LGPL-3+ LGPL-3.0-or-later
      public-domain LicenseRef-public-domain Zlib Zlib zlib Zlib)
  while(names)
    list(POP_FRONT names debian spdx)
    if(found STREQUAL debian)
      set(${out} ${spdx} PARENT_SCOPE)
    endif()
  endwhile()
endfunction()

function(quoted text out)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  set(${out} "\"${text}\"" PARENT_SCOPE)
endfunction()

# Appends a package to `packages` and its place to `relations`. One that dpkg
# does not know is listed by its name alone.
function(add package relation)
  execute_process(
    COMMAND dpkg-query -W -f "\${Version}\t\${Architecture}\n" ${package}
    OUTPUT_VARIABLE about ERROR_QUIET RESULT_VARIABLE failed)
  set(details "")
  set(references "")
  if(NOT failed AND about MATCHES "^([^\t\n]+)\t([^\t\n]*)\n")
    set(arch ${CMAKE_MATCH_2})
    quoted("${CMAKE_MATCH_1}" version)
    string(REPLACE "+" "%2B" purl "${package}@${CMAKE_MATCH_1}")
    string(REPLACE ":" "%3A" purl "${purl}")
    set(details "
      \"versionInfo\": ${version},
      \"supplier\": \"Organization: Debian\",")
    set(references ",
      \"externalRefs\": [
        {
          \"referenceCategory\": \"PACKAGE-MANAGER\",
          \"referenceType\": \"purl\",
          \"referenceLocator\": \"pkg:deb/debian/${purl}?arch=${arch}\"
        }
      ]")
  endif()
  licence_of(${package} licence)
  declared_licence_of(${package} declared)
  if("${licence} ${declared}" MATCHES "LicenseRef-public-domain")
    set(has_public_domain TRUE PARENT_SCOPE)
  endif()
  string(REPLACE "+" "plus" id ${package})
  string(REGEX REPLACE "[^A-Za-z0-9.]" "-" id ${id})
  quoted("${package}" name)
  quoted("${licence}" licence)
  string(APPEND packages ",
    {
      \"SPDXID\": \"SPDXRef-${id}\",
      \"name\": ${name},${details}
      \"downloadLocation\": \"NOASSERTION\",
      \"filesAnalyzed\": false,
      \"licenseConcluded\": ${licence},
      \"licenseDeclared\": \"${declared}\",
      \"copyrightText\": \"NOASSERTION\"${references}
    }")
  set(ends SPDXRef-catenary SPDXRef-${id})
  if(relation MATCHES "_OF$")
    list(REVERSE ends)
  endif()
  list(GET ends 0 from)
  list(GET ends 1 to)
  string(APPEND relations ",
    {
      \"spdxElementId\": \"${from}\",
      \"relationshipType\": \"${relation}\",
      \"relatedSpdxElement\": \"${to}\"
    }")
  set(packages "${packages}" PARENT_SCOPE)
  set(relations "${relations}" PARENT_SCOPE)
endfunction()

# What a program names itself is linked; what that needs in turn, it depends
# on.
string(REPLACE "," ";" PROGRAMS "${PROGRAMS}")
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${PROGRAMS}
     RESOLVED_DEPENDENCIES_VAR all_files UNRESOLVED_DEPENDENCIES_VAR _)
execute_process(COMMAND objdump -p ${PROGRAMS} OUTPUT_VARIABLE headers
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "NEEDED +[^\n ]+" needed "${headers}")
list(TRANSFORM needed REPLACE "NEEDED +" "")
set(direct_files)
foreach(file IN LISTS all_files)
  get_filename_component(name ${file} NAME)
  if(name IN_LIST needed)
    list(APPEND direct_files ${file})
  endif()
endforeach()
packages_of("${direct_files}" direct direct_unknown)
packages_of("${all_files}" indirect indirect_unknown)
list(APPEND direct ${direct_unknown})
list(APPEND indirect ${indirect_unknown})
list(REMOVE_ITEM indirect ${direct})
string(REPLACE "," ";" BUILT_IN "${BUILT_IN}")
string(REPLACE "," ";" RUNS "${RUNS}")
string(REPLACE "," ";" TOOLS "${TOOLS}")
packages_of("${TOOLS}" tools _)

# The programs, with digests. Format: clause 8 of SPDX 2.3.
set(files "")
set(sums)
set(contains "")
foreach(program IN LISTS PROGRAMS)
  get_filename_component(name ${program} NAME)
  file(SHA1 ${program} sha1)
  file(SHA256 ${program} sha256)
  list(APPEND sums ${sha1})
  if(files)
    string(APPEND files ",")
  endif()
  string(APPEND files "
    {
      \"SPDXID\": \"SPDXRef-file-${name}\",
      \"fileName\": \"./${name}\",
      \"fileTypes\": [\"BINARY\"],
      \"checksums\": [
        {\"algorithm\": \"SHA1\", \"checksumValue\": \"${sha1}\"},
        {\"algorithm\": \"SHA256\", \"checksumValue\": \"${sha256}\"}
      ],
      \"licenseConcluded\": \"Apache-2.0\",
      \"copyrightText\": \"NOASSERTION\"
    }")
  string(APPEND contains ",
    {
      \"spdxElementId\": \"SPDXRef-catenary\",
      \"relationshipType\": \"CONTAINS\",
      \"relatedSpdxElement\": \"SPDXRef-file-${name}\"
    }")
endforeach()
# Clause 7.9: the digest of all digests, sorted.
list(SORT sums)
list(JOIN sums "" sums)
string(SHA1 verification "${sums}")

set(packages "
    {
      \"SPDXID\": \"SPDXRef-catenary\",
      \"name\": \"catenary\",
      \"versionInfo\": \"${VERSION}\",
      \"supplier\": \"NOASSERTION\",
      \"downloadLocation\": \"NOASSERTION\",
      \"filesAnalyzed\": true,
      \"packageVerificationCode\": {
        \"packageVerificationCodeValue\": \"${verification}\"
      },
      \"licenseConcluded\": \"Apache-2.0\",
      \"licenseDeclared\": \"Apache-2.0\",
      \"licenseInfoFromFiles\": [\"NOASSERTION\"],
      \"copyrightText\": \"NOASSERTION\",
      \"primaryPackagePurpose\": \"APPLICATION\"
    }")
set(relations "
    {
      \"spdxElementId\": \"SPDXRef-DOCUMENT\",
      \"relationshipType\": \"DESCRIBES\",
      \"relatedSpdxElement\": \"SPDXRef-catenary\"
    }${contains}")
foreach(package IN LISTS direct)
  add(${package} DYNAMIC_LINK)
endforeach()
foreach(package IN LISTS indirect)
  add(${package} DEPENDS_ON)
endforeach()
foreach(package IN LISTS BUILT_IN)
  add(${package} STATIC_LINK)
endforeach()
foreach(package IN LISTS RUNS)
  add(${package} RUNTIME_DEPENDENCY_OF)
endforeach()
foreach(package IN LISTS tools)
  add(${package} BUILD_TOOL_OF)
endforeach()

set(extracted "")
if(has_public_domain)
  set(extracted "
  \"hasExtractedLicensingInfos\": [
    {
      \"licenseId\": \"LicenseRef-public-domain\",
      \"name\": \"Public domain\",
      \"extractedText\": \"The authors have put this work into the public domain.\"
    }
  ],")
endif()
# The same packages have the same namespace.
string(UUID uuid NAMESPACE 6ba7b811-9dad-11d1-80b4-00c04fd430c8
       NAME "${packages}${relations}${files}" TYPE SHA1)
string(TIMESTAMP now "%Y-%m-%dT%H:%M:%SZ" UTC)
file(WRITE ${OUT} "{
  \"spdxVersion\": \"SPDX-2.3\",
  \"dataLicense\": \"CC0-1.0\",
  \"SPDXID\": \"SPDXRef-DOCUMENT\",
  \"name\": \"catenary-${VERSION}\",
  \"documentNamespace\": \"https://spdx.org/spdxdocs/catenary-${VERSION}-${uuid}\",
  \"creationInfo\": {
    \"created\": \"${now}\",
    \"creators\": [\"Tool: catenary-sbom-${VERSION}\"],
    \"comment\": \"Licences are concluded from the copyright files of Debian for what is linked; declared are those that these files give for the whole package, where they are machine-readable.\"
  },${extracted}
  \"documentDescribes\": [\"SPDXRef-catenary\"],
  \"packages\": [${packages}
  ],
  \"files\": [${files}
  ],
  \"relationships\": [${relations}
  ]
}
")
