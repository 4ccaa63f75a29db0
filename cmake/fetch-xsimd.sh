#!/bin/sh
# fetch-xsimd.sh VERSION FOLDER: unpacks the headers of Debian's libxsimd-dev VERSION into FOLDER/usr/include, from the
# suite that has it, through the archive that this machine's apt already uses. The machine's own packages and lists stay
# as they are. Fails where no suite has that version.
set -eu
version=$1
folder=$2

uri=$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' | sed -n 's/^Debian //p' | head -n 1)
[ -n "$uri" ]
apt=$folder/apt
mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
: >"$apt/status"
for suite in trixie sid; do
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $uri $suite main"
done >"$apt/sources.list"

apt=$(cd "$apt" && pwd)
set -- -q -o Dir::State="$apt" -o Dir::State::status="$apt/status" -o Dir::Cache="$apt/cache" \
    -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=- \
    -o Acquire::Languages=none -o Acquire::Check-Valid-Until=false -o APT::Sandbox::User=root
apt-get "$@" update
(cd "$apt" && apt-get "$@" download "libxsimd-dev=$version*")
dpkg-deb --extract "$apt"/libxsimd-dev_"$version"*.deb "$folder"
rm -rf "$apt"
