# Harnesses of plain bytes, from the software's own source packages, unchanged. Harness and software are compiled alike,
# as in an OSS-Fuzz build: for libFuzzer, for AFL++ (twice: comparisons are logged in a second build), and for us.
#
#   peer_harness(NAME
#       [PACKAGE package]     as in subjects/sources.lock; the files below are relative to its folder, or absolute
#       SOURCES  file...      the software and its LLVMFuzzerTestOneInput
#       [DICT file]           the dictionary that comes with the harness
#       [INCLUDES dir...] [DEFINES name[=value]...])
function(peer_harness name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "PACKAGE;DICT" "SOURCES;INCLUDES;DEFINES")
    set(package ${BEDIV_SOURCES_DIR}/${arg_PACKAGE})
    foreach(list SOURCES INCLUDES DICT)
        set(${list} "")
        foreach(path IN LISTS arg_${list})
            cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY ${package} NORMALIZE)
            list(APPEND ${list} ${path})
        endforeach()
    endforeach()
    add_custom_target(peer_bytes_${name} DEPENDS bench_cpu_budget)
    peer_fuzzers(fuzzers libfuzzer afl cmplog)
    foreach(fuzzer ours ${fuzzers})
        set(target peer_bytes_${name}_${fuzzer})
        add_executable(${target} EXCLUDE_FROM_ALL ${SOURCES})
        target_include_directories(${target} PRIVATE ${INCLUDES})
        target_compile_definitions(${target} PRIVATE ${arg_DEFINES} FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION)
        target_compile_options(${target} PRIVATE -O2 -g -w)
        if(fuzzer STREQUAL ours)
            set_target_properties(${target} PROPERTIES OUTPUT_NAME bytes/${name})
            target_compile_options(${target} PRIVATE ${BEDIV_COVERAGE_FLAGS})
            target_link_libraries(${target} PRIVATE bediv)
        else()
            set_target_properties(${target} PROPERTIES OUTPUT_NAME bytes/${name}-${fuzzer})
            peer_compiler(${target} ${fuzzer})
            peer_linker(${target} ${fuzzer})
            target_link_libraries(${target} PRIVATE m)
        endif()
        add_dependencies(peer_bytes_${name} ${target})
    endforeach()
    if(DICT)
        file(MAKE_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/bytes)
        file(CREATE_LINK ${DICT} ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/bytes/${name}.dict SYMBOLIC)
    endif()
endfunction()

# c_files(RESULT FOLDER NAME...): sets RESULT to FOLDER/NAME.c for each.
function(c_files result folder)
    list(TRANSFORM ARGN PREPEND ${folder}/)
    list(TRANSFORM ARGN APPEND .c)
    set(${result} ${ARGN} PARENT_SCOPE)
endfunction()

set(here ${CMAKE_CURRENT_BINARY_DIR})

peer_harness(planted
    SOURCES ${CMAKE_CURRENT_SOURCE_DIR}/planted.c)

if(EXISTS ${BEDIV_SOURCES_DIR}/cjson/.fetched)
    peer_harness(cjson
        PACKAGE cjson
        SOURCES cJSON.c fuzzing/cjson_read_fuzzer.c
        DICT fuzzing/json.dict)
endif()

if(EXISTS ${BEDIV_SOURCES_DIR}/lz4/.fetched)
    c_files(lz4 lib lz4)
    c_files(helpers ossfuzz decompress_fuzzer fuzz_data_producer)
    peer_harness(lz4
        PACKAGE lz4
        SOURCES ${lz4} ${helpers}
        INCLUDES lib ossfuzz)
endif()

if(EXISTS ${BEDIV_SOURCES_DIR}/cmark/.fetched)
    set(HAVE_STDBOOL_H 1) # for its config.h
    set(HAVE___BUILTIN_EXPECT 1)
    set(HAVE___ATTRIBUTE__ 1)
    configure_file(${BEDIV_SOURCES_DIR}/cmark/src/config.h.in cmark/config.h)
    configure_file(${BEDIV_SOURCES_DIR}/cmark/src/cmark_version.h.in cmark/cmark_version.h)
    file(CONFIGURE OUTPUT cmark/cmark_export.h CONTENT "#define CMARK_EXPORT\n#define CMARK_NO_EXPORT\n")
    c_files(cmark src cmark node iterator blocks inlines scanners utf8 buffer references render man xml html commonmark
        latex houdini_href_e houdini_html_e houdini_html_u cmark_ctype)
    peer_harness(cmark
        PACKAGE cmark
        SOURCES ${cmark} test/cmark-fuzz.c
        INCLUDES src ${here}/cmark
        DICT test/fuzzing_dictionary)
endif()

if(EXISTS ${BEDIV_SOURCES_DIR}/pcre2/.fetched)
    configure_file(${BEDIV_SOURCES_DIR}/pcre2/src/config.h.generic pcre2/config.h COPYONLY)
    configure_file(${BEDIV_SOURCES_DIR}/pcre2/src/pcre2.h.generic pcre2/pcre2.h COPYONLY)
    configure_file(${BEDIV_SOURCES_DIR}/pcre2/src/pcre2_chartables.c.dist pcre2/pcre2_chartables.c COPYONLY)
    set(parts auto_possess compile config context convert dfa_match error extuni find_bracket jit_compile maketables
        match match_data newline ord2utf pattern_info script_run serialize string_utils study substitute substring
        tables ucd valid_utf xclass fuzzsupport)
    list(TRANSFORM parts PREPEND pcre2_)
    c_files(pcre2 src ${parts})
    peer_harness(pcre2
        PACKAGE pcre2
        SOURCES ${pcre2} ${here}/pcre2/pcre2_chartables.c
        INCLUDES ${here}/pcre2 src
        DEFINES HAVE_CONFIG_H PCRE2_CODE_UNIT_WIDTH=8 SUPPORT_UNICODE)
endif()

# The rest is software that subjects use too: as it is configured there.
if(TARGET subject_expat_plain_code)
    get_target_property(expat subject_expat_plain_code SOURCES)
    get_target_property(includes subject_expat_plain_code INCLUDE_DIRECTORIES)
    peer_harness(expat
        PACKAGE expat
        SOURCES ${expat} expat/fuzz/xml_parse_fuzzer.c
        INCLUDES ${includes}
        DEFINES ENCODING_FOR_FUZZING=UTF-8)
endif()

if(TARGET subject_libxml2-xsd_plain_code)
    get_target_property(libxml2 subject_libxml2-xsd_plain_code SOURCES)
    get_target_property(includes subject_libxml2-xsd_plain_code INCLUDE_DIRECTORIES)
    # Replaces what the subject leaves out of the library.
    file(CONFIGURE OUTPUT libxml2/left_out.c CONTENT "void xmlRelaxNGCleanupTypes(void) {}\n")
    peer_harness(libxml2
        PACKAGE libxml2
        SOURCES ${libxml2} ${here}/libxml2/left_out.c fuzz/schema.c fuzz/fuzz.c
        INCLUDES ${includes}
        DEFINES HAVE_CONFIG_H
        DICT fuzz/schema.dict)
endif()
