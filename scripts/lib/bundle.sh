# fresh_bundle ROOT : true if the server's bundle is there and none of its sources is newer.
fresh_bundle() {
  [ -f "$1/dist/main.js" ] &&
    [ -z "$(find "$1/src" "$1/package.json" "$1/package-lock.json" -newer "$1/dist/main.js" -print -quit 2>&1)" ]
}
