// npm run trial -- containers [--keep]: builds the image by the Containerfile and brings compose.yaml up, with Podman and Docker
// Compose of Debian's packages; writes, kills a server, stops all, brings it up again, and says what was found. Needs root and
// Debian, installs what it needs, and takes the ports 80 and 443. The images of others cannot be fetched everywhere: Debian's
// packages are in their place, and the tests' bucket. `--keep` leaves it running.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Agent, setGlobalDispatcher } from 'undici'
import { projectRoot } from '#server/platform/project-root.ts'
import { NotInstalled } from '../../test/support/debian.ts'
import { buildImages } from './images.ts'
import { installCompose, installPodman } from './install.ts'
import { createRun, type Run } from './run.ts'
import { findLoosened } from './confinement.ts'
import { createTraffic } from './traffic.ts'
import { reportFigures } from '../figures.ts'

const { values } = parseArgs({ options: { keep: { type: 'boolean', default: false } } })
const url = 'https://localhost'
const admin = { email: 'admin@containers.example', password: 'a password of the trial of containers' }
const servers = ['server-1', 'server-2'] as const

const faults: string[] = []
function report(line: string, found: readonly string[]) {
  console.log(`${line}: ${found.length === 0 ? 'as it should be' : found.join('; ')}`)
  faults.push(...found)
}
async function timed(work: () => Promise<unknown>): Promise<string> {
  const begun = performance.now()
  await work()
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`
}

async function writeSettings(folder: string): Promise<void> {
  const secret = () => randomBytes(24).toString('hex')
  const filled: Record<string, string> = {
    PABEAN_HOST: 'localhost',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    DATA_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    SUPERUSER_PASSWORD: secret(),
    OWNER_PASSWORD: secret(),
    SERVING_PASSWORD: secret(),
    BUCKET_KEY_ID: 'pabean',
    BUCKET_SECRET: 'secret of the bucket',
    PABEAN_SETTINGS: join(folder, 'pabean.env'),
  }
  for (const name of ['pabean', 'parts']) {
    const example = await readFile(`deploy/compose/${name}.env.example`, 'utf8')
    const text = example.replaceAll(/^([A-Z0-9_]+)=.*$/gm, (line, setting: string) =>
      setting in filled ? `${setting}=${filled[setting]}` : line,
    )
    await writeFile(join(folder, `${name}.env`), text, { mode: 0o600 })
  }
}

/** Runs the health checks, as systemd does for Podman where it exists. */
function startHealthChecks(run: Run): { stop(): Promise<void> } {
  const stopping = new AbortController()
  async function check() {
    while (!stopping.signal.aborted) {
      const { stdout } = await run('podman', ['ps', '--quiet'])
      const ids = stdout.split('\n').filter(Boolean)
      await Promise.all(ids.map((id) => run('podman', ['healthcheck', 'run', id]).catch(() => {})))
      await pause(1000)
    }
  }
  const running = check()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

const containerOf = (service: string) => `pabean-${service}-1`

async function trustProxy(run: Run): Promise<void> {
  const path = '/data/caddy/pki/authorities/local/root.crt'
  const { stdout: ca } = await run('podman', ['exec', containerOf('proxy'), 'cat', path])
  setGlobalDispatcher(new Agent({ connect: { ca } }))
}

const untilServing = async () => {
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await pause(200)
}

/** Kills a server as a lack of memory would; the other one answers until it is restarted. */
async function killOne(run: Run, traffic: ReturnType<typeof createTraffic>): Promise<void> {
  const inspect = async (format: string) =>
    (await run('podman', ['inspect', '--format', format, containerOf('server-1')])).stdout.trim()
  const pid = await inspect('{{.State.Pid}}')
  const during = traffic.readFor(10_000)
  await pause(2000)
  process.kill(Number(pid), 'SIGKILL')
  const { tried, failed } = await during
  report(`server-1 killed under ${tried} requests`, failed)
  const isBack = async () =>
    (await inspect('{{.State.Health.Status}}')) === 'healthy' && (await inspect('{{.State.Pid}}')) !== pid
  const deadline = performance.now() + 60_000
  while (!(await isBack()) && performance.now() < deadline) await pause(500)
  report('server-1 begun again by itself', (await isBack()) ? [] : ['not within a minute'])
}

async function exercise(run: Run, compose: (...args: string[]) => ReturnType<Run>): Promise<void> {
  const up = () => compose('up', '--detach', '--no-build')
  console.log(`from nothing to two servers behind the proxy: ${await timed(up)}`)
  await trustProxy(run)
  await untilServing()
  for (const name of servers) report(`${name}, confined`, await findLoosened(run, containerOf(name)))
  const metrics = await fetch(`${url}/metrics`)
  report('metrics from outside', metrics.status === 404 ? [] : [`answered ${metrics.status}`])

  const traffic = createTraffic(url, admin)
  await traffic.write()
  report('an order and its document, as the visitor gets it', await traffic.findLost())
  await killOne(run, traffic)
  for (const command of ['verify-files', 'verify-audit'])
    report(
      command,
      await compose('run', '--rm', 'server-1', 'scripts/cli.mjs', command).then(
        () => [],
        (error: Error) => [error.message],
      ),
    )
  console.log(`all stopped within ${await timed(() => compose('stop'))}`)
  console.log(`up again within ${await timed(up)}`)
  await untilServing()
  report('the order and its document after that', await traffic.findLost())
}

async function main(): Promise<number> {
  const env = await installPodman()
  const program = await installCompose()
  const folder = await mkdtemp(join(tmpdir(), 'pabean-containers-'))
  await chmod(folder, 0o700)
  const socket = `unix://${join(folder, 'podman.sock')}`
  const run = createRun({ ...env, DOCKER_HOST: socket }, projectRoot())
  const compose = (...args: string[]) => run(program, ['--env-file', join(folder, 'parts.env'), ...args])

  console.log(`images built within ${await timed(() => buildImages(run, projectRoot()))}`)
  const { stdout } = await run('podman', ['image', 'inspect', '--format', '{{.Size}}', 'localhost/pabean'])
  console.log(`the image: ${Math.round(Number(stdout) / 1e6)} MB with Node and its system`)
  await writeSettings(folder)
  const service = spawn('podman', ['system', 'service', '--time', '0', socket], { env, stdio: 'ignore' })
  const checks = startHealthChecks(run)
  try {
    await exercise(run, compose)
  } catch (error) {
    const { stdout } = await compose('logs', '--no-color', '--tail', '40')
    console.log(stdout)
    throw error
  } finally {
    await checks.stop()
    if (values.keep) console.log(`left running; settings are in ${folder}`)
    else {
      await compose('down', '--volumes')
      await rm(folder, { recursive: true })
    }
    service.kill()
  }
  reportFigures({ tried: 'build, start, a kill, a stop, a start', found: `${faults.length} faults` })
  console.log(faults.length === 0 ? 'nothing lost, nothing loosened' : `${faults.length} faults`)
  return faults.length === 0 ? 0 : 1
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof NotInstalled ? error.message : error)
    process.exit(1)
  },
)
