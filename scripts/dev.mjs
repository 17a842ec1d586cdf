// npm run dev: the server, restarted when its sources change, behind Vite, which changes the pages in place.
import './lib/require-node.mjs'
import { endWithNpm } from './lib/end-with-npm.mjs'
import { fail } from './lib/fail.mjs'

async function main() {
  const { ensureInstalled } = await import('./lib/install.mjs')
  await ensureInstalled()
  const { develop } = await import('./lib/develop.mjs')
  await develop()
  endWithNpm()
}

main().catch(fail)
