// npm run import and the other commands of src/server/cli.ts: installs and builds as npm start does, then hands the command to the server's code.
import './lib/require-node.mjs'
import { fail } from './lib/fail.mjs'

import('./lib/prepare.mjs').then(({ prepare }) => prepare()).then(() => import('../dist/server/cli.js'), fail)
