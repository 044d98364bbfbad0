# SPDX-License-Identifier: MIT
# The files that `cmake --install` puts under a prefix, and `cpack` into a Debian package. The program finds its files by their places
# relative to itself, so that the whole may be moved; no path of the sources, the build or the prefix is compiled in.
include(GNUInstallDirs)
set(CYCLORAMA_INSTALL_DATA ${CMAKE_INSTALL_DATADIR}/cyclorama)
set(CYCLORAMA_INSTALL_LIBRARY ${CMAKE_INSTALL_LIBDIR}/cyclorama)

# cyclorama_from_program(VARIABLE PLACE): the way from the program's folder to a place, both below the prefix.
function(cyclorama_from_program variable place)
  file(RELATIVE_PATH way /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${place})
  set(${variable} ${way} PARENT_SCOPE)
endfunction()
cyclorama_from_program(data ${CYCLORAMA_INSTALL_DATA})
cyclorama_from_program(library ${CYCLORAMA_INSTALL_LIBRARY}/libcyclorama_drm.so)
cyclorama_from_program(player ${CYCLORAMA_INSTALL_LIBRARY}/cyclorama-glplayer)
cyclorama_from_program(windows ${CYCLORAMA_INSTALL_LIBRARY}/libcyclorama_waffle.so)
set_source_files_properties(
  src/cli/program_files.cpp
  PROPERTIES COMPILE_DEFINITIONS
             "CYCLORAMA_DATA_FROM_PROGRAM=\"${data}\";CYCLORAMA_LIBRARY_FROM_PROGRAM=\"${library}\";\
CYCLORAMA_PLAYER_FROM_PROGRAM=\"${player}\";CYCLORAMA_WINDOWS_FROM_PROGRAM=\"${windows}\"")

# Permissions of new folders, for any umask of the user.
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
                                                WORLD_EXECUTE)
install(TARGETS cyclorama RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS cyclorama_drm LIBRARY DESTINATION ${CYCLORAMA_INSTALL_LIBRARY}
        PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
if(CYCLORAMA_PLAYER)
  install(TARGETS cyclorama-glplayer RUNTIME DESTINATION ${CYCLORAMA_INSTALL_LIBRARY})
endif()
if(CYCLORAMA_WAFFLE)
  install(TARGETS cyclorama_waffle LIBRARY DESTINATION ${CYCLORAMA_INSTALL_LIBRARY}
          PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endif()
install(DIRECTORY chips DESTINATION ${CYCLORAMA_INSTALL_DATA} FILES_MATCHING PATTERN "*.ini")
install(FILES web/built/report.html DESTINATION ${CYCLORAMA_INSTALL_DATA})
# A capture to begin with, and Mesa, which exec needs and few machines have with this driver.
install(FILES examples/gles_scene/gc2000.cyc DESTINATION ${CYCLORAMA_INSTALL_DATA}/examples)
install(PROGRAMS scripts/setup/mesa scripts/setup/mesa_checkout.py scripts/setup/debian_mirror scripts/setup/install_dependencies
        DESTINATION ${CYCLORAMA_INSTALL_DATA}/scripts/setup)
# What `cyclorama ci` runs: programs of Python's standard library, and piglit's own framework.
install(PROGRAMS scripts/suites/ci.py DESTINATION ${CYCLORAMA_INSTALL_DATA}/scripts/suites)
foreach(module deqp deqp_table expectations gtest_table lists mesa_lists piglit piglit_table processes records run_results statuses suite_file
               table_run)
  install(FILES scripts/suites/${module}.py DESTINATION ${CYCLORAMA_INSTALL_DATA}/scripts/suites)
endforeach()
# What `cyclorama compare` and `cyclorama bisect` run, likewise.
install(PROGRAMS scripts/comparison/compare.py scripts/comparison/bisect_mesa.py
        DESTINATION ${CYCLORAMA_INSTALL_DATA}/scripts/comparison)
foreach(module checkout corpus difference entrance journal merge_request pairing run_report runs)
  install(FILES scripts/comparison/${module}.py DESTINATION ${CYCLORAMA_INSTALL_DATA}/scripts/comparison)
endforeach()
install(FILES scripts/lib/__init__.py scripts/lib/exec_runs.py DESTINATION ${CYCLORAMA_INSTALL_DATA}/scripts/lib)
install(FILES docs/reference/cyclorama.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES completions/cyclorama.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME cyclorama)
install(FILES completions/_cyclorama DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME cyclorama)
set(CPACK_PACKAGE_VENDOR "The Cyclorama authors")
# Debian's tools want an address; this one is reserved (RFC 2606).
set(CPACK_PACKAGE_CONTACT "The Cyclorama authors <cyclorama@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "cycle-level simulator of real GPUs")
set(CPACK_PACKAGE_DESCRIPTION
    "Cyclorama executes the command streams that real drivers write for real
GPUs and says what the chip would do: the image, cycle by cycle the time,
and what the driver did wrong. Unmodified programs draw on a simulated GPU
and display; traces and captures are replayed.")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS ${CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Libraries that programs under exec load by name, and through them Mesa; what runs the script of `cyclorama ci`.
set(recommended libegl1 libgles2 "python3 (>= 3.11)")
if(CYCLORAMA_PYTHON)
  # The module is for one version of Python.
  list(APPEND recommended python${Python_VERSION_MAJOR}.${Python_VERSION_MINOR} python3-numpy)
endif()
list(JOIN recommended ", " CPACK_DEBIAN_PACKAGE_RECOMMENDS)
# Among them the library of the window of exec, which is loaded by name.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "apitrace, glmark2-es2-drm, kmscube, libsdl2-2.0-0, mesa-utils")
include(CPack)
