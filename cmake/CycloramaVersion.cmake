# SPDX-License-Identifier: MIT
# cyclorama_version(TARGET SOURCE): gives SOURCE, one of TARGET, this build's version, compiler and build type, and by the header
# cyclorama_commit.h the commit of the sources. Every build looks for the commit, and writes the header where it changed:
# SOURCE alone is then compiled again.
function(cyclorama_version target source)
  set(generated ${CMAKE_BINARY_DIR}/generated)
  add_custom_target(cyclorama_commit
                    COMMAND ${CMAKE_COMMAND} -D SOURCE_DIR=${CMAKE_SOURCE_DIR} -D OUTPUT=${generated}/cyclorama_commit.h
                            -P ${CMAKE_SOURCE_DIR}/cmake/record_commit.cmake
                    BYPRODUCTS ${generated}/cyclorama_commit.h
                    COMMENT "Looking for the commit of the sources"
                    VERBATIM)
  add_dependencies(${target} cyclorama_commit)
  set_source_files_properties(
    ${source} PROPERTIES
    INCLUDE_DIRECTORIES ${generated}
    COMPILE_DEFINITIONS
    "CYCLORAMA_VERSION=\"${PROJECT_VERSION}\";CYCLORAMA_COMPILER=\"${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}\";CYCLORAMA_BUILD_TYPE=\"$<CONFIG>\"")
endfunction()
