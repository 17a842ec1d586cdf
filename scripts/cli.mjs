// npm run filler, npm run import, npm run intake-key, npm run reseal, npm run verify-audit: installs and builds as npm start does, then hands the command to the server's code.
import './lib/require-node.mjs'
import { fail } from './lib/fail.mjs'

import('./lib/prepare.mjs').then(({ prepare }) => prepare()).then(() => import('../dist/server/cli.js'), fail)
