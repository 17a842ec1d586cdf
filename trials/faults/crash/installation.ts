import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { signIn } from '#contract/session.ts'
import { cookieOf, send } from '../../../test/support/call.ts'
import { startSmtp } from '../../../test/support/mail/smtp.ts'
import { freePort, startServerProcess, type ServerProcess } from '../../../test/support/server-process.ts'

const credentials = { email: 'admin@crash.example', password: 'a password of the crash trial' }
export const intakeKey = 'crash-intake-key-0123456789'

export async function startInstallation() {
  const folder = await mkdtemp(join(tmpdir(), 'pabean-crash-'))
  await chmod(folder, 0o755)
  const smtp = await startSmtp()
  const env = {
    PORT: String(await freePort()),
    DATA_DIR: folder,
    DEMO: '0',
    ADMIN_EMAIL: credentials.email,
    ADMIN_PASSWORD: credentials.password,
    INTAKE_KEY: intakeKey,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    LOG_LEVEL: 'silent',
    SESSION_IDLE_MINUTES: '720',
  }
  let server: ServerProcess = await startServerProcess(env)
  const { url } = server

  const isServing = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  const postmasterPid = async () =>
    Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

  return {
    url,
    folder,
    smtp,
    async signIn(): Promise<{ token: string; cookie: string }> {
      const { body, headers } = await send(url, signIn, { body: credentials })
      return { token: body.jwtToken, cookie: cookieOf(headers) }
    },
    untilServing: async () => {
      while (!(await isServing())) await pause(25)
    },
    /** SIGKILL to the server, which also stops its PostgreSQL; a new server starts at once. */
    async killServer() {
      await server.end('SIGKILL')
      server = await startServerProcess(env)
    },
    /** SIGKILL to PostgreSQL's first process: the others end by themselves, and the server restarts it. */
    async killPostgres() {
      process.kill(await postmasterPid(), 'SIGKILL')
      while (await isServing()) await pause(5)
      while (!(await isServing())) await pause(25)
    },
    stop: () => server.end(),
    async remove() {
      await server.end()
      await smtp.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type Installation = Awaited<ReturnType<typeof startInstallation>>
