#!/usr/bin/env bash
# Debian packages that the tests drive: installed where that is allowed, otherwise named in one line.
set -euo pipefail

missing=() fonts=()
have() { PATH="$PATH:/usr/sbin" command -v "$1" >/dev/null; }

have chromium || missing+=(chromium)
compgen -G '/usr/lib/*/faketime/libfaketimeMT.so.1' >/dev/null || missing+=(faketime)
have msgfmt || missing+=(gettext)
have nginx || missing+=(nginx)
have initdb || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)

if [ "$(id -u)" = 0 ] && have apt-get; then
  # Without these Korean and Thai are empty boxes in screenshots; no test fails for it.
  for font in fonts-noto-core fonts-noto-cjk fonts-inter; do
    dpkg-query --show --showformat '${db:Status-Abbrev}' "$font" 2>/dev/null | grep -q '^ii' || fonts+=("$font")
  done
  if [ ${#missing[@]} -gt 0 ] || [ ${#fonts[@]} -gt 0 ]; then
    echo "Installing ${missing[*]} ${fonts[*]}"
    # Run level 1 keeps the packages from starting servers of their own: the tests start theirs on free ports.
    export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "${missing[@]}" "${fonts[@]}" >/dev/null
  fi
elif [ ${#missing[@]} -gt 0 ]; then
  echo "The tests need these Debian packages: sudo apt-get install ${missing[*]}" >&2
  exit 1
fi
