# What `make install` puts where. Everything finds its neighbours by relative paths, so an installed tree can be
# moved, and `cmake --install --prefix` can differ from what was configured.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/bediv)
set(share_dir ${CMAKE_INSTALL_DATADIR}/bediv)

install(TARGETS bediv bediv_bridge EXPORT bediv)
install(TARGETS bediv_command)
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)

# Man pages and completions.
install(DIRECTORY ${PROJECT_BINARY_DIR}/share/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
install(DIRECTORY ${PROJECT_BINARY_DIR}/share/bash-completion ${PROJECT_BINARY_DIR}/share/zsh
    DESTINATION ${CMAKE_INSTALL_DATADIR})

# Generators: the library bediv_gen_NAME, its header and its dictionaries. Its other files are private.
set(generators_dir ${CMAKE_INSTALL_INCLUDEDIR}/bediv/generators)
foreach(name IN LISTS generators)
    if(TARGET bediv_gen_${name})
        set(folder ${PROJECT_SOURCE_DIR}/generators/${name})
        file(GLOB header ${folder}/${name}.h ${folder}/${name}_generator.h)
        set_target_properties(bediv_gen_${name} PROPERTIES EXPORT_NAME gen_${name})
        target_include_directories(bediv_gen_${name} INTERFACE $<INSTALL_INTERFACE:${generators_dir}>)
        install(TARGETS bediv_gen_${name} EXPORT bediv)
        install(FILES ${header} DESTINATION ${generators_dir})
        file(GLOB dictionaries CONFIGURE_DEPENDS ${folder}/*.dict)
        if(dictionaries) # otherwise an empty folder would be created
            install(FILES ${dictionaries} DESTINATION ${share_dir}/${name})
        endif()
    endif()
endforeach()

# find_package(bediv)
install(EXPORT bediv FILE bedivTargets.cmake NAMESPACE bediv:: DESTINATION ${package_dir})
write_basic_package_version_file(bedivConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/bedivConfig.cmake cmake/bediv.cmake ${PROJECT_BINARY_DIR}/bedivConfigVersion.cmake
    DESTINATION ${package_dir})

# pkg-config bediv
file(RELATIVE_PATH pc_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" pc_to_prefix ${pc_to_prefix})
string(JOIN " " pc_coverage_flags ${BEDIV_COVERAGE_FLAGS})
configure_file(cmake/bediv.pc.in bediv.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/bediv.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The list of installed files, for `make uninstall`: one path per line, relative to the prefix. It comes last, and
# includes itself.
install(CODE "
    set(manifest ${share_dir}/manifest)
    set(files \${CMAKE_INSTALL_MANIFEST_FILES} \${CMAKE_INSTALL_PREFIX}/\${manifest})
    list(TRANSFORM files REPLACE \"^\${CMAKE_INSTALL_PREFIX}/\" \"\")
    list(JOIN files \"\\n\" files)
    file(WRITE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/\${manifest}\" \"\${files}\\n\")")
