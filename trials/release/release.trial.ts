import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#contract/session.ts'
import { send } from '../../test/support/call.ts'
import { freePort } from '../../test/support/server-process.ts'

const execute = promisify(execFile)
/** The account that runs the release: neither root nor the owner of the code, where this process can change accounts. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
const admin = { email: 'admin@pabean.example', password: 'a secret of ours' }

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pabean-release-'))
  await chmod(folder, 0o755)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A folder's files with sizes and times; equal texts show that nothing was written. */
async function listing(root: string): Promise<string[]> {
  const names = await readdir(root, { recursive: true })
  const lines = await Promise.all(
    names.map(async (name) => {
      const { mode, size, mtimeMs } = await lstat(join(root, name))
      return `${name} ${mode} ${size} ${mtimeMs}`
    }),
  )
  return lines.sort()
}

const megabytesOf = (lines: readonly string[]) =>
  Math.round(lines.reduce((sum, line) => sum + Number(line.split(' ').at(-2)), 0) / 1e6)

/** Starts a released folder with a new data folder, signs in and stops it; no other path may be written. */
async function exercise(code: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'pabean-release-data-'))
  if (account) await chown(dataDir, account.uid, account.gid)
  const before = await listing(code)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: code,
    ...account,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '0',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString()))
  child.stderr.on('data', (part: Buffer) => (output += part.toString()))
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  try {
    await expect.poll(isReady, { timeout: 60_000, interval: 50 }).toBe(true)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    const { body } = await send(url, signIn, { body: admin })
    expect(body.status).toBe(1)
    expect(await (await fetch(url)).text()).toContain('<script')
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(output).not.toMatch(/Installing|Building/)
    expect(await listing(code)).toEqual(before)
    console.log(`${code}: ${megabytesOf(before)} MB, ready in ${seconds} s`)
  } catch (error) {
    throw new Error(`it did not run as it should:\n${output}`, { cause: error })
  } finally {
    child.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Development packages of the lock file. */
function developmentPackages(): string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  return Object.entries(packages).flatMap(([path, { dev }]) => (dev ? [path] : []))
}

test('a release runs alone under an account without write access and has no build packages (product §10)', async () => {
  const code = join(folder, 'unpacked')
  await execute(process.execPath, ['scripts/release.mjs', '--unpacked', code])
  expect(developmentPackages().filter((path) => existsSync(join(code, path)))).toEqual([])
  expect((await readdir(code)).filter((name) => /^(src|test|data|\.git)$/.test(name))).toEqual([])
  await exercise(code)
})

test('two archives of a commit are identical, match their checksums, and run', async () => {
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  for (const target of [first, second]) await execute(process.execPath, ['scripts/release.mjs', target])
  const checksums = (target: string) => readFileSync(join(target, 'SHA256SUMS'), 'utf8')
  expect(checksums(second)).toBe(checksums(first))
  await execute('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: first })

  const archive = (await readdir(first)).find((name) => name.endsWith('.tar.gz')) ?? ''
  const unpacked = join(folder, 'archive')
  await mkdir(unpacked)
  await execute('tar', ['--extract', '--gzip', '--file', join(first, archive), '--directory', unpacked])
  const [name = ''] = await readdir(unpacked)
  expect(archive.startsWith(`${name}-`)).toBe(true)
  await exercise(join(unpacked, name))
})

test('the bill of materials names every package of the release and of the page files', async () => {
  const bill = (await readdir(join(folder, 'first'))).find((name) => name.endsWith('.cdx.json')) ?? ''
  const { components } = JSON.parse(readFileSync(join(folder, 'first', bill), 'utf8')) as {
    components: { name: string; version: string }[]
  }
  const named = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const { packages } = JSON.parse(
    readFileSync(join(folder, 'unpacked/node_modules/.package-lock.json'), 'utf8'),
  ) as { packages: Record<string, { name?: string; version: string }> }
  const installed = Object.entries(packages).map(
    ([path, { name, version }]) => `${name ?? path.replace(/.*node_modules\//, '')}@${version}`,
  )
  expect(installed.filter((it) => !named.has(it))).toEqual([])
  expect(components.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['react', 'zod', '@mantine/core', '@tanstack/react-query', 'dayjs', 'wouter']),
  )
  expect(components.map(({ name }) => name)).not.toContain('vite')
})
