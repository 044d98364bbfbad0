# SPDX-License-Identifier: MIT
# cmake -D SOURCE_DIR=... -D OUTPUT=... -P record_commit.cmake: writes OUTPUT, a header with the commit of the sources: from
# git in a clone, from archived_commit.txt in an archive that git made, else "unknown". Leaves a header that says so already.
cmake_minimum_required(VERSION 3.25)
set(commit "")
# A .git above SOURCE_DIR would be another project's.
if(EXISTS ${SOURCE_DIR}/.git)
  find_program(GIT git)
  if(GIT)
    execute_process(COMMAND ${GIT} --no-optional-locks -C ${SOURCE_DIR} describe --tags --always --dirty --abbrev=12
                    OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
else()
  file(READ ${CMAKE_CURRENT_LIST_DIR}/archived_commit.txt archived)
  if(archived MATCHES "^[0-9a-f]+")
    set(commit ${CMAKE_MATCH_0})
  endif()
endif()
if(NOT commit)
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define CYCLORAMA_COMMIT \"@commit@\"\n" @ONLY)
