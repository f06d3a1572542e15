#!/bin/sh
# Installs Gatehouse from this directory as a service: Debian 12 and later, Ubuntu 22.04 and later, JetPack 6 and 7; x86-64 and arm64.
# Run it again to repair or to upgrade: the new version goes beside the old one, which returns if the new one does not become ready.
#   sudo scripts/install.sh [--no-start] [--no-packages]
#   --detector NAME  installs this model of the catalogue and watches with it, without asking
#   --offline     asks for no detector and downloads none
#   sudo scripts/install.sh --uninstall [--purge] [--yes]    --purge also removes settings and everything recorded
#   --dry-run     prints what it would do, and changes nothing
#   --root DIR    writes below DIR, for images; installs no packages, creates no user, starts nothing
set -u
root=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd) || exit 1
. "$root/scripts/lib/needs.sh"
. "$root/scripts/lib/detector.sh"

to= mode=install dry= start=yes packages=yes purge= yes= detector= offline=
units='gatehouse.service gatehouse-backup.service gatehouse-backup.timer gatehouse-verify.service gatehouse-verify.timer gatehouse-upgrade.service gatehouse-upgrade-request.path gatehouse-upgrade-request.service'
started='gatehouse.service gatehouse-backup.timer gatehouse-verify.timer gatehouse-upgrade.service gatehouse-upgrade-request.path'

usage() {
  sed -n '2,9s/^# \{0,1\}//p' "$root/scripts/install.sh" >&2
  exit 2
}

while [ $# -gt 0 ]; do
  case "$1" in
    --uninstall) mode=uninstall ;;
    --purge) purge=yes ;;
    --yes) yes=yes ;;
    --dry-run) dry=yes ;;
    --no-start) start= ;;
    --no-packages) packages= ;;
    --offline) offline=--offline ;;
    --detector)
      [ $# -ge 2 ] && [ -n "$2" ] || usage
      detector=$2
      shift
      ;;
    --root)
      [ $# -ge 2 ] && [ -n "$2" ] || usage
      mkdir -p "$2" && to=$(CDPATH= cd -- "$2" && pwd) || die "$2 cannot be created"
      [ "$to" = / ] && to=
      shift
      ;;
    *) usage ;;
  esac
  shift
done
[ -z "$purge" ] || [ "$mode" = uninstall ] || usage
base="$to/opt/gatehouse"

# run COMMAND… : or with --dry-run only says it.
run() {
  if [ "$dry" ]; then echo "would run: $*"; else "$@"; fi
}

# The machine itself is changed: neither an image nor a rehearsal.
is_real() { [ -z "$to" ] && [ -z "$dry" ]; }

# systemd runs here, which it does not in a container or while an image is made.
has_systemd() { [ -z "$to" ] && [ -d /run/systemd/system ]; }

check_machine() {
  case "$(uname -m)" in
    x86_64 | aarch64) ;;
    *) die "this machine is a $(uname -m); x86-64 and arm64 are supported" ;;
  esac
  [ -z "$to" ] || return 0
  ID= VERSION_ID= PRETTY_NAME='this system'
  . /etc/os-release 2>/dev/null || die "/etc/os-release is missing: which system is this?"
  major=${VERSION_ID%%.*}
  case "$ID" in
    # The next release of Debian has no number before it is out.
    debian) [ "${major:-99}" -ge 12 ] || die "$PRETTY_NAME is too old. Use Debian 12 or later" ;;
    ubuntu) [ "${major:-0}" -ge 22 ] || die "$PRETTY_NAME is too old. Use Ubuntu 22.04 or later" ;;
    *) die "$PRETTY_NAME is not supported. Use Debian 12, Ubuntu 22.04, JetPack 6, or later" ;;
  esac
  if [ -e /etc/nv_tegra_release ]; then
    release=$(sed -n 's/^# R\([0-9]*\).*/\1/p' /etc/nv_tegra_release)
    [ "${release:-0}" -ge 36 ] || die "JetPack is too old. Use JetPack 6 (L4T 36) or later"
    say "this is a Jetson: read docs/install/jetson.md for power mode, decoding and TensorRT"
  fi
}

