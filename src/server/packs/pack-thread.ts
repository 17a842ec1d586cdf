import type { DefencePack, DefencePackType, Exhibit, PackBlock, Readiness } from '#contract/packs.ts'
import { jsonHash } from '#server/platform/json-hash.ts'
import { createMask } from '#contract/rules/masking.ts'
import { renderPackPdf, type PackPdfRequest } from './pdf/render-pack.ts'
import type { CaseFile } from './case-file.ts'
import { claims } from './claims.ts'
import { deliveryExhibits } from './exhibits/delivery.ts'
import { fraudExhibits } from './exhibits/fraud.ts'
import { answerSentences, caseFactsOf, notesOf, type Cite } from './cover-letter.ts'
import { readinessChecks, type Check } from './readiness.ts'
import { joinWords, formatEst, formatUsDate } from './exhibits/format.ts'
import type { ExhibitDraft } from './exhibits/common.ts'

/** The entry of the packs' worker thread, for slow parts such as masking a family's numbers in every text. */
export const buildPack = (parts: PackParts) => Promise.resolve(createPack(parts))
export const drawPack = (request: PackPdfRequest) => renderPackPdf(request)

/** Raised whenever the layout or the content of packs changes. */
const packVersion = '2.2'

interface PackKind {
  title: string
  claim: string
  reasonCodes: string
  exhibits: Record<string, (file: CaseFile) => ExhibitDraft>
}

const packKinds = {
  1: {
    title: 'Defence Pack 1',
    claim: 'I did not authorise this',
    reasonCodes: 'Fraud (Visa 10.4)',
    exhibits: fraudExhibits,
  },
  2: {
    title: 'Defence Pack 2',
    claim: 'Not received, not as described, misrepresented, refund not processed',
    reasonCodes: 'Visa 13.1, 13.3, 13.5, 13.6, 13.7',
    exhibits: deliveryExhibits,
  },
} as const satisfies Record<DefencePackType, PackKind>

const letterAt = (position: number) => String.fromCharCode('A'.charCodeAt(0) + position)

/** Notes alone prove nothing. */
const isEvidence = ({ blocks }: ExhibitDraft): boolean => blocks.some(({ kind }) => kind !== 'note')

/** Masks every text except a file's identity. */
function maskBlock(block: PackBlock, mask: (text: string) => string): PackBlock {
  switch (block.kind) {
    case 'note':
      return { ...block, text: mask(block.text) }
    case 'text':
      return { ...block, text: mask(block.text) }
    case 'facts':
      return { ...block, facts: block.facts.map(({ label, value }) => ({ label, value: mask(value) })) }
    case 'table':
      return { ...block, rows: block.rows.map((row) => row.map((cell) => cell && mask(cell))) }
    case 'document':
      return { ...block, name: mask(block.name) }
  }
}

function citeOf(letterOf: (key: string) => string | undefined): Cite {
  return (...keys) => {
    const letters = keys.flatMap((key) => letterOf(key) ?? [])
    return letters.length > 0 ? `(exhibit${letters.length > 1 ? 's' : ''} ${joinWords(letters)})` : ''
  }
}

interface PackParts {
  file: CaseFile
  type: DefencePackType
  by: string
  at: Date
}

function createPack({ file, type, by, at }: PackParts): DefencePack {
  const { title, claim, reasonCodes, exhibits } = packKinds[type]
  const mask = createMask(file.identityNumbers)
  const drafts = Object.entries(exhibits)
    .map(([key, draft]) => ({ key, draft: draft(file) }))
    .filter(({ draft }) => isEvidence(draft))
  const exhibitList = drafts.map(({ draft }, position): Exhibit => {
    const blocks = draft.blocks.map((block) => maskBlock(block, mask))
    const content = { letter: letterAt(position), ...draft, blocks }
    return { ...content, sha256: jsonHash(content).toString('hex') }
  })
  const letters = new Map(drafts.map(({ key }, position) => [key, letterAt(position)]))
  const letterOf = (key: string) => letters.get(key)
  const readiness = readinessChecks[type].map(({ label, exhibit, ...check }): Readiness => {
    const letter = letterOf(exhibit) ?? ''
    return { label, ...readinessOf(check, file), letter }
  })
  return {
    order_id: file.order.order_id,
    defencePackType: type,
    title,
    claim,
    reason_codes: reasonCodes,
    version: packVersion,
    generated_at: at.toISOString(),
    generated_by: by,
    letter: answerSentences[type].flatMap((sentence) => sentence(file, citeOf(letterOf)) ?? []).map(mask),
    timeline: timelineOf(file, letterOf).map((entry) => ({ ...entry, what: mask(entry.what) })),
    notes: notesOf[type](file).filter((text) => text !== null),
    case_facts: caseFactsOf(file).map(({ label, value }) => ({ label, value: mask(value) })),
    exhibits: exhibitList,
    readiness,
  }
}

function readinessOf(
  { captured, missing, cannotBeShown }: Omit<Check<string>, 'label' | 'exhibit'>,
  file: CaseFile,
): Pick<Readiness, 'state' | 'note'> {
  if (!captured(file))
    return { state: 'missing', note: typeof missing === 'string' ? missing : missing(file) }
  const note = cannotBeShown?.(file) ?? ''
  return { state: note ? 'cannot be shown' : 'captured', note }
}

const timeOf = (at: Date | string): number =>
  typeof at === 'string' ? Date.parse(`${at}T23:59:59Z`) : at.getTime()

/** The main events of a case, oldest first, each with the first of its exhibits that the pack has (product §13). */
function timelineOf(file: CaseFile, letterOf: (key: string) => string | undefined): DefencePack['timeline'] {
  return Object.values(claims)
    .flatMap((claim) => claim(file) ?? [])
    .flatMap(({ entries, exhibits }) => entries.map((entry) => ({ ...entry, exhibits })))
    .toSorted((a, b) => timeOf(a.at) - timeOf(b.at))
    .map(({ at, what, exhibits }) => ({
      at: (typeof at === 'string' ? formatUsDate(at) : formatEst(at)) ?? '',
      what,
      letter: exhibits.map(letterOf).find((letter) => letter !== undefined) ?? '',
    }))
}
