#!/bin/sh
# Installs Agent Inbox: downloads a release for this system, checks its signature and its checksum, and puts the
# executable and its manual page in place.
set -eu

# The release fills these in, from packages/names.json and packages/signers.txt.
url=${INBOX_RELEASE_URL:-@URL@}
signers() {
  cat <<'END'
@SIGNERS@
END
}

usage() {
  cat <<'END'
Installs Agent Inbox, or another version of it.

  sh install.sh [--version VERSION] [--prefix FOLDER]

  --version VERSION  this version, even if a newer one is installed; without it, the newest
  --prefix FOLDER    installs FOLDER/bin/inbox; without it, /usr/local for root, and ~/.local for anyone else
END
}

# Called at the end of the file: of a script that was cut on its way, nothing runs.
main() {
  read_arguments "$@"
  bin=$prefix/bin
  pages=$prefix/share/man/man1
  must_be_free
  system=$(system_here)
  work=$(mktemp -d)
  part=$bin/.inbox.$$.part
  trap clean_up EXIT
  trap 'exit 1' HUP INT TERM
  read_manifest
  must_not_be_older
  unpack
  put_in_place
  say_what_is_next
}

read_arguments() {
  wanted=
  prefix=
  while [ $# -gt 0 ]; do
    case $1 in
      --version | --prefix) [ $# -gt 1 ] || refuse "$1 needs a value: see --help" ;;
      -h | --help) usage && exit 0 ;;
      *) refuse "Unknown argument $1: see --help" ;;
    esac
    case $1 in
      --version) wanted=$2 ;;
      --prefix) prefix=$2 ;;
    esac
    shift 2
  done
  [ -n "$url" ] || refuse 'Releases have no address yet: set INBOX_RELEASE_URL to one that you trust'
  url=${url%/}
  must_be_version "$wanted"
  if [ -z "$prefix" ]; then
    if [ "$(id -u)" = 0 ]; then prefix=/usr/local; else prefix=$HOME/.local; fi
  fi
  case $prefix in
    /*) prefix=${prefix%/} ;;
    *) prefix=$PWD/${prefix%/} ;;
  esac
}

# It becomes part of addresses and paths.
must_be_version() {
  case $1 in
    *[!0-9A-Za-z.-]*) refuse "$1 is not a version: one is such as 1.2.3" ;;
  esac
}

refuse() {
  echo "install.sh: $1" >&2
  exit 1
}

clean_up() {
  rm -rf "$work"
  rm -f "$part" "$pages/.inbox.1.$$.part"
}

must_be_free() {
  for folder in "$bin" "$pages"; do
    while [ ! -e "$folder" ]; do folder=$(dirname "$folder"); done
    if [ ! -d "$folder" ] || [ ! -w "$folder" ]; then
      refuse "$folder cannot be written to: run this as root, or choose a folder of your own with --prefix"
    fi
  done
  if [ -L "$bin/inbox" ]; then
    refuse "$bin/inbox is a link that another installer has made: remove it by that one, or choose another --prefix"
  fi
  [ ! -d "$bin/inbox" ] || refuse "$bin/inbox is a folder: choose another --prefix"
}

system_here() {
  case $(uname -s) in
    Linux) os=linux ;;
    Darwin) os=macos ;;
    *) refuse "There is no executable for $(uname -s); install.ps1 is for Windows" ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) cpu=x64 ;;
    aarch64 | arm64) cpu=arm64 ;;
    *) refuse "There is no executable for the processor $(uname -m): only for x64 and arm64" ;;
  esac
  if [ $os = macos ] && [ "$(sysctl -n sysctl.proc_translated 2>/dev/null)" = 1 ]; then
    # This shell is translated; the machine has another processor.
    cpu=arm64
  fi
  if [ $os = linux ] && has_musl; then cpu=$cpu-musl; fi
  echo "$os-$cpu"
}

has_musl() {
  if command -v ldd >/dev/null 2>&1; then
    case $(ldd --version 2>&1) in
      *musl*) return 0 ;;
      *) return 1 ;;
    esac
  fi
  ls /lib/ld-musl-* >/dev/null 2>&1
}

read_manifest() {
  from=$url/latest/download
  if [ -n "$wanted" ]; then from=$url/download/v$wanted; fi
  fetch "$from/manifest.json" "$work/manifest.json"
  check_signature "$from"
  version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$work/manifest.json")
  [ -n "$version" ] || refuse "$from/manifest.json is not the manifest of a release"
  must_be_version "$version"
  if [ -n "$wanted" ] && [ "$version" != "$wanted" ]; then
    refuse "$from/manifest.json is the manifest of $version, not of $wanted"
  fi
}

fetch() {
  if command -v curl >/dev/null 2>&1; then
    # No address leads from https to what others can read and change.
    case $1 in
      https:*) allowed='=https' ;;
      *) allowed='=http,https' ;;
    esac
    curl --fail --silent --show-error --location --proto "$allowed" --output "$2" "$1" || not_there "$1"
  elif command -v wget >/dev/null 2>&1; then
    # GNU's tries twenty times, for minutes.
    case $(wget --version 2>/dev/null) in
      *GNU*) wget -q --tries=2 -O "$2" "$1" || not_there "$1" ;;
      *) wget -q -O "$2" "$1" || not_there "$1" ;;
    esac
  else
    refuse 'Neither curl nor wget is installed: install one of them'
  fi
}

not_there() {
  refuse "$1 could not be downloaded; nothing was changed"
}

check_signature() {
  signature_is='The signature of the release was checked'
  signers >"$work/signers"
  if ! grep -q '^release ' "$work/signers"; then
    signature_is='The signature of the release was not checked: this script was made without a key'
    return
  fi
  if ! command -v ssh-keygen >/dev/null 2>&1; then
    signature_is='The signature of the release was not checked: ssh-keygen is not installed'
    return
  fi
  fetch "$1/manifest.json.sig" "$work/manifest.json.sig"
  if ! said=$(ssh-keygen -Y verify -n agent-inbox -I release -f "$work/signers" \
    -s "$work/manifest.json.sig" <"$work/manifest.json" 2>&1); then
    case $said in
      # Before OpenSSH 8.1.
      *'unknown option'* | *'illegal option'*)
        signature_is='The signature of the release was not checked: this ssh-keygen is too old'
        ;;
      *)
        refuse "$1/manifest.json is not signed with a key of the inbox; nothing was changed
$said"
        ;;
    esac
  fi
}

# Whoever gives out an old release as the newest has its signature.
must_not_be_older() {
  former=
  if [ -x "$bin/inbox" ]; then former=$("$bin/inbox" --version 2>/dev/null) || former=; fi
  if [ -z "$wanted" ] && [ -n "$former" ] && is_older "$version" "$former"; then
    refuse "The newest release at $url is $version, which is older than what is installed, $former; nothing was changed. \
If you want it, name it with --version $version"
  fi
}

# Whether one version is older than another, as Semantic Versioning orders them.
is_older() {
  awk -v one="$1" -v other="$2" '
    function number_of(v) { sub(/-.*/, "", v); return v }
    function rest_of(v) { return v ~ /-/ ? substr(v, index(v, "-") + 1) : "" }
    function order(a, b,  x, y, n, m, i) {
      n = split(a, x, "."); m = split(b, y, ".")
      for (i = 1; i <= n && i <= m; i++) {
        if (x[i] "" == y[i] "") continue
        if (x[i] ~ /^[0-9]+$/ && y[i] ~ /^[0-9]+$/) return x[i] + 0 < y[i] + 0 ? -1 : 1
        if (x[i] ~ /^[0-9]+$/) return -1
        if (y[i] ~ /^[0-9]+$/) return 1
        return x[i] "" < y[i] "" ? -1 : 1
      }
      return n - m
    }
    BEGIN {
      by = order(number_of(one), number_of(other))
      a = rest_of(one); b = rest_of(other)
      if (by == 0 && (a == "" || b == "")) by = (a == "") - (b == "")
      else if (by == 0) by = order(a, b)
      exit !(by < 0)
    }'
}

