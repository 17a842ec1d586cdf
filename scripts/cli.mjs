// npm run cli -- NAME: a command of src/server/cli.ts; without NAME it lists them. Installs and builds as npm start does, then
// hands the command to the server's code.
import './lib/require-node.mjs'
import { fail } from './lib/fail.mjs'

import('./lib/prepare.mjs').then(({ prepare }) => prepare()).then(() => import('../dist/server/cli.js'), fail)
