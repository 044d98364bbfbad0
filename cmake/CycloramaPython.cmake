# SPDX-License-Identifier: MIT
# The Python package `cyclorama`: a module of the project's own parts, and the files of python/cyclorama around it. The build
# tree has the whole package in python/, so that PYTHONPATH=build/PRESET/python is enough; installed it is for Debian's Python.
set(Python_EXECUTABLE /usr/bin/python3 CACHE FILEPATH "The Python that the package is for")
set(PYBIND11_FINDPYTHON ON)
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/python/*.cpp)
if(NOT CYCLORAMA_PYTHON)
  # Never built; clang-tidy learns from it how the sources are compiled.
  find_package(Python QUIET COMPONENTS Interpreter Development.Module)
  find_package(pybind11 QUIET)
  if(pybind11_FOUND)
    add_library(cyclorama_python OBJECT EXCLUDE_FROM_ALL ${sources})
    target_link_libraries(cyclorama_python PRIVATE pybind11::module cyclorama_session cyclorama_families)
  endif()
  return()
endif()

find_package(Python REQUIRED COMPONENTS Interpreter Development.Module)
find_package(pybind11 REQUIRED)
pybind11_add_module(cyclorama_python MODULE NO_EXTRAS ${sources})
target_link_libraries(cyclorama_python PRIVATE cyclorama_session cyclorama_families)
set_target_properties(cyclorama_python PROPERTIES OUTPUT_NAME _core LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/python/cyclorama)

# The other files of the package are links into the sources: what is edited there is what runs.
file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/python/cyclorama/*.py ${CMAKE_SOURCE_DIR}/python/cyclorama/*.pyi
     ${CMAKE_SOURCE_DIR}/python/cyclorama/py.typed)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/python/cyclorama)
foreach(file ${files})
  get_filename_component(name ${file} NAME)
  file(CREATE_LINK ${file} ${CMAKE_BINARY_DIR}/python/cyclorama/${name} SYMBOLIC)
endforeach()

# Debian's place for packages of its Python 3, whichever version that is.
set(place lib/python3/dist-packages/cyclorama)
install(FILES ${files} DESTINATION ${place})
install(TARGETS cyclorama_python LIBRARY DESTINATION ${place} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
