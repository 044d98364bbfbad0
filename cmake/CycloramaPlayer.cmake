# SPDX-License-Identifier: MIT
# The program that plays traces of OpenGL, where the libraries and headers that it needs are (scripts/setup/install_dependencies
# mesa). It runs with the library of exec in it, in front of which no sanitizer may be: it compiles what it needs of the
# parts again, without them.
pkg_check_modules(PLAYER IMPORTED_TARGET egl gbm libdrm)
find_path(CYCLORAMA_GL_HEADERS GL/glext.h)
set(CYCLORAMA_PLAYER FALSE)
if(PLAYER_FOUND AND CYCLORAMA_GL_HEADERS)
  set(CYCLORAMA_PLAYER TRUE)
  # Names that stand for numbers; those that stand for an extension have small letters, or a number alone.
  set(rows "")
  foreach(header gl glext)
    file(STRINGS ${CYCLORAMA_GL_HEADERS}/GL/${header}.h lines REGEX "^#define[ \t]+GL_[A-Z0-9_]+[ \t]+((0x|0X)?[0-9A-Fa-f]+(u|ull)?|GL_[A-Z0-9_]+)[ \t]*$")
    list(TRANSFORM lines REPLACE "^#define[ \t]+(GL_[A-Z0-9_]+).*$" "{\"\\1\", \\1},")
    list(APPEND rows ${lines})
  endforeach()
  list(REMOVE_DUPLICATES rows)
  list(JOIN rows "\n" rows)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/glplayer/gl_enumerants.inc CONTENT "${rows}\n" @ONLY)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/glplayer/*.cpp ${CMAKE_SOURCE_DIR}/src/gltrace/*.cpp)
  add_executable(cyclorama-glplayer ${sources} ${CMAKE_SOURCE_DIR}/src/sim/error.cpp ${CMAKE_SOURCE_DIR}/src/workload/byte_input.cpp)
  set_target_properties(cyclorama-glplayer PROPERTIES UNITY_BUILD_BATCH_SIZE 32)
  target_include_directories(cyclorama-glplayer PRIVATE ${CMAKE_SOURCE_DIR}/src ${CMAKE_BINARY_DIR}/glplayer)
  # Declarations alone: the functions are looked for when they are called.
  target_compile_definitions(cyclorama-glplayer PRIVATE GL_GLEXT_PROTOTYPES)
  target_link_libraries(cyclorama-glplayer PRIVATE PkgConfig::PLAYER CLI11::CLI11 fmt::fmt ZLIB::ZLIB)
  target_compile_options(cyclorama-glplayer PRIVATE -fno-sanitize=all)
  target_link_options(cyclorama-glplayer PRIVATE -fno-sanitize=all)
endif()

# The windows of programs that draw through Waffle, where its headers are (libwaffle-dev): preloaded into apitrace's eglretrace.
# Waffle's own functions are those of the program.
pkg_check_modules(WAFFLE waffle-1)
set(CYCLORAMA_WAFFLE FALSE)
if(PLAYER_FOUND AND WAFFLE_FOUND)
  set(CYCLORAMA_WAFFLE TRUE)
  add_library(cyclorama_waffle SHARED ${CMAKE_SOURCE_DIR}/src/glplayer/waffle/windows.cpp ${CMAKE_SOURCE_DIR}/src/glplayer/scanout.cpp
                                      ${CMAKE_SOURCE_DIR}/src/glplayer/egl_setup.cpp)
  # It exports what Waffle does.
  set_target_properties(cyclorama_waffle PROPERTIES CXX_VISIBILITY_PRESET default UNITY_BUILD OFF)
  target_include_directories(cyclorama_waffle PRIVATE ${CMAKE_SOURCE_DIR}/src)
  target_include_directories(cyclorama_waffle SYSTEM PRIVATE ${WAFFLE_INCLUDE_DIRS})
  target_link_libraries(cyclorama_waffle PRIVATE PkgConfig::PLAYER fmt::fmt)
  target_compile_options(cyclorama_waffle PRIVATE -fno-sanitize=all)
  target_link_options(cyclorama_waffle PRIVATE -fno-sanitize=all)
endif()
