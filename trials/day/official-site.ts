import { createHash } from 'node:crypto'
import type { Chance } from '#server/demo/random.ts'
import { officialPdf, scannedPdf } from '../../test/support/official-documents.ts'

/** What a member has filed of an order. */
export interface FiledForm {
  name: string
  passport: string
  birthDate: string
  travelDate: string
  flight: string
}

type Deliver = (to: number, bytes: Buffer, isForged: boolean) => Promise<void>

/** Of a hundred filed forms; the rest is answered by the right document. */
const faults = { scanned: 2, swapped: 2, lost: 2, forged: 1 }

const minuteMs = 60_000
const dayFirst = (isoDate: string) => isoDate.split('-').toReversed().join('/')
const plainCapitals = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('Ł', 'L')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .toUpperCase()
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const printed = ({ name, passport, birthDate, travelDate, flight }: FiledForm) => ({
  names: [plainCapitals(name)],
  passport,
  birthDate: dayFirst(birthDate),
  arrivalDate: dayFirst(travelDate),
  flight,
  qrText: `https://customs.example/e-cd?passport=${passport}`,
})

/** The customs office: takes forms, and answers each by mail some minutes later, as a rule with the right document. */
export function createOfficialSite(chance: Chance, deliver: Deliver) {
  const owners = new Map<string, number>()
  const forms = new Map<number, FiledForm>()
  const letters: { to: number; at: number; of: number; kind: 'right' | keyof typeof faults }[] = []
  let answered = 0

  async function documentOf(orderId: number, isScanned = false): Promise<Buffer> {
    const form = forms.get(orderId)
    if (!form) throw new Error(`nothing was filed for order ${orderId}`)
    const bytes = await (isScanned ? scannedPdf(printed(form)) : officialPdf(printed(form)))
    owners.set(hashOf(bytes), orderId)
    return bytes
  }

  function kindOf() {
    let drawn = chance.integer(1, 100)
    for (const [kind, share] of Object.entries(faults)) {
      drawn -= share
      if (drawn <= 0) return kind as keyof typeof faults
    }
    return 'right' as const
  }

  return {
    file(orderId: number, form: FiledForm, now: number): void {
      forms.set(orderId, form)
      const others = [...forms.keys()].filter((other) => other !== orderId)
      const drawn = kindOf()
      const kind = drawn === 'swapped' && others.length === 0 ? 'right' : drawn
      const of = kind === 'swapped' ? chance.pick(others) : orderId
      letters.push({ to: orderId, of, kind, at: now + chance.integer(2, 30) * minuteMs })
    },
    /** Sends the mails that are due; says how many. */
    async answerDue(now: number): Promise<number> {
      const due = letters.filter(({ at }) => at <= now)
      letters.splice(0, letters.length, ...letters.filter(({ at }) => at > now))
      for (const { to, of, kind } of due) {
        if (kind === 'lost') continue
        await deliver(to, await documentOf(of, kind === 'scanned'), kind === 'forged')
        answered += 1
      }
      return due.length
    },
    /** Whoever filed a form can fetch its document there. */
    download: documentOf,
    hasAnswered: (orderId: number) => !letters.some(({ to }) => to === orderId),
    ownerOf: (sha256: Buffer): number | undefined => owners.get(sha256.toString('hex')),
    answered: () => answered,
    isIdle: () => letters.length === 0,
  }
}
export type OfficialSite = ReturnType<typeof createOfficialSite>
