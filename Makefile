# `make` lists the targets. Each is a line or two; longer ones are in scripts/.

JOBS ?= 2
PREFIX ?= /usr/local
KILLS ?= 100
SEED ?= 1
# Debian installs its Swift outside PATH, because OpenStack's has the name.
export PATH := $(PATH):/usr/libexec/swift/bin
SWIFT_SOURCES = Package.swift Benchmarks Sources Tests

.DEFAULT_GOAL := help
.PHONY: help run build install uninstall package package-test package-twice release notes publish check pure test soak mapping-from fuzz bench bench-ear lint format

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /make \1 - /p' $(MAKEFILE_LIST)

run: build ## practise (ARGS="--mode comparison" and so on)
	@.build/release/peach practice $(ARGS)

build: ## install missing packages, and build the program into .build/release
	@scripts/require-swift static
	@scripts/install-packages run
	@[ -x .build/release/peach ] || echo "The first build takes about 7 minutes on two cores and 0.7 GB of disk space; after that, seconds."
	@JOBS=$(JOBS) scripts/build peach

install: ## install what was built into PREFIX (/usr/local), below DESTDIR if given
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/install install

uninstall: ## remove what install has placed
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/install uninstall

package: ## build packages that need no Swift compiler: .deb, .rpm and an archive, in dist/ (ARCH=arm64, as root: for a Raspberry Pi)
	@scripts/require-swift static
	@scripts/install-packages package$(ARCH:%=-%)
	@JOBS=$(JOBS) scripts/package

package-test: package ## install them on bare systems (as root), play a note, and purge them; practise by the service of one in the rig (ARCH=arm64: emulated)
	@scripts/install-packages package-test
	@Tests/Packages/run || [ $$? -eq 77 ]
	@[ -z "$(ARCH)" ] || JOBS=$(JOBS) Tests/Packages/units $(ARCH) || [ $$? -eq 77 ]
	@[ -n "$(ARCH)" ] || PEACH=$(CURDIR)/.build-package/release/peach Tests/Rig/run Tests/Packages/service.py || [ $$? -eq 77 ]

package-twice: package ## build them again from a clone in a folder of the same name (as root), and compare
	@JOBS=$(JOBS) scripts/package-twice

release: ## make packages, checksums, notes and the tag of the committed version; pushes nothing
	@scripts/release

notes: ## write this version's release notes into dist/notes.md (TAG=v1.2.3: only if that is its tag)
	@scripts/release notes

publish: # what .github/workflows/release.yml has built for TAG
	@scripts/publish

check: ## build, and run the tests that your changes may have broken (SINCE=REVISION instead of the last commit)
	@scripts/require-swift
	@scripts/install-packages test
	@JOBS=$(JOBS) scripts/check $(SINCE)

pure: ## build and test the layers without devices, disks and sockets: two thirds of the tests, a minute after a change
	@scripts/require-swift
	@PEACH_LAYERS=pure JOBS=$(JOBS) scripts/build-tests
	@PEACH_LAYERS=pure scripts/run-tests

test: ## every test, from one build
	@scripts/require-swift
	@scripts/install-packages test
	@JOBS=$(JOBS) scripts/test

