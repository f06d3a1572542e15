# Sourced by the other scripts, with $root set: installs what is missing, visibly and idempotently.
# Works as root without sudo, with sudo, without a terminal, and with npm 9 on Node.js 18.

say() { printf '%s\n' "gatehouse: $*" >&2; }

die() {
  say "$*"
  exit 1
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1; then
    sudo "$@"
  else
    return 126
  fi
}

# need_packages PACKAGE… : Debian packages; does nothing when all are there.
need_packages() {
  missing=
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q ' installed$' || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  command -v apt-get >/dev/null 2>&1 || die "please install:$missing"
  say "installing with apt:$missing"
  # shellcheck disable=SC2086 # a list of package names
  apt_install $missing || die "apt could not install:$missing (as root: apt-get install$missing)"
}

apt_install() {
  apt_get install --no-install-recommends "$@" && return 0
  say "refreshing the package lists"
  apt_get update && apt_get install --no-install-recommends "$@"
}

apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -y -q \
    -o Dpkg::Use-Pty=0 -o Acquire::Retries=3 -o DPkg::Lock::Timeout=120 "$@" </dev/null >&2
}

need_ffmpeg() {
  if ! command -v ffmpeg >/dev/null 2>&1 || ! command -v ffprobe >/dev/null 2>&1; then
    need_packages ffmpeg
  fi
}

# need_headless_shell : Chromium without the parts that draw a window, for most tests of the page. Where the distribution
# has none, the tests take the whole browser.
need_headless_shell() {
  [ -x /usr/bin/chromium-headless-shell ] && return 0
  apt-cache show chromium-headless-shell >/dev/null 2>&1 || return 0
  (need_packages chromium-headless-shell) || say "continuing with the whole Chromium"
}

# need_nats : the server of fleets. Without it the tests of fleets are skipped, and say so.
need_nats() {
  command -v nats-server >/dev/null 2>&1 && return 0
  (need_packages nats-server) || say "continuing without nats-server"
}

# need_speech : the box's own voice. Without it the box works too, and says what is missing.
need_speech() {
  command -v espeak-ng >/dev/null 2>&1 && command -v aplay >/dev/null 2>&1 && return 0
  (need_packages espeak-ng alsa-utils) || say "continuing without speech"
}

# need_npm [--production] : node_modules, unless it is as new as the lock file.
need_npm() {
  stamp="$root/node_modules/.gatehouse-installed"
  wanted=$(cksum <"$root/package-lock.json") || die "package-lock.json is missing"
  # What was complete stays complete: a working copy keeps its tools.
  if [ -s "$stamp" ] && ! grep -q -- --production "$stamp"; then set --; fi
  wanted="$wanted ${1:-}"
  if [ -f "$stamp" ] && "$root/scripts/node" --version >/dev/null 2>&1; then
    # A complete installation serves --production too.
    case "$(cat "$stamp")" in "$wanted" | "${wanted%% --production} ") return 0 ;; esac
  fi
  command -v npm >/dev/null 2>&1 || need_packages npm
  say "installing npm packages (about 700 MB, a few minutes on the first run)"
  rm -f "$stamp"
  # `npm install`, not `npm ci`: the latter fails where binaries of other platforms are not mirrored.
  # The lock file is put back because npm versions differ in how they write it.
  keep=$(mktemp)
  cp "$root/package-lock.json" "$keep"
  # shellcheck disable=SC2046 # one optional word
  (cd "$root" && npm install --no-audit --no-fund --ignore-scripts --loglevel=error \
    $([ "${1:-}" = --production ] && echo --omit=dev) </dev/null >&2)
  result=$?
  cmp -s "$keep" "$root/package-lock.json" || cat "$keep" >"$root/package-lock.json"
  rm -f "$keep"
  [ "$result" = 0 ] || die "npm install failed; its messages are above"
  "$root/scripts/node" --version >/dev/null 2>&1 ||
    die "npm did not install Node.js 24 for this machine (linux-x64 and linux-arm64 are supported)"
  # npm 9 forgets this link, and the tools in .bin would run on the machine's own Node.js.
  [ -e "$root/node_modules/.bin/node" ] ||
    ln -sf "$("$root/scripts/node" -p process.execPath)" "$root/node_modules/.bin/node"
  printf '%s' "$wanted" >"$stamp"
}

# need_page : the technician's page, built unless it was made from these very sources. After need_npm.
need_page() {
  "$root/scripts/node" "$root/scripts/build-page.ts" || die "the page could not be built; see above"
}

# need_server : the server's bundle, built unless it is as new as its sources. After need_npm.
need_server() {
  . "$root/scripts/lib/bundle.sh"
  fresh_bundle "$root" || "$root/scripts/node" "$root/scripts/build-server.ts" ||
    say "continuing from the sources, which start more slowly"
}
