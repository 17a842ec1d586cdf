import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { uploadDocument } from '#contract/documents.ts'
import { cpuMs } from '#server/platform/sandbox/run-process.ts'
import { createSandbox } from '#server/platform/sandbox/sandbox.ts'
import { isKillTrial } from '../support/kills.ts'
import { asFile } from '../support/document-fixtures.ts'
import { hostileDocuments } from '../support/hostile-documents.ts'
import { keepSandboxes, useOneSandboxPerFile } from '../support/kept-sandboxes.ts'
import { createTestOrder } from '../support/orders.ts'
import { startServerProcess } from '../support/server-process.ts'
import { startTestApp, testDataKeys, type TestApp } from '../support/test-app.ts'
import type { probeTasks } from './sandbox-probe.ts'

beforeAll(() => useOneSandboxPerFile())
afterAll(keepSandboxes)

describe('a file in control of its process', () => {
  let folder: string
  let runProbe: ReturnType<typeof createProbeSandbox>['run']
  let runProbeOnEach: ReturnType<typeof createProbeSandbox>['runEach']

  const createProbeSandbox = () =>
    createSandbox<typeof probeTasks>(
      pathToFileURL(join(folder, 'dist/server/main.js')).href,
      {
        entry: 'sandbox-probe',
        maxCpuMs: 1500,
        timeoutMs: 30_000,
        heapMb: 64,
        maxResidentMb: 400,
        maxResultBytes: 100_000,
        concurrency: 2,
      },
      {
        attempt: z.string(),
        environment: z.array(z.string()),
        eatMemory: z.string(),
        waste: z.string(),
        abort: z.never(),
        exit: z.never(),
        answer: z.string(),
        answerOrEnd: z.string(),
        // @ts-expect-error: the declared answer is a list.
        lie: z.string(),
      },
    )

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pabean-probe-'))
    // The sandbox's account reads the program.
    await chmod(folder, 0o755)
    await mkdir(join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await build({
      configFile: false,
      logLevel: 'warn',
      build: {
        ssr: join(import.meta.dirname, 'sandbox-probe.ts'),
        outDir: join(folder, 'dist/server'),
        emptyOutDir: true,
      },
    })
    await mkdir(join(folder, 'keys'))
    await writeFile(join(folder, 'keys/data-key'), 'secret')
    const probe = createProbeSandbox()
    runProbe = probe.run
    runProbeOnEach = probe.runEach
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('has no environment', async () => {
    expect(await runProbe('environment')).toEqual([])
  })

  test.each([
    ['read', 'keys/data-key'],
    ['read', '../../../etc/passwd'],
    ['read', '../../../proc/self/environ'],
    ['write', 'dist/server/main.js'],
    ['write', 'keys/other'],
    ['execute', '../../../bin/true'],
    ['start', '1'],
  ] as const)('cannot %s %s', async (what, path) => {
    expect(await runProbe('attempt', what, join(folder, path))).toContain('has been restricted')
  })

  test('can read its program, and reaches no database', async () => {
    expect(await runProbe('attempt', 'read', join(folder, 'package.json'))).toBe('')
    expect(await runProbe('attempt', 'connect', join(folder, 'socket'))).toContain('no network')
    expect(await runProbe('attempt', 'send', '127.0.0.1')).toContain('no network')
  })

  test.each(['eatMemory', 'waste', 'abort', 'exit', 'lie'] as const)(
    'costs only its own task: %s',
    async (task) => {
      expect(await runProbe(task)).toBeNull()
      expect(await runProbe('answer', 3)).toBe('xxx')
    },
  )

  test('affects no task before or after it in the same process', async () => {
    const ends = await runProbeOnEach('answerOrEnd', [['a'], ['abort'], ['b'], ['waste'], ['lie'], ['c']])
    expect(ends).toEqual(['a', null, 'b', null, null, 'c'])
  })

  test('cannot answer beyond the limits', async () => {
    expect(await runProbe('answer', 90_000)).toHaveLength(90_000)
    expect(await runProbe('answer', 110_000)).toBeNull()
  })
})

/** Whether `unshare` works, with or without a user namespace. */
const canLeaveNetwork = () =>
  [['--net'], ['--user', '--map-current-user', '--net']].some(
    (flags) => spawnSync('unshare', [...flags, 'true']).status === 0,
  )

describe('the process of an uploaded file', () => {
  let app: TestApp
  beforeAll(async () => {
    // Longer than the search for the process.
    useOneSandboxPerFile({ maxCpuMs: 2500 })
    app = await startTestApp({ worker: true })
  })
  afterAll(() => app.stop())

  const uploadEndless = async (to = app) => {
    const orderId = await createTestOrder(to, { email: 'buyer@example.com' })
    const { body } = await to.call(
      uploadDocument,
      {
        body: { orderId, email: 'buyer@example.com' },
        file: asFile(hostileDocuments['endless.pdf'](), 'endless.pdf'),
      },
      { token: await to.signInAs('Team') },
    )
    return body.data.file1
  }
  /** The process that works on a server's file. */
  const findProcess = (serverPid = process.pid) =>
    vi.waitFor(
      async () => {
        for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
          const [stat, command] = await Promise.all(
            ['stat', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
          )
          const parent = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
          if (parent === serverPid && command?.includes('pdf-sandbox.js') && cpuMs(pid) > 1500) return pid
        }
        throw new Error('none is at work')
      },
      { timeout: 300_000, interval: 50 },
    )
  test.each(isKillTrial ? (['SIGSEGV', 'SIGKILL'] as const) : (['SIGKILL'] as const))(
    'has nothing to take, and costs only the preview when it ends by %s',
    async (signal) => {
      const upload = uploadEndless()
      const pid = await findProcess()
      const [environment, status, limits] = await Promise.all(
        ['environ', 'status', 'limits'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8')),
      )
      const networks = await Promise.all([pid, process.pid].map((of) => readlink(`/proc/${of}/ns/net`)))
      process.kill(pid, signal)
      expect(new Set(networks).size).toBe(canLeaveNetwork() ? 2 : 1)
      expect(environment).toBe('')
      expect(status).toMatch(/^NoNewPrivs:\t1$/m)
      expect(limits).toMatch(/^Max core file size +0 +0 /m)
      expect(limits).toMatch(/^Max file size +0 +0 /m)
      const [, uid] = /^Uid:\t(\d+)/m.exec(status ?? '') ?? []
      if (process.getuid?.() === 0) expect(Number(uid)).toBeGreaterThan(60_000)
      const row = app.platform.db.selectFrom('documents').select(['preview_file', 'unchecked'])
      expect(await row.where('file1', '=', await upload).executeTakeFirst()).toEqual({
        preview_file: null,
        unchecked: 'not read',
      })
      expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
    },
  )

  if (isKillTrial)
    test('ends when its server is killed', async () => {
      const idle = await startTestApp()
      const server = await startServerProcess({
        DATABASE_URL: idle.serverUrl,
        DATA_DIR: idle.dataDir,
        DATA_KEYS: testDataKeys,
        DEMO: '0',
      })
      void uploadEndless(idle).catch(() => {})
      const pid = await findProcess(server.child.pid)
      await server.end('SIGKILL')
      // An ended process has no command line, even while unreaped.
      const command = () => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      try {
        await expect.poll(command).toBe('')
      } finally {
        if (await command()) process.kill(pid, 'SIGKILL')
        await idle.stop()
      }
    })
})
