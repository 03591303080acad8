#!/bin/sh
# Holds xenos-eval against tools/xenos_eval.py, bit for bit: every program of the shared Xenos streams
# and 300 random ones, 100 inputs each. Needs Rust and python3 with mpmath; programs of streams need
# AFTERIMAGE_TRACES. About two minutes. What differs is printed, and its jobs are kept; then
# `tools/xenos_eval.py JOBS --trace NUMBER` shows the script's steps.
set -eu
cd "$(dirname "$0")/.."
python3 -c 'import mpmath' || { echo "python3 with mpmath is needed" >&2; exit 2; }
AFTERIMAGE_COMPARE=all exec cargo test --release -p play --test compare -- --nocapture
