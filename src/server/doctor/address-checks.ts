import * as z from 'zod/mini'
import type { Config } from '#server/config.ts'
import { installationId } from '#server/platform/server-keys.ts'
import { hasPages } from '#server/platform/http/pages.ts'
import { keepsMails } from '#server/platform/mail/providers.ts'
import {
  byLimit,
  fault,
  ok,
  orElse,
  reasonOf,
  warning,
  type Check,
  type Finding,
  type Status,
} from './check.ts'
import { selectServerFacts } from './doctor.queries.ts'
import { findProxyFaults, findRedirect } from './proxy-checks.ts'

const timeoutMs = 10_000

const ask = (config: Config, path: string, init: RequestInit = {}) =>
  fetch(config.publicUrl + path, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs), ...init })

const readiness = z.object({ installation: z.string(), message: z.string() })
const refusal = z.object({ message: z.string() })

export const addressCheck: Check = {
  name: 'address',
  async run(installation) {
    const { config } = installation
    const redirect = await findRedirect(config, '/readyz').catch(() => null)
    if (redirect) return [redirect]
    const response = await ask(config, '/readyz').catch((error: unknown) => reasonOf(error))
    if (typeof response === 'string')
      return [
        fault(`${config.publicUrl} cannot be reached (${response}): see server, proxy, DNS and certificate`),
      ]
    const text = await response.text()
    const answer = readiness.safeParse(parsed(text))
    if (!response.ok) {
      const said = refusal.safeParse(parsed(text)).data?.message ?? 'the log of the server says why'
      return [fault(`${config.publicUrl}/readyz answers ${response.status}: ${said}`)]
    }
    const expected = installationId(await installation.seal())
    if (!answer.success || answer.data.installation !== expected)
      return [
        fault(`${config.publicUrl} leads to another installation: see PUBLIC_URL, the proxy and DATA_DIR`),
      ]
    const { message } = answer.data
    const faults = await findProxyFaults(config)
    if (message !== 'ready')
      return [fault(`the server at ${config.publicUrl} is ${message} Its log says why`), ...faults]
    return orElse(
      faults,
      `${config.publicUrl} leads here, and lets ${hasPages() ? 'a page, ' : ''}a large document and the stream of changes through`,
    )
  },
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Addresses that providers call, and the settings that enable them. */
const hooks: readonly {
  path: string
  isOn: (config: Config) => boolean
  refusal: (config: Config) => number
}[] = [
  { path: '/api/hooks/sns', isOn: ({ hooks }) => hooks.snsTopics.length > 0, refusal: () => 403 },
  {
    path: '/api/hooks/sendgrid/events',
    isOn: ({ hooks }) => hooks.sendgridKeys.length > 0,
    refusal: () => 403,
  },
  {
    path: '/api/hooks/sendgrid/inbound',
    isOn: ({ hooks }) => hooks.sendgridKeys.length > 0 || hooks.inboundKey !== undefined,
    // If only the address holds a key, an address without it is unknown.
    refusal: ({ hooks }) => (hooks.sendgridKeys.length > 0 ? 403 : 404),
  },
]

async function askHook(config: Config, { path, refusal }: (typeof hooks)[number]): Promise<Finding> {
  const answered = await ask(config, path, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: '{}',
  }).then(
    async (response) => {
      const answer = parsed(await response.text())
      return typeof answer === 'object' && answer !== null && 'status' in answer ? response.status : null
    },
    (error: unknown) => reasonOf(error),
  )
  if (answered === refusal(config)) return ok(`${path} refuses who is not the provider`)
  const what = answered === null ? 'is answered by something in front' : `answers ${answered}`
  return fault(`${path} ${what} rather than ${refusal(config)}: let the proxy pass it on unchanged`)
}

export const webhooksCheck: Check = {
  name: 'webhooks',
  async run({ config }) {
    const on = hooks.filter(({ isOn }) => isOn(config))
    if (on.length > 0) return Promise.all(on.map((hook) => askHook(config, hook)))
    if (keepsMails(config)) return [ok('none is needed without a mail provider')]
    return [warning('none is set up: bounces and replies stay unknown (settings.md, Mail)')]
  },
}

/** Seconds of difference. */
const clockLimits = { warning: 3, fault: 30 }

function judgeClock(whose: string, seconds: number): Finding {
  const status: Status = byLimit(Math.abs(seconds), clockLimits)
  if (status === 'ok') return ok(`agrees with ${whose}`)
  return {
    status,
    line: `differs from ${whose} by ${Math.round(seconds)} s: let both follow a time server (NTP)`,
  }
}

/** Takes the middle between request and response as the time of the other clock's reading. */
async function differenceTo(clock: () => Date, readOther: () => Promise<Date>): Promise<number> {
  const before = clock().getTime()
  const other = await readOther()
  return ((before + clock().getTime()) / 2 - other.getTime()) / 1000
}

export const clockCheck: Check = {
  name: 'clock',
  async run({ config, clock, connection }) {
    const database = await connection()
    const found = [
      judgeClock(
        "the database's",
        await differenceTo(clock, async () => (await selectServerFacts(database)).now),
      ),
    ]
    const readDate = async () => {
      const response = await ask(config, '/healthz')
      await response.text()
      // The header is truncated to whole seconds.
      return new Date(Date.parse(response.headers.get('date') ?? '') + 500)
    }
    const seconds = await differenceTo(clock, readDate).catch(() => null)
    // `addressCheck` reports an unreachable address.
    if (seconds !== null && !Number.isNaN(seconds)) found.push(judgeClock("PUBLIC_URL's", seconds))
    return found
  },
}
