# SPDX-License-Identifier: MIT
# cyclorama_part(FOLDER PARTS ... LIBRARIES ...): the static library of the folder src/FOLDER, from all its sources; its
# target is cyclorama_FOLDER, an underscore for each slash.
# PARTS are the parts below it that it may include, WITHOUT a folder in it that is built otherwise. A part that holds
# headers alone is an interface library.
function(cyclorama_part folder)
  cmake_parse_arguments(PART "" "WITHOUT" "PARTS;LIBRARIES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*.cpp)
  if(PART_WITHOUT)
    list(FILTER sources EXCLUDE REGEX "/src/${folder}/${PART_WITHOUT}/")
  endif()
  string(REPLACE "/" "_" name ${folder})
  list(TRANSFORM PART_PARTS REPLACE "/" "_")
  list(TRANSFORM PART_PARTS PREPEND cyclorama_)
  if(sources)
    add_library(cyclorama_${name} STATIC ${sources})
    target_include_directories(cyclorama_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(cyclorama_${name} PUBLIC ${PART_PARTS} ${PART_LIBRARIES})
  else()
    add_library(cyclorama_${name} INTERFACE)
    target_include_directories(cyclorama_${name} INTERFACE ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(cyclorama_${name} INTERFACE ${PART_PARTS} ${PART_LIBRARIES})
  endif()
endfunction()

# cyclorama_families(PARTS ... LIBRARIES ...): a part for each folder of src/families, all with the same parts below them,
# and the target cyclorama_families: the registry, which lists them, with all of them.
function(cyclorama_families)
  file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true RELATIVE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/src/families/*)
  list(FILTER folders EXCLUDE REGEX "\\.")
  foreach(folder ${folders})
    cyclorama_part(${folder} ${ARGN})
  endforeach()
  list(TRANSFORM folders REPLACE "/" "_")
  list(TRANSFORM folders PREPEND cyclorama_)
  add_library(cyclorama_families STATIC ${CMAKE_SOURCE_DIR}/src/families/registry.cpp)
  target_link_libraries(cyclorama_families PUBLIC ${folders})
endfunction()
