import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createServer as createSocketServer } from 'node:net'
import { createServer } from 'vite'
import { root } from './project.mjs'

const proxiedPaths = ['/api', '/uploads', '/healthz', '/readyz', '/dev/']

/** Runs Vite and the server until SIGINT or SIGTERM. Vite listens on HOST and PORT and proxies to the server on a free port. */
export async function develop() {
  const host = process.env.HOST || '127.0.0.1'
  const port = Number(process.env.PORT || 3000)
  const serverPort = await freePort()
  const vite = await createServer({
    root,
    server: {
      host,
      port,
      strictPort: true,
      proxy: Object.fromEntries(proxiedPaths.map((path) => [path, `http://127.0.0.1:${serverPort}`])),
    },
  })
  await vite.listen()

  const server = watchServer({
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: String(serverPort),
    PUBLIC_URL: process.env.PUBLIC_URL || `http://${host}:${port}`,
  })
  const ended = once(server, 'exit')
  let stopping
  const stop = async () => {
    server.kill('SIGTERM')
    await Promise.all([ended, vite.close()])
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (stopping ??= stop()))
  process.on('exit', () => server.kill('SIGTERM'))
}

/** In its own process group, so that Ctrl-C reaches it only once, through us. */
function watchServer(env) {
  const tsx = createRequire(import.meta.url).resolve('tsx/cli')
  return spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'src/server/main.ts'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })
}

async function freePort() {
  const probe = createSocketServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}
