# SPDX-License-Identifier: MIT
# Programs that use Vulkan, where its library is (scripts/setup/install_dependencies mesa); those with shaders also need their compiler.
pkg_check_modules(VULKAN IMPORTED_TARGET vulkan)
find_program(GLSLANG_VALIDATOR glslangValidator)

# Headers made of shaders: programs include them, and scripts/check/lint.py reads those.
add_custom_target(shader_headers)

# cyclorama_vulkan_program(NAME SOURCES FILE... [SHADERS FILE... ENVIRONMENT vulkanX.Y] [INCLUDES FILE...]): a program of these
# sources. Of each shader, PART.vert for example, there is the header PART_vert.h with its words in an array of that name, made
# again where the shader or one of the files that shaders include changes. No target where the program cannot be built.
function(cyclorama_vulkan_program name)
  cmake_parse_arguments(PROGRAM "" "ENVIRONMENT" "SOURCES;SHADERS;INCLUDES" ${ARGN})
  if(NOT VULKAN_FOUND OR (PROGRAM_SHADERS AND NOT GLSLANG_VALIDATOR))
    return()
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${name}_shaders)
  set(headers "")
  foreach(shader ${PROGRAM_SHADERS})
    get_filename_component(array ${shader} NAME)
    string(REPLACE "." "_" array ${array})
    set(header ${folder}/${array}.h)
    add_custom_command(
      OUTPUT ${header}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
      COMMAND ${GLSLANG_VALIDATOR} --quiet -V --target-env ${PROGRAM_ENVIRONMENT} --vn ${array} -o ${header} ${shader}
      DEPENDS ${shader} ${PROGRAM_INCLUDES} VERBATIM)
    list(APPEND headers ${header})
  endforeach()
  add_executable(${name} ${PROGRAM_SOURCES} ${headers})
  target_link_libraries(${name} PRIVATE PkgConfig::VULKAN)
  if(headers)
    add_custom_target(${name}_headers DEPENDS ${headers})
    add_dependencies(shader_headers ${name}_headers)
    target_include_directories(${name} SYSTEM PRIVATE ${folder})
  endif()
endfunction()
