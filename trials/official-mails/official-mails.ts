import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { createOrder } from '#contract/intake.ts'
import type { Db } from '#server/platform/db/database.ts'
import { send } from '../../test/support/call.ts'
import { hostileDocuments } from '../../test/support/hostile-documents.ts'
import { officialPdf, scannedPdf } from '../../test/support/official-documents.ts'
import { aMailWithFiles, buildMultipartForm, type SendgridKey } from '../../test/support/webhooks.ts'

/** Kinds of official mails and their number per twenty; only the first kind may have a certain document. */
const mailKinds = {
  right: 14,
  'wrong order': 1,
  'wrong person': 1,
  'two orders’ names': 1,
  'forged sender': 1,
  'no text layer': 1,
  hostile: 1,
} as const
export type MailKind = keyof typeof mailKinds

const kindsInTurn = Object.entries(mailKinds).flatMap(([kind, share]) =>
  Array.from({ length: share }, () => kind as MailKind),
)

export const officialDomain = 'customs.example'
const sendDomain = 'mail.pabean.example'

interface Person {
  name: string
  printed: string
  passport: string
  birthDate: string
  travelDate: string
}

const givenNames = ['Łukasz', 'Anaïs', 'Thị Ánh', 'Søren', 'José María', 'Emma-Louise', 'Zoë', 'İpek']
const printedGivenNames = ['LUKASZ', 'ANAIS', 'THI ANH', 'SOREN', 'JOSE MARIA', 'EMMA LOUISE', 'ZOE', 'IPEK']

/** Letters for a number, so that names are unique. */
const wordOf = (number: number) =>
  [...String(number)]
    .map((digit) => 'bdfgklmnrt'.charAt(Number(digit)) + 'aeiou'.charAt(Number(digit) % 5))
    .join('')

const twoDigits = (number: number) => String(number).padStart(2, '0')

export function personOf(index: number): Person {
  const family = `Ko${wordOf(index + 1000)}`
  const at = index % givenNames.length
  return {
    name: `${givenNames[at]} ${family}`,
    // Half of the forms print the family name first.
    printed:
      index % 2 === 0
        ? `${family.toUpperCase()} ${printedGivenNames[at]}`
        : `${printedGivenNames[at]} ${family.toUpperCase()}`,
    passport: `X${4_000_000 + index}`,
    birthDate: `${1950 + (index % 50)}-${twoDigits(1 + (index % 12))}-${twoDigits(1 + (index % 28))}`,
    travelDate: `2027-${twoDigits(1 + (index % 12))}-${twoDigits(1 + (index % 27))}`,
  }
}

const dayFirst = (isoDate: string) => isoDate.split('-').toReversed().join('/')

export const printedDocument = ({ printed, passport, birthDate, travelDate }: Person, index: number) => ({
  names: [printed],
  passport,
  birthDate: dayFirst(birthDate),
  arrivalDate: index % 3 === 0 ? travelDate : dayFirst(travelDate),
  ...(index % 2 === 0 && { qrText: `https://customs.example/e-cd?passport=${passport}` }),
})

/** Cached, since making them takes seconds. */
const madeHostile = new Map<number, Promise<Buffer> | Buffer>()

function hostileDocument(number: number): Promise<Buffer> | Buffer {
  const makers = Object.values(hostileDocuments)
  const at = number % makers.length
  const made = madeHostile.get(at) ?? makers[at]?.() ?? Buffer.from('%PDF-1.7')
  madeHostile.set(at, made)
  return made
}

interface Outcome {
  kind: MailKind
  result: 'certain' | 'uncertain' | 'nothing' | 'wrong certain'
  /** From arrival to proposal; null where nothing was proposed. */
  seconds: number | null
}

interface Target {
  url: string
  db: Db
  intakeKey: string
  key: SendgridKey
}

/** The most mails waiting to be read at once. */
const maxWaiting = 30
const senders = 3

/** Posts a mail to an order's address, signed as SendGrid signs it. */
async function deliverOfficialMail(
  { url, key }: Pick<Target, 'url' | 'key'>,
  to: number,
  bytes: Buffer,
  isForged: boolean,
  at = new Date(),
): Promise<void> {
  const from = `ecd@${officialDomain}`
  const headers = {
    From: `Customs <${from}>`,
    To: `<${to}@${sendDomain}>`,
    Subject: 'Electronic Customs Declaration',
    'Message-ID': `<${randomUUID()}@${officialDomain}>`,
  }
  const file = { name: 'e-cd.pdf', type: 'application/pdf', bytes }
  const { body, type } = buildMultipartForm({
    email: { bytes: aMailWithFiles(headers, 'Your declaration is attached.', [file]), name: '', type: '' },
    envelope: JSON.stringify({ to: [`${to}@${sendDomain}`], from }),
    SPF: isForged ? 'fail' : 'pass',
    dkim: isForged ? '{@attacker.example : pass}' : `{@${officialDomain} : pass}`,
  })
  const answer = await fetch(`${url}/api/hooks/sendgrid/inbound`, {
    method: 'POST',
    headers: { 'content-type': type, ...key.headersFor(body, at) },
    body: new Uint8Array(body),
  })
  if (!answer.ok) throw new Error(`inbound answered ${answer.status}: ${await answer.text()}`)
}

