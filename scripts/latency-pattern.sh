#!/bin/sh
# Draws src/system/selftest/pattern.mp4, what `gatehouse selftest latency` shows: see src/system/selftest/pattern.ts.
set -eu
cd "$(dirname "$0")/.."
exec ffmpeg -loglevel error -y \
  -f lavfi -i "color=0x5a5a5a:s=640x360:r=15" -f lavfi -i "color=0xe6e6e6:s=60x60:r=15" \
  -filter_complex "[0][1]overlay=x='40+320*mod(floor(n/37),2)+6*(mod(n,37)-19)':y='60+180*floor(n/74)':enable='gte(mod(n,37),19)'" \
  -c:v libx264 -preset veryslow -pix_fmt yuv420p -bf 0 -g 15 -an -frames:v 148 \
  -map_metadata -1 -movflags +faststart -fflags +bitexact -flags:v +bitexact src/system/selftest/pattern.mp4
