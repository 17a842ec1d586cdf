import type { DefencePack, DefencePackType, Exhibit, PackBlock, Readiness } from '#contract/packs.ts'
import { jsonHash } from '#server/platform/json-hash.ts'
import type { CaseFile } from './case-file.ts'
import { deliveryExhibits } from './exhibits/delivery.ts'
import { fraudExhibits } from './exhibits/fraud.ts'
import { answerSentences, caseFactsOf, notesOf, type Cite } from './cover-letter.ts'
import { readinessChecks } from './readiness.ts'
import { joinWords } from './exhibits/format.ts'
import type { ExhibitDraft } from './exhibits/common.ts'
import { createMask } from '#contract/rules/masking.ts'
import { timelineOf } from './timeline.ts'

/** Of the layout and the content of packs; a change of either raises it. */
const packVersion = '2.0'

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
    claim: 'Not received, not as described, refund not processed',
    reasonCodes: 'Visa 13.1, 13.6, 13.7',
    exhibits: deliveryExhibits,
  },
} as const satisfies Record<DefencePackType, PackKind>

const letterAt = (position: number) => String.fromCharCode('A'.charCodeAt(0) + position)

/** An exhibit is made of what was captured; notes alone prove nothing. */
const isEvidence = ({ blocks }: ExhibitDraft): boolean => blocks.some(({ kind }) => kind !== 'note')

/** The same with every text masked, but for the identity of a file. */
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

export interface PackParts {
  file: CaseFile
  type: DefencePackType
  /** Who makes it, and when. */
  by: string
  at: Date
}

/** A pack as data, from which the modal and the PDF are made. */
export function createPack({ file, type, by, at }: PackParts): DefencePack {
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
  const readiness = readinessChecks[type].map(({ label, exhibit, captured, missing }): Readiness => {
    const isCaptured = captured(file)
    const note = typeof missing === 'string' ? missing : missing(file)
    return { label, captured: isCaptured, note: isCaptured ? '' : note, letter: letterOf(exhibit) ?? '' }
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
    letter: answerSentences[type](file, citeOf(letterOf))
      .filter((text) => text !== null)
      .map(mask),
    timeline: timelineOf(file, letterOf).map((entry) => ({ ...entry, what: mask(entry.what) })),
    notes: notesOf[type](file).filter((text) => text !== null),
    case_facts: caseFactsOf(file).map(({ label, value }) => ({ label, value: mask(value) })),
    exhibits: exhibitList,
    readiness,
  }
}
