// npm run build: builds the pages and the server into dist/, each only if its sources changed.
// npm run build -- server: only the target of this mode (vite.config.ts).
import './lib/require-node.mjs'
import { fail } from './lib/fail.mjs'

async function main() {
  const { ensureInstalled } = await import('./lib/install.mjs')
  const { staleTargets } = await import('./lib/parts.mjs')
  const wanted = process.argv.slice(2)
  const stale = staleTargets().filter(({ mode }) => !wanted.length || wanted.includes(mode))
  if (stale.length === 0) return
  await ensureInstalled()
  // The build is always a production build, whatever NODE_ENV the caller has.
  process.env.NODE_ENV = 'production'
  const { buildTargets } = await import('./lib/build.mjs')
  await buildTargets(stale)
}

main().catch(fail)
