# What `make install` puts where. Everything finds its neighbours by relative paths, so that an installed
# tree may be moved, and `cmake --install --prefix` may differ from what was configured.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/bediv)
set(share_dir ${CMAKE_INSTALL_DATADIR}/bediv)

install(TARGETS bediv bediv_bridge EXPORT bediv)
install(TARGETS bediv_command)
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)

# Generators: the library bediv_gen_NAME, linked as bediv::gen_NAME, and its header generators/NAME/NAME.h, or
# NAME_generator.h where NAME.h would hide another's, included by this name here and there. Others are its own affair.
set(generators_dir ${CMAKE_INSTALL_INCLUDEDIR}/bediv/generators)
file(GLOB generators RELATIVE ${PROJECT_SOURCE_DIR}/generators CONFIGURE_DEPENDS generators/*)
foreach(name IN LISTS generators)
    if(TARGET bediv_gen_${name})
        add_library(bediv::gen_${name} ALIAS bediv_gen_${name})
        set(folder ${PROJECT_SOURCE_DIR}/generators/${name})
        file(GLOB header ${folder}/${name}.h ${folder}/${name}_generator.h)
        set_target_properties(bediv_gen_${name} PROPERTIES EXPORT_NAME gen_${name}
            ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${CMAKE_INSTALL_LIBDIR}
            INTERFACE_INCLUDE_DIRECTORIES "$<BUILD_INTERFACE:${folder}>;$<INSTALL_INTERFACE:${generators_dir}>")
        install(TARGETS bediv_gen_${name} EXPORT bediv)
        install(FILES ${header} DESTINATION ${generators_dir})
        install(DIRECTORY ${folder} DESTINATION ${share_dir} FILES_MATCHING PATTERN "*.dict")
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
