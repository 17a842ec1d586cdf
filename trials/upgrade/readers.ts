import { setTimeout as pause } from 'node:timers/promises'
import { folderCounts, listOrders } from '#contract/orders.ts'
import { getOrder } from '#contract/order-details.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { request } from '../../test/support/call.ts'

interface ReadersOptions {
  url: string
  token: string
  orderId: number
}

const filesNamedBy = (html: string): string[] => [...new Set(html.match(/\/assets\/[\w./-]+/g))]

export interface FileTally {
  tried: number
  missing: string[]
}

export async function askForFiles(url: string, paths: readonly string[], tally: FileTally): Promise<void> {
  for (const path of paths) {
    const answer = await fetch(url + path)
    await answer.arrayBuffer()
    tally.tried += 1
    if (answer.status !== 200) tally.missing.push(`${path}: ${answer.status}`)
  }
}

/** Repeats members' reads. The proxy counts failures; other answers than 200 are collected here. */
export function startReaders({ url, token, orderId }: ReadersOptions) {
  const wrong: string[] = []
  const files: FileTally = { tried: 0, missing: [] }
  const state = { isOver: false }
  const reads: Record<string, () => Promise<Response>> = {
    list: () => request(url, listOrders, { params: { orderName: 'newOrder' } }, { token }),
    counts: () => request(url, folderCounts, {}, { token }),
    order: () => request(url, getOrder, { params: { orderId } }, { token }),
  }
  async function readOverAndOver(name: string, ask: () => Promise<Response>) {
    while (!state.isOver) {
      const answer = await ask()
      await answer.arrayBuffer()
      if (answer.status !== 200 && answer.status < 500) wrong.push(`${name}: ${answer.status}`)
      await pause(50)
    }
  }
  async function readPages() {
    while (!state.isOver) {
      const page = await fetch(url + staffScreens.dashboard.path)
      await askForFiles(url, filesNamedBy(await page.text()), files)
      await pause(500)
    }
  }
  const running = Promise.all([
    ...Object.entries(reads).map(([name, ask]) => readOverAndOver(name, ask)),
    readPages(),
  ])
  running.catch(() => {})
  return {
    wrong,
    files,
    async stop() {
      state.isOver = true
      await running
    },
  }
}
