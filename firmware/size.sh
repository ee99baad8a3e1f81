#!/usr/bin/env bash
# Says how much memory the firmware takes, and fails where it is more than allowed: size.sh ELF FLASH RAM
set -euo pipefail
avr-size -A "$1" | awk -v flash_limit="$2" -v ram_limit="$3" '
    $1 == ".text" || $1 == ".data" { flash += $2 }
    $1 == ".data" || $1 == ".bss" || $1 == ".noinit" { ram += $2 }
    END {
        printf "firmware: %d of %d bytes of flash, %d of %d bytes of static RAM\n", flash, flash_limit, ram, ram_limit
        exit flash > flash_limit || ram > ram_limit
    }'
