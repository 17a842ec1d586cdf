import { mailedAnswerPath } from '../../test/support/questions.ts'
import type { TestApp } from '../../test/support/test-app.ts'
import { cookiesOf, forwardedFor } from '../../test/http/visitor-requests.ts'
import type { Journey } from './journeys.ts'

const minuteMs = 60_000

interface Asked {
  order_id: number
  asked_at: Date
}

/** Customers, who open the link of a mail after a while and answer what is asked, some of them never. */
export function createCustomers(app: TestApp, journeys: ReadonlyMap<number, Journey>) {
  const answered = new Set<number>()

  async function post(path: string, fields: Readonly<Record<string, string>>, orderId: number, cookie = '') {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const ip = `198.51.${Math.floor(orderId / 250) % 250}.${orderId % 250}`
    const headers = { cookie, 'accept-language': 'en', ...forwardedFor(ip) }
    const response = await fetch(app.url + path, { method: 'POST', redirect: 'manual', headers, body })
    if (response.status !== 303)
      throw new Error(`the answer of order ${orderId} was refused: ${response.status}`)
    return cookiesOf(response.headers)
  }

  async function answer(orderId: number, { traveller, mistakes }: Journey): Promise<void> {
    const path = await mailedAnswerPath(app, orderId)
    const cookie = await post(path, { email: traveller.email }, orderId)
    await post(path, mistakes, orderId, cookie)
    answered.add(orderId)
  }

  return {
    /** Answers what those were asked whose time has come; how many answered. */
    async answerDue(questions: readonly Asked[], now: number): Promise<number> {
      let count = 0
      for (const asked of questions) {
        const journey = journeys.get(asked.order_id)
        if (!journey || journey.answersAfter === null || answered.has(asked.order_id)) continue
        if (now - asked.asked_at.getTime() < journey.answersAfter * minuteMs) continue
        await answer(asked.order_id, journey)
        count += 1
      }
      return count
    },
    answered: () => answered.size,
  }
}
