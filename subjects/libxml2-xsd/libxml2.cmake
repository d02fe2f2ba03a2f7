# libxml2.cmake: builds libxml2 as part of a subject, without its configure. For libxml2-xsd and libxslt, whose programs
# contain it with all its branches.
#
#   libxml2_package(RESULT FEATURE...)
#       RESULT_SOURCES, RESULT_INCLUDES: what to compile, and where its headers are. In addition to parser, tree,
#       dictionaries and writing, which are always included, only the named FEATUREs are built: SCHEMAS, HTML.
#
# No threads, network, catalogs, compression or iconv: nothing that would read a file or depend on the machine.
# config.h says no more about the system than the code needs. Without rand(), the hash tables have no random seeds;
# without stat(), libxml2 does not look for files by name.
function(libxml2_package result)
    set(package ${BEDIV_SOURCES_DIR}/libxml2)
    set(headers ${CMAKE_CURRENT_BINARY_DIR}/config)

    foreach(part IN ITEMS TRIO THREADS THREAD_ALLOC PUSH READER WRITER FTP HTTP LEGACY C14N CATALOG DOCB XPTR XINCLUDE
            ICONV ICU DEBUG MEM_DEBUG RUN_DEBUG SCHEMAS SCHEMATRON MODULES ZLIB LZMA HTML)
        set(WITH_${part} 0)
    endforeach()
    foreach(part IN ITEMS TREE OUTPUT PATTERN SAX1 VALID XPATH ISO8859X REGEXPS ${ARGN})
        set(WITH_${part} 1)
    endforeach()
    libxml2_version(${package}/configure.ac VERSION LIBXML_VERSION_NUMBER)
    configure_file(${package}/include/libxml/xmlversion.h.in ${headers}/libxml/xmlversion.h @ONLY)
    configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/config.h.in ${headers}/config.h @ONLY)

    set(names SAX2 buf chvalid dict encoding entities error globals hash list parser parserInternals pattern threads
        tree uri valid xmlIO xmlmemory xmlregexp xmlsave xmlstring xmlunicode xpath)
    if(WITH_SCHEMAS)
        list(APPEND names xmlschemas xmlschemastypes)
    endif()
    if(WITH_HTML)
        list(APPEND names HTMLparser HTMLtree)
    endif()
    list(TRANSFORM names REPLACE "(.+)" "${package}/\\1.c")
    set(${result}_SOURCES ${names} PARENT_SCOPE)
    set(${result}_INCLUDES ${headers} ${package}/include ${CMAKE_CURRENT_FUNCTION_LIST_DIR} PARENT_SCOPE)
endfunction()

# libxml2_version(FILE DOTTED NUMBER): the version in a configure.ac of libxml2 or libxslt, as 2.9.14 and 20914.
function(libxml2_version file dotted number)
    file(STRINGS ${file} numbers REGEX "^m4_define[(].[A-Z]+_VERSION")
    list(TRANSFORM numbers REPLACE ".*[^0-9]([0-9]+)[^0-9]*$" "\\1")
    list(GET numbers 0 major)
    list(GET numbers 1 minor)
    list(GET numbers 2 micro)
    math(EXPR whole "(${major} * 100 + ${minor}) * 100 + ${micro}")
    set(${dotted} ${major}.${minor}.${micro} PARENT_SCOPE)
    set(${number} ${whole} PARENT_SCOPE)
endfunction()
