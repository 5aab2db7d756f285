# SPDX-License-Identifier: Apache-2.0
# Has a built program write its manual pages and completion scripts.
# cmake -DPROGRAM=catenary -DOUT=folder [-DGZIP=gzip] -P write_shipped.cmake
cmake_minimum_required(VERSION 3.20)

function(write file)                    # file, arguments of `catenary help`
  execute_process(COMMAND ${PROGRAM} help ${ARGN} OUTPUT_FILE ${OUT}/${file}
                  COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${OUT})
file(MAKE_DIRECTORY ${OUT}/man1)
write(catenary.bash --bash)
write(_catenary --zsh)
write(catenary.fish --fish)
write(man1/catenary.1 --man)
execute_process(COMMAND ${PROGRAM} help --commands OUTPUT_VARIABLE commands
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" commands "${commands}")
foreach(command IN LISTS commands)
  write(man1/catenary-${command}.1 --man ${command})
endforeach()
# That program has none that it could write.
file(COPY ${CMAKE_CURRENT_LIST_DIR}/catenary-check-proof.1 DESTINATION ${OUT}/man1)
if(GZIP)
  file(GLOB pages ${OUT}/man1/*.1)
  execute_process(COMMAND ${GZIP} -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)
endif()
file(TOUCH ${OUT}/stamp)
