# SPDX-License-Identifier: MIT
# The library inside the programs that `cyclorama exec` runs: the C library and nothing else, no symbols but those that it
# stands in front of, and no sanitizers, which would have to be in the program. Some of those that the C library exports
# are reserved identifiers.
file(GLOB CLIENT_SOURCES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/device/client/*.cpp)
add_library(cyclorama_drm SHARED ${CLIENT_SOURCES} ${CMAKE_SOURCE_DIR}/src/device/protocol/message_stream.cpp)
target_include_directories(cyclorama_drm PRIVATE ${CMAKE_SOURCE_DIR}/src)
target_include_directories(cyclorama_drm SYSTEM PRIVATE ${LIBDRM_INCLUDE_DIRS})
target_compile_options(cyclorama_drm PRIVATE -O2 -fvisibility=hidden -fvisibility-inlines-hidden -fno-exceptions
                                             -fno-rtti -fno-threadsafe-statics -fno-sanitize=all
                                             $<$<CXX_COMPILER_ID:Clang>:-Wno-reserved-identifier>)
target_link_options(cyclorama_drm PRIVATE -fno-sanitize=all -Wl,--as-needed -Wl,-z,defs)
