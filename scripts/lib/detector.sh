# The detector of an installation. Sourced by scripts/install.sh, with its $root, $to, $detector, $offline, and say and die.

# check_detector : refuses --detector before anything is changed.
check_detector() {
  [ -n "$detector" ] || return 0
  case "$detector" in
    */* | .*) known= ;;
    *) known=$(ls "$root/models/$detector.yaml" "$root/models/catalogue/$detector.yaml" 2>/dev/null) ;;
  esac
  names=$(cd "$root/models" && ls -- *.yaml catalogue/*.yaml | sed 's#^catalogue/##; s#\.yaml$##' | tr '\n' ' ')
  [ -n "$known" ] || die "--detector: the catalogue has no model $detector. Name one of: $names"
  [ -z "$offline" ] || has_detector || [ -e "$root/models/catalogue/$detector.onnx" ] ||
    die "--detector: $detector is not in this release, and --offline downloads nothing. Use a bundle that carries it"
}

# The model is on the box already, so it is not downloaded again.
has_detector() { [ -e "$root/models/$detector.yaml" ] || [ -e "$to/var/lib/gatehouse/models/$detector.yaml" ]; }

# models COMMAND… : gatehouse models of the new installation.
models() {
  command=$1
  shift
  "${gatehouse:-$base/current/scripts/gatehouse}" models "$command" "$@" \
    --config "$to/etc/gatehouse/site.yaml" ${to:+--data-dir "$to/var/lib/gatehouse"}
}

# settle_detector : installs --detector; else says which one is in use, and offers the recommended one.
settle_detector() {
  if [ -n "$dry" ]; then
    echo "would settle the detector: ${detector:-the one in use, with an offer on a terminal}"
    return 0
  fi
  if [ -z "$detector" ]; then
    # shellcheck disable=SC2086 # one option or none
    models offer $offline || say "the detector could not be read. See gatehouse models list"
    return 0
  fi
  { has_detector || models pull "$detector"; } && models use "$detector" ||
    die "--detector: $detector could not be installed; the box is installed without it. Run gatehouse models pull $detector"
  say "the detector in use is $detector"
}