# The rig with the program as players get it, the store killed in mid-write on a busy machine, 20 matches by each control, a month of
# a blind player, a controller of every mapping, 500 replugs, 100,000 hostile requests and 10,000 connections of another user,
# two hours of each timer, 10,000 fingers, 10,000 presses of each kind that controllers report badly, 100,000 values of rows, 100 outages
# of sound, 100 exports of another program, outputs plugged in again 250 times, every page in each language and theme, pages that receive
# changes late, the pages with a screen reader, and the packages of both processors.
soak: ## the long runs (hours, as root; CONTRIBUTING.md)
	@scripts/require-swift static
	@scripts/install-packages soak
	@JOBS=$(JOBS) scripts/build peach StoreStress
	@RIG_MODES=both PEACH=$(CURDIR)/.build/release/peach Tests/Rig/run Tests/Rig/scenarios/*.py || [ $$? -eq 77 ]
	@RIG_MODES=both RIG_EXERCISES=20 PEACH=$(CURDIR)/.build/release/peach Tests/Rig/run Tests/Rig/scenarios/matching_*.py || [ $$? -eq 77 ]
	@RIG_MAPPINGS=all PEACH=$(CURDIR)/.build/release/peach Tests/Rig/run Tests/Rig/scenarios/every_mapping.py Tests/Rig/soak/*.py || [ $$? -eq 77 ]
	@RIG_CYCLES=500 RIG_LIMIT=14400 PEACH=$(CURDIR)/.build/release/peach Tests/Rig/run Tests/Rig/scenarios/replugging.py || [ $$? -eq 77 ]
	@JOBS=$(JOBS) scripts/build-tests
	@PEACH_KILLS=$(KILLS) PEACH_BUSY=2 PEACH_HOSTILE=100000 PEACH_STRANGERS=10000 PEACH_TIMER_MINUTES=120 PEACH_OUTAGES=100 PEACH_FREEWHEELS=100 \
	  PEACH_FINGERS=10000 PEACH_HANDS=10000 PEACH_ROWS=100000 PEACH_HISTORIES=200 scripts/run-tests --filter \
	  'Generated(Finger|Hands|Row)Tests|CrashTests|HostileProgramTests|OtherUserProgramTests|FreewheelProgramTests|TimerPracticeTests|OutageTests|OutageCueTests|HistoryExchangeTests'
	@PEACH_PICTURES=1 Tests/Browser/run test_states.py test_looks.py || [ $$? -eq 77 ]
	@PEACH_LATE=0.3 Tests/Browser/run || [ $$? -eq 77 ]
	@Tests/ScreenReader/run || [ $$? -eq 77 ]
	@PEACH_REPLUGS=200 scripts/run-tests --filter '/ReplugTests'
	@PEACH_REPLUGS=50 scripts/run-tests --filter ReplugProgramTests
	@PEACH_FREEWHEELS=100 scripts/run-tests --filter FreewheelProgramTests
	@scripts/install-packages package-arm64
	@if scripts/cross arm64 at-target true; then $(MAKE) package-test ARCH=arm64; else [ $$? -eq 77 ]; fi
	@$(MAKE) package-test
	@JOBS=$(JOBS) scripts/package-twice || [ $$? -eq 77 ]

mapping-from: ## turn a report on a controller (REPORT=FILE, NAME=maker-model) into a mapping that ships, with its test case, and print the command that tries it in the rig
	@scripts/mapping-from '$(REPORT)' $(NAME)
	@scripts/require-swift
	@JOBS=$(JOBS) scripts/build-tests
	@RECORD_GOLDEN=1 scripts/run-tests --filter 'ShippedCueGoldenTests|SupportedControllersTests' >/dev/null
	@scripts/run-tests --filter ControllersTests

fuzz: ## ten million random bytes of MIDI, ten thousand broken mappings and recordings, and a million files for every reader (SEED=N repeats one)
	@scripts/require-swift static
	@scripts/install-packages test
	@JOBS=$(JOBS) scripts/build Fuzz
	@.build/release/Fuzz midi 10000000 $(SEED)
	@.build/release/Fuzz mappings 10000 $(SEED)
	@.build/release/Fuzz recordings 10000 $(SEED)
	@.build/release/Fuzz readers 1000000 $(SEED) 2>.build/fuzz-readers.log || { tail -3 .build/fuzz-readers.log; exit 1; }

bench: ## measure against other programs, for an hour on an idle machine; writes Benchmarks/measured.md
	@scripts/require-swift static
	@scripts/install-packages bench
	@JOBS=$(JOBS) Benchmarks/run

bench-ear: ## how strategies perform with simulated listeners, compared with questplus; writes Benchmarks/ear.md (SEED=N)
	@scripts/require-swift static
	@scripts/install-packages bench-ear
	@JOBS=$(JOBS) scripts/build EarBenchmark
	@Benchmarks/ear --seed $(SEED)

lint: ## check the formatting, as the tests do
	@swift format lint --strict --parallel --recursive $(SWIFT_SOURCES)

format: ## format the sources
	@swift format format --in-place --parallel --recursive $(SWIFT_SOURCES)
