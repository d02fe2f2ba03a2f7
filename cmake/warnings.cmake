# The warnings for our own code. Users of the library never see them.
set(BEDIV_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla
    -Wformat=2 -Wno-format-nonliteral) # our printf-like functions pass formats on
if(CMAKE_C_COMPILER_ID MATCHES "Clang")
    # The part of -Wconversion that warns about lost bits, without the noise about signs.
    list(APPEND BEDIV_WARNINGS -Wimplicit-fallthrough -Wshorten-64-to-32 -Wstring-conversion)
endif()
if(BEDIV_WERROR)
    list(APPEND BEDIV_WARNINGS -Werror)
endif()
