# SPDX-License-Identifier: MIT
# The library that writes waveforms (FST), from its sources as Debian's package verilator installs them: no package has it
# built. Where they are not, `run --waveform` says so.
find_path(CYCLORAMA_FST_SOURCES gtkwave/fstapi.c PATHS /usr/share/verilator/include DOC "The folder of gtkwave/fstapi.c")
if(CYCLORAMA_FST_SOURCES)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/fst/fst.cpp @ONLY CONTENT
"#define FST_CONFIG_INCLUDE \"fst_config.h\"
#include \"gtkwave/fastlz.c\"
#include \"gtkwave/fstapi.c\"
#include \"gtkwave/lz4.c\"
")
  add_library(cyclorama_fst STATIC ${CMAKE_BINARY_DIR}/fst/fst.cpp)
  target_include_directories(cyclorama_fst SYSTEM PUBLIC ${CYCLORAMA_FST_SOURCES} ${CYCLORAMA_FST_SOURCES}/gtkwave)
  target_compile_definitions(cyclorama_fst PUBLIC CYCLORAMA_FST)
  target_compile_options(cyclorama_fst PRIVATE -w -fno-sanitize=all)
  target_link_libraries(cyclorama_fst PUBLIC ZLIB::ZLIB)
  target_link_libraries(cyclorama_results PRIVATE cyclorama_fst)
endif()
