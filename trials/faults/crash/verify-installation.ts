import { setTimeout as pause } from 'node:timers/promises'
import type { OrderDetails } from '#contract/order-details.ts'
import { folderCounts } from '#contract/orders.ts'
import { queues } from '#contract/rules/queues.ts'
import { inlineDocumentPath } from '#contract/rules/visitor-addresses.ts'
import { send } from '../../../test/support/call.ts'
import type { Desk } from './desk.ts'
import type { Installation } from './installation.ts'
import { differences, observe, type OrderModel } from './order-model.ts'
import { sha256, type Caller } from './writes.ts'

const unfinished: ReadonlySet<string> = new Set(['queued', 'sending'])
/** Enough for the last mails' delay of at most a minute, and for claimed mails of a dead server. */
const mailLimitMs = 4 * 60_000

type MailOfOrder = OrderDetails['mailHistory'][number]

/** A sent mail was delivered once, an unknown one at most once. */
function mailViolations(mails: readonly MailOfOrder[], delivered: readonly string[]): string[] {
  const copies = new Map<string, number>()
  for (const address of delivered) copies.set(address, (copies.get(address) ?? 0) + 1)
  const byRecipient = new Map<string, MailOfOrder[]>()
  for (const mail of mails) byRecipient.set(mail.to, [...(byRecipient.get(mail.to) ?? []), mail])
  const lines = [...byRecipient].flatMap(([to, rows]) => {
    const count = (state: string) => rows.filter((row) => row.state === state).length
    const [sent, unknown, found] = [count('sent'), count('unknown'), copies.get(to) ?? 0]
    return found < sent || found > sent + unknown
      ? [`mails to ${to}: ${sent} sent, ${unknown} unknown, delivered ${found} times`]
      : []
  })
  const strangers = [...copies.keys()].filter((to) => !byRecipient.has(to))
  return [...lines, ...strangers.map((to) => `a mail to ${to} was delivered that no order has`)]
}

interface VerifyOptions {
  installation: Pick<Installation, 'smtp'>
  caller: Caller & { cookie: string }
  desks: readonly Desk[]
}

export async function verifyInstallation({ installation, caller, desks }: VerifyOptions) {
  const { url, token, cookie } = caller
  const violations: string[] = []
  const models = desks.flatMap(({ orders }) => [...orders.values()])
  const [desk] = desks
  if (!desk) throw new Error('there is no desk')

  async function verifyDocuments(model: OrderModel, files: readonly string[]) {
    for (const [index, file1] of files.entries()) {
      const answer = await fetch(url + inlineDocumentPath(model.orderId, file1), { headers: { cookie } })
      const found = answer.ok ? sha256(new Uint8Array(await answer.arrayBuffer())) : `${answer.status}`
      if (found !== model.documents[index])
        violations.push(`${model.orderId} document ${file1}: another content, or none (${found})`)
    }
  }

  const readMails = async () => {
    const mails: MailOfOrder[] = []
    for (const { orderId } of models) mails.push(...(await desk.read(orderId)).mailHistory)
    return mails
  }
  for (const model of models) {
    const observed = observe(await desk.read(model.orderId))
    violations.push(...differences(model, observed).map((line) => `${model.orderId} ${line}`))
    await verifyDocuments(model, observed.files)
  }
  const counts = await send(url, folderCounts, { query: {} }, { token })
  const inDatabase = counts.body.data[queues.allOrder.countField] ?? 0
  if (inDatabase !== models.length)
    violations.push(`${models.length} orders were acknowledged, ${inDatabase} are there`)

  const deadline = Date.now() + mailLimitMs
  let mails = await readMails()
  while (mails.some(({ state }) => unfinished.has(state)) && Date.now() < deadline) {
    await pause(5000)
    mails = await readMails()
  }
  const waiting = mails.filter(({ state }) => unfinished.has(state)).length
  if (waiting > 0) violations.push(`${waiting} mails have not come to an end`)
  violations.push(
    ...mailViolations(
      mails,
      installation.smtp.log().flatMap(({ to }) => to),
    ),
  )
  const documents = models.reduce((sum, model) => sum + model.documents.length, 0)
  return { violations, orders: models.length, documents, mails: mails.length }
}
