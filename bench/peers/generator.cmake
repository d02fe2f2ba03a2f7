# The subjects with their generators, inside libFuzzer and AFL++. Sources and flags are those of their plain builds.

# generators_of(RESULT TARGET): the generator libraries that TARGET needs. Without the library bediv, whose main() would
# take the place of the fuzzer's.
function(generators_of result target)
    get_target_property(libraries ${target} LINK_LIBRARIES)
    set(found "")
    foreach(library IN LISTS libraries)
        if(library MATCHES "^bediv_gen_")
            generators_of(more ${library})
            list(APPEND found ${library} ${more})
        endif()
    endforeach()
    set(${result} ${found} PARENT_SCOPE)
endfunction()

# peer_copy(TARGET OF): gives TARGET the flags of another target. SYSTEM: without warnings about the software's headers.
function(peer_copy target of)
    target_compile_options(${target} PRIVATE $<TARGET_PROPERTY:${of},COMPILE_OPTIONS>)
    target_compile_definitions(${target} PRIVATE $<TARGET_PROPERTY:${of},COMPILE_DEFINITIONS>)
    target_include_directories(${target} SYSTEM PRIVATE $<TARGET_PROPERTY:${of},INCLUDE_DIRECTORIES>)
    get_target_property(dependencies ${of} MANUALLY_ADDED_DEPENDENCIES)
    if(dependencies)
        add_dependencies(${target} ${dependencies})
    endif()
endfunction()

# peer_link(TARGET NAME LIBRARY...): links the generator of subject NAME and the bridge. By file name: see above.
function(peer_link target name)
    generators_of(libraries subject_${name}_plain_fuzzer)
    list(APPEND libraries ${ARGN})
    add_dependencies(${target} ${libraries} bediv_bridge)
    list(TRANSFORM libraries REPLACE "(.+)" "$<TARGET_FILE:\\1>")
    target_link_libraries(${target} PRIVATE ${libraries} $<TARGET_FILE:bediv_bridge> m)
endfunction()

# peer_target(TARGET NAME DEFINITION): the target of subject NAME as an object of TARGET, with that part of the bridge.
function(peer_target target name definition)
    get_target_property(files subject_${name}_plain_fuzzer SOURCES)
    get_target_property(folder subject_${name}_plain_fuzzer SOURCE_DIR)
    list(TRANSFORM files PREPEND ${folder}/)
    target_sources(${target} PRIVATE ${files})
    peer_copy(${target} subject_${name}_plain_fuzzer)
    target_compile_definitions(${target} PRIVATE ${definition})
endfunction()

# What is linked in the place of our heap.
add_library(peer_afresh OBJECT EXCLUDE_FROM_ALL afresh.c ${PROJECT_SOURCE_DIR}/bench/plain_heap.c)
target_include_directories(peer_afresh PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
target_compile_options(peer_afresh PRIVATE ${BEDIV_WARNINGS})

set(definition_libfuzzer BD_BRIDGE_LIBFUZZER)
set(definition_afl BD_BRIDGE_BYTES) # afl-fuzz has the generator, in its mutator

# peer_program(NAME CODE FUZZER HEAP): one program; HEAP is `-heap` for our heap, or empty.
function(peer_program name code fuzzer heap)
    set(target peer_${name}_${fuzzer}${heap})
    add_executable(${target} EXCLUDE_FROM_ALL)
    set_target_properties(${target} PROPERTIES OUTPUT_NAME generator/${name}-${fuzzer}${heap})
    peer_target(${target} ${name} ${definition_${fuzzer}})
    peer_link(${target} ${name} peer_${code}_${fuzzer}_code)
    target_link_libraries(${target} PRIVATE $<TARGET_PROPERTY:subject_${code}_plain_code,INTERFACE_LINK_LIBRARIES>)
    peer_linker(${target} ${fuzzer})
    if(heap)
        target_compile_options(${target} PRIVATE "SHELL:-include bediv/bridge.h")
    else()
        target_compile_options(${target} PRIVATE "SHELL:-include ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/afresh.h"
            -Wno-initializer-overrides)
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:peer_afresh>)
        target_link_options(${target} PRIVATE LINKER:--wrap=bd_heap_keep)
    endif()
    add_dependencies(peer_generator_${name} ${target})
endfunction()

# peer_mutator(NAME CODE): a shared object. Its parts were compiled for programs, which is enough if nothing in it can
# be replaced from outside (-Bsymbolic).
function(peer_mutator name code)
    set(target peer_${name}_mutator)
    add_library(${target} MODULE EXCLUDE_FROM_ALL)
    set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME ${name}-mutator
        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/generator)
    peer_target(${target} ${name} BD_BRIDGE_AFL)
    target_compile_options(${target} PRIVATE "SHELL:-include bediv/bridge.h")
    peer_link(${target} ${name} subject_${code}_plain_code)
    target_link_options(${target} PRIVATE LINKER:-Bsymbolic)
    add_dependencies(peer_generator_${name} ${target})
endfunction()

peer_fuzzers(fuzzers libfuzzer afl)
foreach(code expat libxml2-xsd libxslt mujs duktape quickjs lua sqlite3 jq)
    if(NOT TARGET subject_${code}_plain_code)
        continue()
    endif()
    get_target_property(files subject_${code}_plain_code SOURCES)
    foreach(fuzzer IN LISTS fuzzers)
        add_library(peer_${code}_${fuzzer}_code STATIC EXCLUDE_FROM_ALL ${files})
        peer_copy(peer_${code}_${fuzzer}_code subject_${code}_plain_code)
        peer_compiler(peer_${code}_${fuzzer}_code ${fuzzer})
    endforeach()
    foreach(name ${code} ${code}-run)
        if(TARGET subject_${name}_plain)
            add_custom_target(peer_generator_${name} DEPENDS subject_${name} bench_cpu_budget)
            foreach(fuzzer IN LISTS fuzzers)
                peer_program(${name} ${code} ${fuzzer} "")
                peer_program(${name} ${code} ${fuzzer} -heap)
            endforeach()
            peer_mutator(${name} ${code})
        endif()
    endforeach()
endforeach()