# The Debian package has units and a program of its own.
refuse_package() {
  [ -z "$to" ] || return 0
  [ "$(dpkg-query -W -f '${db:Status-Status}' gatehouse 2>/dev/null)" != installed ] ||
    die "apt and dpkg manage this box. Install the new package, or first: apt remove gatehouse (settings and recordings stay)"
}

make_user() {
  is_real || return 0
  for group in video render audio; do
    getent group "$group" >/dev/null || groupadd --system "$group" || die "no group $group"
  done
  getent passwd gatehouse >/dev/null ||
    useradd --system --user-group --home-dir /var/lib/gatehouse --shell /usr/sbin/nologin gatehouse ||
    die "the user gatehouse cannot be created"
}

# Lists the files that identify a version: all but generated ones.
tree_sum() { (cd "$1" && tree_files | LC_ALL=C sort -z | xargs -0 cat 2>/dev/null | sha256sum | cut -c1-64); }

tree_files() {
  find . \( -name node_modules -o -name .git -o -path ./data -o -path ./console/dist -o -path './console/dist-*' -o -path ./dist -o -path './dist-*' -o -path ./client/dist \) -prune \
    -o -type f ! -name .release -print0
}

# place_release : this directory into the slot that is not in use, with its packages and its page. Sets $slot.
place_release() {
  sum=$(tree_sum "$root")
  now=$(readlink "$base/current" 2>/dev/null || true)
  if [ -n "$now" ] && [ "$(cat "$base/current/.release" 2>/dev/null)" = "$sum" ]; then
    slot=${now##*/}
    say "this version is already in slot $slot"
    return 0
  fi
  slot=a
  [ "${now##*/}" = a ] && slot=b
  say "copying this version to slot $slot"
  if [ "$dry" ]; then
    echo "would copy $root to $base/releases/$slot, with npm packages and the page"
    return 0
  fi
  new="$base/releases/$slot"
  rm -rf "$new" && mkdir -p "$new" || die "$new cannot be created"
  if [ -e "$root/.assembled" ]; then
    cp -a "$root/." "$new" || die "the copy failed"
    [ -n "$to" ] || "$new/scripts/node" --version >/dev/null 2>&1 || die "this release is for another processor: $(cat "$root/.assembled")"
  else
    (cd "$root" && tree_files | tar -c --null -T - -f -) | tar -x --no-same-owner -C "$new" || die "the copy failed"
    copy_packages "$new"
    (root=$new && need_npm --production && need_page && need_server) || die "the new version is incomplete and was not activated; the old one is unchanged"
  fi
  [ "$(id -u)" != 0 ] || chown -R root:root "$new"
  chmod -R u=rwX,go=rX "$new"
  printf '%s' "$sum" >"$new/.release"
}

# Packages that are here already need no network.
copy_packages() {
  [ -f "$root/node_modules/.gatehouse-installed" ] || return 0
  say "copying the npm packages of $root"
  cp -a --reflink=auto "$root/node_modules" "$1/node_modules" || die "the npm packages could not be copied"
  rm -rf "$1/node_modules/.cache"
}

switch_to() {
  run ln -sfn "releases/$1" "$base/current.new" && run mv -T "$base/current.new" "$base/current" ||
    die "the switch to slot $1 failed"
  # What `gatehouse upgrade` remembers is about the releases before; docs/operations/upgrade.md.
  run rm -f "$base/upgrade.json"
  [ -z "${now:-}" ] || [ "$now" = "releases/$1" ] || run ln -sfn "$now" "$base/previous"
}

make_places() {
  run install -d -m 0755 "$base/releases" "$to/etc/systemd/system" "$to/usr/local/bin"
  run install -d -m 0770 "$to/etc/gatehouse"
  run install -d -m 0700 "$to/var/lib/gatehouse" "$to/var/lib/gatehouse-backup"
}

settle_places() {
  if [ ! -e "$to/etc/gatehouse/site.yaml" ]; then
    say "writing /etc/gatehouse/site.yaml. Check it: by default the box listens on 127.0.0.1 only"
    [ "$dry" ] || sed 's#^data_dir:.*#data_dir: /var/lib/gatehouse#' "$root/config/site.yaml" >"$to/etc/gatehouse/site.yaml"
    run chmod 0640 "$to/etc/gatehouse/site.yaml"
  fi
  run ln -sfn /opt/gatehouse/current/scripts/gatehouse "$to/usr/local/bin/gatehouse"
  for unit in $units; do run install -m 0644 "$root/systemd/$unit" "$to/etc/systemd/system/$unit"; done
  is_real || return 0
  chown root:gatehouse /etc/gatehouse /etc/gatehouse/site.yaml
  chown gatehouse:gatehouse /var/lib/gatehouse /var/lib/gatehouse-backup
}

enable_units() {
  [ -z "$to" ] || return 0
  command -v systemctl >/dev/null 2>&1 || { say "systemd is not installed. Start /usr/local/bin/gatehouse serve yourself" && return 0; }
  ! has_systemd || run systemctl daemon-reload
  # shellcheck disable=SC2086 # a list of units
  run systemctl enable --quiet $started
}

# Restarts into the new version; when it does not get ready, the version before comes back.
start_units() {
  [ "$start" ] || return 0
  if ! has_systemd; then
    [ "$to" ] || ! command -v systemctl >/dev/null 2>&1 || say "systemd is not running: the service starts at the next boot"
    return 0
  fi
  # The unit is of Type=notify: this returns once the API answers, or with what went wrong.
  if run systemctl restart gatehouse.service; then
    run systemctl start gatehouse-backup.timer gatehouse-verify.timer gatehouse-upgrade-request.path
    return 0
  fi
  say "the new version did not become ready. See journalctl -u gatehouse"
  [ -n "${now:-}" ] && [ "${now##*/}" != "$slot" ] || exit 1
  say "switching back to slot ${now##*/}"
  switch_to "${now##*/}"
  systemctl restart gatehouse.service || say "the previous version does not become ready either"
  exit 1
}

install_all() {
  check_machine
  refuse_package
  check_detector
  if is_real; then
    [ "$(id -u)" = 0 ] || die "run it as root: sudo $0"
    if [ "$packages" ]; then
      need_packages ca-certificates
      need_ffmpeg
      need_speech
      (need_packages dcmtk) || say "continuing without DICOM"
    fi
  fi
  make_user
  make_places
  place_release
  settle_places
  [ "${now:-}" = "releases/$slot" ] || switch_to "$slot"
  enable_units
  start_units
  settle_detector
  say "installed. For a key, run gatehouse setup-code. To open the page to the network, set server.host in /etc/gatehouse/site.yaml"
}

confirm_purge() {
  [ "$purge" ] && [ -z "$yes" ] && [ -z "$dry" ] || return 0
  [ -t 0 ] || die "--purge removes settings, keys and all recordings. Confirm with --yes"
  printf 'Remove /etc/gatehouse, /var/lib/gatehouse and /var/lib/gatehouse-backup with all recordings? Type "remove": ' >&2
  read -r answer
  [ "$answer" = remove ] || die "nothing was removed"
}

uninstall_all() {
  [ -n "$to$dry" ] || [ "$(id -u)" = 0 ] || die "run it as root: sudo $0 --uninstall"
  confirm_purge
  if [ -z "$to" ] && command -v systemctl >/dev/null 2>&1; then
    # shellcheck disable=SC2086 # a list of units
    if has_systemd; then run systemctl disable --now --quiet $started; else run systemctl disable --quiet $started; fi
  fi
  for unit in $units; do run rm -f "$to/etc/systemd/system/$unit"; done
  run rm -f "$to/usr/local/bin/gatehouse"
  run rm -rf "$base"
  ! has_systemd || run systemctl daemon-reload
  if [ -z "$purge" ]; then
    say "removed; /etc/gatehouse and /var/lib/gatehouse stay (--purge removes them too)"
    return 0
  fi
  run rm -rf "$to/etc/gatehouse" "$to/var/lib/gatehouse" "$to/var/lib/gatehouse-backup" "$to/etc/systemd/system/gatehouse.service.d"
  if is_real && getent passwd gatehouse >/dev/null; then userdel gatehouse; fi
  say "removed, with all settings and recordings"
}

"${mode}_all"
