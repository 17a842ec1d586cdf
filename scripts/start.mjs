// npm start: installs and builds what is missing or stale, then runs the server in this same process.
import './lib/require-node.mjs'
import { endWithNpm } from './lib/end-with-npm.mjs'
import { fail } from './lib/fail.mjs'

endWithNpm()
import('./lib/prepare.mjs')
  .then(({ prepare }) => prepare())
  .then(() => performance.mark('build checked'))
  .then(() => import('../dist/server/main.js'), fail)
