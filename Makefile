# `make` lists what there is. Everything is a line or two; what is longer is in scripts/.

JOBS ?= 2
KILLS ?= 100
SWIFT_SOURCES = Package.swift Benchmarks Sources Tests

.DEFAULT_GOAL := help
.PHONY: help run build test soak bench lint format

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /make \1 - /p' $(MAKEFILE_LIST)

run: build ## practise (ARGS="--mode comparison" and so on)
	@.build/release/peach practice $(ARGS)

build: ## what is needed, and the program in .build/release
	@scripts/require-swift
	@scripts/install-packages run
	@swift build -c release --product peach -j $(JOBS)

test: ## every test, from one build
	@scripts/require-swift
	@scripts/install-packages test
	@JOBS=$(JOBS) scripts/test

soak: ## kill the store in mid-write, KILLS times; match 20 times by each control in each mode
	@scripts/require-swift
	@scripts/install-packages test
	@swift build -c release --product peach -j $(JOBS)
	@RIG_EXERCISES=20 PEACH=$(CURDIR)/.build/release/peach Tests/Rig/run Tests/Rig/scenarios/matching_*.py || [ $$? -eq 77 ]
	@PEACH_KILLS=$(KILLS) swift test -j $(JOBS) --filter CrashTests

bench: ## measure against other programs
	@scripts/require-swift
	@scripts/install-packages bench
	@swift build -c release --product peach -j $(JOBS)
	@Benchmarks/sound

lint: ## what the tests check of the sources' form
	@swift format lint --strict --parallel --recursive $(SWIFT_SOURCES)

format: ## bring the sources into form
	@swift format format --in-place --parallel --recursive $(SWIFT_SOURCES)
