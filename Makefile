# The quick way in. CMake does the building (CMakeLists.txt, CMakePresets.json); this file says what is needed for
# what. Every target first installs the packages that it needs, which is instant if they are already there.

PREFIX ?= /usr/local
# The preset to build: release, asan or debug.
PRESET ?= release

# Ninja runs in parallel by itself; the order of the steps below matters.
.NOTPARALLEL:
.DEFAULT_GOAL := build
.PHONY: build demo test test-all test-load test-faults bench subjects variants subjects-java install uninstall format lint clean help setup setup-lint \
	expat fetched java-side tested

build: setup ## build the library, the command, the examples and the fetched subjects
	@cmake --preset $(PRESET) >/dev/null
	@cmake --build --preset $(PRESET)

demo: setup ## fuzz libxslt, an XSLT processor, until it crashes, and show the crash
	@subjects/fetch libxml2 libxslt
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target subject_libxslt
	@tools/demo

test: tested ## fetch and build all subjects, then run the tests
	@tools/test

test-all: tested ## also run the long tests, and everything under the sanitizers
	@cmake --build --preset asan
	@tools/test --all

test-load: tested ## run the tests ten times beside four busy loops, to find those that need a fast machine; takes hours
	@tools/test-under-load

test-faults: expat build ## inject every fault: 100 kills of each kind, a million hostile files; takes about an hour
	@cmake --preset asan >/dev/null
	@cmake --build --preset asan --target hostile bediv_command
	@tools/test-faults

bench: fetched build ## run the benchmarks: floor, snapshot, growth, mutants; takes more than an hour
	@bench/run

subjects: fetched build ## fetch and build all software under test: with coverage, plain, and sanitized
	@cmake --build --preset $(PRESET) --target plain sanitized

variants: fetched ## fetch and build the subjects also without Debian's patches (NAME@orig) and with assertions (NAME@assert)
	@subjects/fetch --orig expat libxml2 libxslt mujs duktape lua5.4 sqlite3 jq libonig quickjs
	@cmake --preset $(PRESET) >/dev/null
	@cmake --build --preset $(PRESET) --target variants

subjects-java: java-side build ## fetch and build the six Java programs of the paper; installs a JDK and Maven

install: build ## install to PREFIX (default: /usr/local); respects DESTDIR
	@cmake --install build/$(PRESET) --prefix $(PREFIX)

uninstall: ## remove what was installed to PREFIX, and nothing else
	@tools/uninstall $(DESTDIR)$(PREFIX)

format: setup-lint ## format the code
	@git ls-files -co --exclude-standard '*.c' '*.h' '*.cc' | xargs clang-format-19 -i

lint: setup-lint build ## check the format, and run the static analyser
	@git ls-files -co --exclude-standard '*.c' '*.h' '*.cc' | xargs clang-format-19 --dry-run -Werror
	@git ls-files -co --exclude-standard 'src/*.c' | xargs -P"$$(nproc)" -n4 clang-tidy-19 --quiet -p build/$(PRESET)

clean: ## remove everything that was built; keep fetched sources
	@rm -rf build/release build/asan build/debug

help: ## print this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

# ---- Steps of the above ----

setup:
	@tools/setup

setup-lint:
	@tools/setup lint

expat: setup
	@subjects/fetch expat

fetched: setup
	@subjects/fetch

java-side: setup
	@tools/setup java
	@java/fetch
	@java/build

# Everything that the tests need: the subjects (one of them in all three builds, and without Debian's patches), a browser to open a report, and
# AFL++ to load a generator. The unit tests run a second time, under ASan and UBSan. Where Maven's repository cannot be
# reached, the tests of the Java subjects are skipped, and tools/test says so.
tested: fetched
	@subjects/fetch --orig expat
	@tools/setup browser
	@tools/setup fuzzers
	@$(MAKE) --no-print-directory java-side || echo "make: without the Java subjects" >&2
	@$(MAKE) --no-print-directory build PRESET=release
	@cmake --build --preset release --target subject_expat_plain subject_expat_sanitized subject_expat_orig_sanitized
	@cmake --build --preset release --target peer_generator_expat peer_bytes_cjson peer_bytes_planted
	@cmake --preset asan >/dev/null
	@cmake --build --preset asan --target unit_tests
