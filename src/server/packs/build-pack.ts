import type { DefencePack, DefencePackType, Exhibit, Readiness } from '#contract/packs.ts'
import { jsonHash } from '#server/platform/json-hash.ts'
import type { CaseFile } from './case-file.ts'
import { deliveryExhibits } from './exhibits/delivery.ts'
import { fraudExhibits } from './exhibits/fraud.ts'
import { caseFactsOf, letterParagraphs } from './cover-letter.ts'
import { readinessChecks } from './readiness.ts'
import type { ExhibitDraft } from './exhibits/common.ts'

/** Of the layout and the content of packs; a change of either raises it. */
const packVersion = '1.0'

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

export interface PackOrigin {
  by: string
  at: Date
}

/** A pack as data, from which the modal and the PDF are made. */
export function createPack(file: CaseFile, type: DefencePackType, { by, at }: PackOrigin): DefencePack {
  const { title, claim, reasonCodes, exhibits } = packKinds[type]
  const keys = Object.keys(exhibits)
  const exhibitList = Object.values(exhibits).map((draft, position): Exhibit => {
    const content = { letter: letterAt(position), ...draft(file) }
    return { ...content, sha256: jsonHash(content).toString('hex') }
  })
  const readiness = readinessChecks[type].map(({ label, exhibit, captured, missing }): Readiness => {
    const isCaptured = captured(file)
    const letter = letterAt(keys.indexOf(exhibit))
    return { label, captured: isCaptured, note: isCaptured ? '' : missing, letter }
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
    letter: letterParagraphs[type](file).filter((paragraph) => paragraph !== null),
    case_facts: caseFactsOf(file),
    exhibits: exhibitList,
    readiness,
  }
}
