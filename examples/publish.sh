#!/bin/sh
# Publishes a Markdown file and waits until its page is public and found by search. Needs curl.
#
#   IMPRIMATUR_KEY=imp_… examples/publish.sh en hello-from-the-shell "Hello" document.md
#
# The idempotency keys are computed from the content of the requests. So a second run with the same arguments and an
# unchanged file writes nothing.
set -eu

url="${IMPRIMATUR_URL:-http://localhost:3000}/api/v1/publications"
locale=$1 slug=$2 title=$3 file=$4

# Escapes a text for JSON: quotation marks, backslashes, tabs and line ends.
json() { sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/	/\\t/g' | awk 'NR > 1 { printf "\\n" } { printf "%s", $0 }'; }
member() { sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"; }
call() {
  curl -sS --fail-with-body -X POST "$1" -d "$2" \
    -H "Authorization: Bearer $IMPRIMATUR_KEY" -H 'Content-Type: application/json' \
    -H "Idempotency-Key: $3" -H 'Prefer: wait=30'
}

body="{\"locale\":\"$locale\",\"slug\":\"$slug\",\"title\":\"$(printf %s "$title" | json)\",\"content\":\"$(json <"$file")\"}"
name=$(printf %s "$body" | cksum | tr ' ' -)

created=$(call "$url" "$body" "create-$name") || { printf '%s\n' "$created" >&2; exit 1; }
id=$(printf %s "$created" | member id)

published=$(call "$url/$id/publish" '{"expectedVersion":1}' "publish-$name") || { printf '%s\n' "$published" >&2; exit 1; }
printf '%s is %s; search: %s\n' \
  "$(printf %s "$published" | member url)" \
  "$(printf %s "$published" | member state)" \
  "$(printf %s "$published" | member indexStatus)"
