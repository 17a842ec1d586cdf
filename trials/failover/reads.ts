import { setTimeout as pause } from 'node:timers/promises'
import { folderCounts, listOrders } from '#contract/orders.ts'
import { getOrder } from '#contract/order-details.ts'
import { orderPath } from '#contract/rules/visitor-addresses.ts'
import { request } from '../../test/support/call.ts'

export function createGap() {
  let last = performance.now()
  let longest = 0
  const tell = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  return {
    tell,
    begin() {
      last = performance.now()
      longest = 0
    },
    seconds: () => Math.max(longest, performance.now() - last) / 1000,
  }
}

export interface Target {
  url: string
  token: string
  orderId: number
  visitorCookie: string
  documentPath: string
}

const patienceMs = 10_000

export function startReads(target: Target) {
  const { url, token, orderId, visitorCookie, documentPath } = target
  const visitor = { headers: { cookie: visitorCookie }, redirect: 'manual' as const }
  const reads: Record<string, () => Promise<Response>> = {
    list: () => request(url, listOrders, { params: { orderName: 'newOrder' } }, { token }),
    counts: () => request(url, folderCounts, {}, { token }),
    page: () => fetch(url + orderPath(orderId), visitor),
    file: () => fetch(url + documentPath, visitor),
  }
  const gaps = Object.fromEntries(Object.keys(reads).map((name) => [name, createGap()]))
  const downloads = { whole: 0, tried: 0 }
  const state = { isOver: false, refused: 0 }
  const wrong = new Map<string, number>()
  const count = (what: string) => void wrong.set(what, (wrong.get(what) ?? 0) + 1)

  async function read(name: string, ask: () => Promise<Response>): Promise<boolean> {
    const limit = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs).unref())
    const got = ask()
      .then(async (answer) => ({ answer, bytes: await answer.arrayBuffer() }))
      .catch(() => null)
    if (name === 'file') downloads.tried += 1
    const result = await Promise.race([got, limit])
    if (result?.answer.ok) {
      if (name === 'file') downloads.whole += 1
      return true
    }
    const status = result ? String(result.answer.status) : 'no answer'
    const isSaid = result?.answer.status === 503 && result.answer.headers.has('retry-after')
    if (!isSaid) count(`${name}: ${status}`)
    return false
  }

  /** Each read has its own loop, so that one waiting for a commit does not delay the others. */
  async function readOver(name: string, ask: () => Promise<Response>) {
    while (!state.isOver) {
      if (await read(name, ask)) gaps[name]?.tell()
      await pause(150)
    }
  }
  async function readOthers() {
    while (!state.isOver) {
      const answer = await request(url, getOrder, { params: { orderId } }, { token }).catch(() => null)
      if (answer?.status === 503 && answer.headers.has('retry-after')) state.refused += 1
      else if (!answer?.ok) count(`order: ${answer?.status ?? 'no answer'}`)
      await answer?.body?.cancel()
      await pause(500)
    }
  }
  const running = Promise.all([
    ...Object.entries(reads).map(([name, ask]) => readOver(name, ask)),
    readOthers(),
  ])
  return {
    begin() {
      for (const gap of Object.values(gaps)) gap.begin()
    },
    gaps: () => Object.fromEntries(Object.entries(gaps).map(([name, gap]) => [name, gap.seconds()])),
    downloads,
    wrong,
    refused: () => state.refused,
    async stop() {
      state.isOver = true
      await running
    },
  }
}