unpack() {
  name=inbox-$version-$system.tar.gz
  listed=$(sed -n "s/^ *{ \"name\": \"$name\", \"sha256\": \"\([0-9a-f]*\)\" },*\$/\1/p" "$work/manifest.json")
  [ -n "$listed" ] || refuse "The release $version has no file for $system; nothing was changed"
  fetch "$url/download/v$version/$name" "$work/$name"
  [ "$(checksum_of "$work/$name")" = "$listed" ] ||
    refuse "$name is not what the manifest lists: it was cut or changed on its way; nothing was changed"
  (cd "$work" && tar xzf "$name")
}

checksum_of() {
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum "$1" | cut -d ' ' -f 1
  elif command -v shasum >/dev/null 2>&1; then
    shasum -a 256 "$1" | cut -d ' ' -f 1
  else
    openssl dgst -sha256 "$1" | sed 's/.* //'
  fi
}

put_in_place() {
  mkdir -p "$bin"
  cp "$work/inbox-$version-$system/inbox" "$part"
  chmod 755 "$part"
  if ! said=$("$part" --version 2>&1); then
    refuse "The executable for $system does not run here; nothing was changed
$said"
  fi
  mkdir -p "$pages"
  cp "$work/inbox-$version-$system/inbox.1" "$pages/.inbox.1.$$.part"
  chmod 644 "$pages/.inbox.1.$$.part"
  mv -f "$pages/.inbox.1.$$.part" "$pages/inbox.1"
  mv -f "$part" "$bin/inbox"
}

say_what_is_next() {
  echo "Installed inbox $version as $bin/inbox${former:+; before, it was $former}."
  echo "$signature_is. The checksum was checked."
  case :$PATH: in
    *:"$bin":*) ;;
    *) echo "$bin is not in your PATH. Add it: export PATH=\"$bin:\$PATH\"" ;;
  esac
  if [ -n "$former" ]; then
    echo 'Next: restart the inbox if it is running. Until then it is the former version.'
  else
    echo 'Next: inbox serve'
    echo 'It starts the server and prints a link to set a password.'
  fi
}

main "$@"
