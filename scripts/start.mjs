// npm start: installs and builds what is missing or stale, then runs the server in this same process.
import './lib/require-node.mjs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { endWithNpm } from './lib/end-with-npm.mjs'
import { fail } from './lib/fail.mjs'

endWithNpm()
// From Node 22 on; what is compiled is kept where only whoever may change the code can write.
module.enableCompileCache?.(fileURLToPath(new URL('../dist/compiled', import.meta.url)))
import('./lib/prepare.mjs')
  .then(({ prepare }) => prepare())
  .then(() => performance.mark('build checked'))
  .then(() => import('../dist/server/main.js'), fail)
