#!/bin/sh
# The program as `npm start` runs it, without npm in between: in a container it receives the signals itself.
set -e
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"
start=$(node --print 'require("./package.json").scripts.start')
eval "${start% all} \"\$@\""
