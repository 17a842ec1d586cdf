import { createServer } from 'node:http'
import { once } from 'node:events'
import { build } from 'vite'

/** A mock of the official page on its own origin. */
export interface OfficialPage {
  origin: string
  url: string
  end(): Promise<void>
}

const style = `
  body { font: 14px system-ui; max-width: 900px; margin: 24px auto; padding: 0 16px }
  section { display: grid; grid-template-columns: 1fr 1fr; gap: 10px 24px } h2 { grid-column: 1 / -1; margin: 16px 0 0 }
  p, fieldset { margin: 0 } input:not([type=radio], [type=checkbox]), select, [aria-haspopup=listbox] { display: block; width: 100%; padding: 6px; box-sizing: border-box }
  [role=listbox] { border: 1px solid; padding: 4px; margin: 0; list-style: none } [role=radio] { padding: 4px 10px; border: 1px solid #888 }
  [role=radio][aria-checked=true] { background: #ddd } [role=grid] { display: grid; grid-template-columns: repeat(7, 1fr) }`

const html = `<!doctype html><html lang="en"><title>Electronic declaration</title><style>${style}</style><div id="root"></div><script src="/main.js"></script>`

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: 'test/filler/official-form/main.tsx', formats: ['iife'], name: 'form' },
    },
  })
  const [output] = [built].flat()
  const [chunk] = output && 'output' in output ? output.output : []
  if (!chunk) throw new Error('the mock form was not built')
  return chunk.code
}

export async function startOfficialPage(): Promise<OfficialPage> {
  const script = await bundle()
  const server = createServer((request, response) => {
    const isScript = request.url === '/main.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    response.end(isScript ? script : html)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the mock page has no port')
  const origin = `http://127.0.0.1:${address.port}`
  return {
    origin,
    url: `${origin}/`,
    async end() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
