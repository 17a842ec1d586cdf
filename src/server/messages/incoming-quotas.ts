import { emailKey } from '#contract/rules/email.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import type { MailQuotaScope } from '#server/platform/db/tables.ts'
import type { Seal } from '#server/platform/seal.ts'
import type { Actor, Call } from '#server/platform/work.ts'
import {
  addToQuotas,
  deleteQuotaKeys,
  lockQuotas,
  selectAddressees,
  sumLeftOut,
  type QuotaKey,
} from './incoming-quotas.queries.ts'

const megabyte = 1024 * 1024

interface QuotaLimit {
  mails: number
  /** A further mail is refused once they are reached. */
  bytes: number
}

/**
 * Quotas per hour. Mail of a proven sender (SPF), and for an order that of its customer, has its own share, so that a
 * flood of other mail does not keep it out. A proven sender may be the customs office, which writes for many orders.
 */
const quotas = {
  sender: {
    proven: { mails: 2000, bytes: 2000 * megabyte },
    other: { mails: 60, bytes: 150 * megabyte },
  },
  order: { proven: { mails: 60, bytes: 150 * megabyte }, other: { mails: 60, bytes: 150 * megabyte } },
  all: { proven: { mails: 4000, bytes: 4000 * megabyte }, other: { mails: 2000, bytes: 2000 * megabyte } },
} as const satisfies Record<MailQuotaScope, Record<'proven' | 'other', QuotaLimit>>

/** The customs office writes for every order, so its mail is limited only by order and sender. */
const officialQuota: QuotaLimit = { mails: 20_000, bytes: 20_000 * megabyte }

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / hourMs) * hourMs)

export interface EnvelopeSender {
  address: string
  isProven: boolean
  isOfficial?: boolean
}

/** The orders for which a mail was admitted, and the keys under which its size is counted. */
interface AdmittedMail {
  orderIds: readonly number[]
  keys: readonly QuotaKey[]
  hour: Date
}

interface Addressee {
  orderId: number
  isFromCustomer: boolean
}

async function findAddressees(
  tx: Tx,
  { address, isProven }: EnvelopeSender,
  orderIds: readonly number[],
): Promise<Addressee[]> {
  if (orderIds.length === 0) return []
  const rows = await selectAddressees(tx, orderIds)
  const normalized = emailKey(address)
  return rows.map((row) => ({
    orderId: row.order_id,
    isFromCustomer:
      isProven && [row.email, row.traveller_email].some((email) => emailKey(email) === normalized),
  }))
}

const orderKeys = (addressees: readonly Addressee[]): QuotaKey[] =>
  addressees.map(({ orderId, isFromCustomer }) => ({
    scope: 'order',
    key: String(orderId),
    proven: isFromCustomer,
  }))

const allKey = (addressees: readonly Addressee[]): QuotaKey => ({
  scope: 'all',
  key: '',
  proven: addressees.some(({ isFromCustomer }) => isFromCustomer),
})

const senderKey = (seal: Pick<Seal, 'hash'>, address: string) =>
  seal.hash('mail sender', emailKey(address)).toString('hex')

/** A bounce has no sender; many bounces are no flood. */
function senderKeys({ seal }: Call<Actor>, { address, isProven }: EnvelopeSender): QuotaKey[] {
  return address === '' ? [] : [{ scope: 'sender', key: senderKey(seal, address), proven: isProven }]
}

const isUsedUp = (
  { scope, proven, received, bytes }: QuotaKey & { received: number; bytes: number },
  { isOfficial }: EnvelopeSender,
) => {
  const usual = quotas[scope][proven ? 'proven' : 'other']
  const { mails, bytes: maxBytes } = scope === 'sender' && isOfficial ? officialQuota : usual
  return received >= mails || bytes >= maxBytes
}

/** Counts `stages` in order; at the first used-up quota the mail is left out, and the result is null. */
async function countMail(
  { now, log }: Call<Actor>,
  tx: Tx,
  sender: EnvelopeSender,
  addressees: readonly Addressee[],
  stages: readonly (readonly QuotaKey[])[],
): Promise<AdmittedMail | null> {
  const hour = hourOf(now)
  const keys: QuotaKey[] = []
  for (const stage of stages.filter(({ length }) => length > 0)) {
    keys.push(...stage)
    const usedUp = (await lockQuotas(tx, stage, hour)).filter((quota) => isUsedUp(quota, sender))
    if (usedUp.length === 0) continue
    await addToQuotas(tx, keys, hour, { left_out: 1 })
    log.warn({ quotas: usedUp.map(({ scope }) => scope) }, 'a mail was left out: its hourly quota is used up')
    return null
  }
  await addToQuotas(tx, keys, hour, { received: 1 })
  return { orderIds: addressees.map(({ orderId }) => orderId), keys, hour }
}

/** Null if the orders do not exist, which counts nowhere, or a quota is used up. */
export const admitMail = (
  call: Call<Actor>,
  sender: EnvelopeSender,
  addressedIds: readonly number[],
): Promise<AdmittedMail | null> =>
  inTransaction(call.db, async (tx) => {
    const addressees = await findAddressees(tx, sender, addressedIds)
    if (addressedIds.length > 0 && addressees.length === 0) return unknownOrders(call, addressedIds)
    const ofAll = sender.isOfficial ? [] : [allKey(addressees)]
    const stages = [[...orderKeys(addressees), ...ofAll], senderKeys(call, sender)]
    return countMail(call, tx, sender, addressees, stages)
  })

/** Admits a forwarded mail, already counted for its sender, to the orders that its headers name. */
export const admitPassedOn = (
  call: Call<Actor>,
  sender: EnvelopeSender,
  addressedIds: readonly number[],
): Promise<AdmittedMail | null> =>
  inTransaction(call.db, async (tx) => {
    const addressees = await findAddressees(tx, sender, addressedIds)
    if (addressees.length === 0) return unknownOrders(call, addressedIds)
    return countMail(call, tx, sender, addressees, [orderKeys(addressees)])
  })

function unknownOrders({ log }: Call<Actor>, addressed: readonly number[]): null {
  log.warn({ addressed }, 'a mail for unknown orders was ignored')
  return null
}

export const countMailBytes = ({ db }: Call<Actor>, { keys, hour }: AdmittedMail, bytes: number) =>
  inTransaction(db, (tx) => addToQuotas(tx, keys, hour, { bytes }))

/** Mails left out within the last 24 hours, for all orders together. */
export const countLeftOut = (tx: Tx, now: Date): Promise<number> =>
  sumLeftOut(tx, 'all', '', new Date(now.getTime() - dayMs))

export const deleteQuotasOf = (
  { tx, seal }: { tx: Tx; seal: Pick<Seal, 'hash'> },
  orderId: number,
  emails: readonly string[],
): Promise<unknown> =>
  deleteQuotaKeys(tx, { order: [String(orderId)], sender: emails.map((email) => senderKey(seal, email)) })
