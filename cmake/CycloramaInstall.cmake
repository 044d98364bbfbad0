# What `cmake --install` puts under a prefix. The program finds its files by their places relative to itself, so that the
# whole may be moved; no path of the sources, the build or the prefix is compiled in.
include(GNUInstallDirs)
set(CYCLORAMA_INSTALL_CHIPS ${CMAKE_INSTALL_DATADIR}/cyclorama/chips)
set(CYCLORAMA_INSTALL_LIBRARY ${CMAKE_INSTALL_LIBDIR}/cyclorama)

# cyclorama_from_program(VARIABLE FOLDER): the way from the program's folder to another, both below the prefix.
function(cyclorama_from_program variable folder)
  file(RELATIVE_PATH way /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${folder})
  set(${variable} ${way} PARENT_SCOPE)
endfunction()
cyclorama_from_program(chips_from_program ${CYCLORAMA_INSTALL_CHIPS})
cyclorama_from_program(library_from_program ${CYCLORAMA_INSTALL_LIBRARY}/libcyclorama_drm.so)
set_source_files_properties(
  src/cli/program_files.cpp PROPERTIES
  COMPILE_DEFINITIONS
  "CYCLORAMA_CHIPS_FROM_PROGRAM=\"${chips_from_program}\";CYCLORAMA_LIBRARY_FROM_PROGRAM=\"${library_from_program}\"")

install(TARGETS cyclorama RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS cyclorama_drm LIBRARY DESTINATION ${CYCLORAMA_INSTALL_LIBRARY})
install(DIRECTORY chips/ DESTINATION ${CYCLORAMA_INSTALL_CHIPS} FILES_MATCHING PATTERN "*.ini")