export function officialMails({ url, db, intakeKey, key }: Target) {
  async function takeIn(person: Person): Promise<number> {
    const { http, body } = await send(
      url,
      createOrder,
      {
        body: {
          landing_domain: 'arrival.pabean.example',
          email: 'buyer@example.com',
          arrival_full_name: person.name,
          arrival_passport_number: person.passport,
          arrival_dob: person.birthDate,
          arrival_doa: person.travelDate,
        },
      },
      { token: intakeKey },
    )
    if (http !== 200) throw new Error(`intake answered ${http}: ${body.message}`)
    return body.data.order_id
  }

  const documents: Record<MailKind, (own: Person, other: Person, index: number) => Promise<Buffer>> = {
    right: (own, _other, index) => officialPdf(printedDocument(own, index)),
    'wrong order': (_own, other, index) => officialPdf(printedDocument(other, index)),
    'wrong person': (_own, _other, index) => officialPdf(printedDocument(personOf(index + 5_000_000), index)),
    'two orders’ names': (own, other, index) =>
      officialPdf({ ...printedDocument(own, index), lines: [`Accompanied by ${other.printed}`] }),
    'forged sender': (own, _other, index) => officialPdf(printedDocument(own, index)),
    'no text layer': (own) => scannedPdf({ names: [own.printed], passport: own.passport }),
    hostile: async (_own, _other, index) => {
      const chosen = await hostileDocument(Math.floor(index / kindsInTurn.length))
      // Equal files would be proposed once.
      return Buffer.concat([chosen, Buffer.from(`\n% ${index}\n`)])
    },
  }

  async function countWaiting(): Promise<number> {
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from proposals where read_at is null and attempts < 3`.execute(db)
    return Number(rows[0]?.n ?? 0)
  }
  const untilWaiting = async (most: number) => {
    while ((await countWaiting()) > most) await pause(100)
  }

  async function outcomeOf(kind: MailKind, to: number): Promise<Outcome> {
    const [row] = await db
      .selectFrom('proposals')
      .select(['certain_order_id', 'created_at', 'read_at'])
      .where(sql<boolean>`order_ids @> array[${to}]::bigint[] and read_at is not null`)
      .execute()
    if (!row?.read_at) return { kind, result: 'nothing', seconds: null }
    const seconds = (row.read_at.getTime() - row.created_at.getTime()) / 1000
    if (row.certain_order_id === null) return { kind, result: 'uncertain', seconds }
    const isRight = kind === 'right' && row.certain_order_id === to
    return { kind, result: isRight ? 'certain' : 'wrong certain', seconds }
  }

  return {
    async sendAll(count: number, onProgress: (sent: number) => void = () => {}): Promise<Outcome[]> {
      const sent: { kind: MailKind; to: number }[] = []
      const indexes = Array.from({ length: count }, (_, index) => index).values()
      const sendSome = async () => {
        for (const index of indexes) {
          const kind = kindsInTurn[index % kindsInTurn.length] ?? 'right'
          const [own, other] = [personOf(index * 2), personOf(index * 2 + 1)]
          const to = await takeIn(own)
          if (kind === 'wrong order' || kind === 'two orders’ names') await takeIn(other)
          const bytes = await documents[kind](own, other, index)
          await deliverOfficialMail({ url, key }, to, bytes, kind === 'forged sender')
          sent.push({ kind, to })
          onProgress(sent.length)
          await untilWaiting(maxWaiting)
        }
      }
      await Promise.all(Array.from({ length: senders }, sendSome))
      await untilWaiting(0)
      const outcomes: Outcome[] = []
      for (const { kind, to } of sent) outcomes.push(await outcomeOf(kind, to))
      return outcomes
    },
  }
}

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * part) - 1)] ?? 0

const secondsOf = (outcomes: readonly Outcome[]) => {
  const seconds = outcomes.flatMap((it) => it.seconds ?? [])
  return { p50: percentile(seconds, 0.5), p95: percentile(seconds, 0.95) }
}

export function summarize(outcomes: readonly Outcome[]) {
  const count = (kind: MailKind, result?: Outcome['result']) =>
    outcomes.filter((it) => it.kind === kind && (result === undefined || it.result === result)).length
  const kinds = Object.keys(mailKinds) as MailKind[]
  return {
    rows: kinds.map((kind) => ({
      kind,
      sent: count(kind),
      certain: count(kind, 'certain'),
      uncertain: count(kind, 'uncertain'),
      nothing: count(kind, 'nothing'),
      wrongCertain: count(kind, 'wrong certain'),
      ...secondsOf(outcomes.filter((it) => it.kind === kind)),
    })),
    certainOfRight: count('right', 'certain') / Math.max(1, count('right')),
    wrongCertain: outcomes.filter(({ result }) => result === 'wrong certain').length,
    ...secondsOf(outcomes),
  }
}
