#!/usr/bin/env bash
# Installs what this archive holds below /usr/local, or below PREFIX: sudo ./install.sh
# And takes it away again: sudo ./install.sh uninstall
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
CALLED_AS=./install.sh PEACH=./program exec scripts/install "${1:-install}"
