#!/bin/sh
# Adds the secrets that are missing to a file of settings: sh deploy/add-secrets.sh .env
# Those that are there stay, since the database cannot be opened with other ones.
set -eu
umask 077
file=${1:?Name the file of settings, such as .env}
touch "$file"
chmod 600 "$file"
# A last line without its end would take the first secret into its value.
[ -z "$(tail -c 1 "$file")" ] || echo >> "$file"
for name in SECRET_KEY API_KEY POSTGRES_PASSWORD; do
  if ! grep -q "^$name=..*" "$file"; then
    sed -i "/^$name=\$/d" "$file"
    printf '%s=%s\n' "$name" "$(openssl rand -hex 24)" >> "$file"
    echo "Added $name."
  fi
done
