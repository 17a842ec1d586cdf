import { Button, SegmentedControl } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { estTimestamp } from '#contract/rules/dates.ts'
import { displayText } from '#contract/rules/display-text.ts'
import { goodsLabels } from '#contract/rules/goods.ts'
import { missingText, orMissingText } from '#contract/rules/missing-text.ts'
import { DraftNote } from '#web/drafts/DraftNote.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './corrections.module.css'
import { familyFields } from './family-fields.ts'
import { findField } from './fields.ts'
import { lineFields } from './goods-fields.ts'
import type { MergedForm, Side, ToldChange } from './use-merged-form.ts'

/** Labels of the fields of forms besides the customer's data, and of rows. */
const labels = new Map<string, string>([
  ['transaction_id', 'Transaction ID'],
  ['merchant_name', 'Merchant Name'],
  ['due_on', 'Due date'],
  ['reason_code', 'Reason code'],
  ['outcome', 'Outcome'],
  ['familyMember', 'Family member'],
  ['importingGoods', 'Declaration'],
  ['details', 'line'],
  ...familyFields.map(({ key, label }) => [key, label] as const),
  ...lineFields.map(({ key, label }) => [key, label] as const),
  ...Object.entries(goodsLabels),
])

const isIndex = (part: string) => /^\d+$/.test(part)

/** `Full name`; `Family member 2, Passport`; `Declaration 1, line 2, Value`. */
const labelOfPath = (field: string): string =>
  field
    .split('.')
    .map((part) =>
      isIndex(part) ? ` ${Number(part) + 1}` : `, ${labels.get(part) ?? findField(part).label}`,
    )
    .join('')
    .slice(2)

const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsIn)
    : value === undefined || value === null || value === ''
      ? []
      : [String(value)]

function valueText(field: string, value: unknown): string {
  if (value === null) return 'not there'
  if (typeof value === 'object') return orMissingText(textsIn(value).join(', '))
  const text = textsIn(value).join('')
  return text === '' ? missingText : displayText[findField(field).kind](text)
}

const sideOptions: { value: Side; label: string }[] = [
  { value: 'mine', label: 'Keep mine' },
  { value: 'theirs', label: 'Take theirs' },
]

/** What others changed while a form is open, beside what the member entered, and that the form is kept as a draft. */
export function MeanwhileChanges({ form }: { form: MergedForm }) {
  const { told, isUndecided, isDirty, isRestored, beginAnew, view } = form
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isUndecided) box.current?.focus()
  }, [isUndecided])
  return (
    <>
      {(isRestored || isDirty) && (
        <div className={`row wrap spread gap-8 small ${css.begun}`}>
          <span>
            {isRestored ? 'What you had begun is here again, not saved yet. ' : ''}
            <DraftNote view={view} />
          </span>
          <Button size="xs" variant="subtle" onClick={beginAnew}>
            Begin anew
          </Button>
        </div>
      )}
      {told.length > 0 && (
        <section
          ref={box}
          className={`stack gap-8 small ${css.meanwhile}`}
          aria-label="Changed meanwhile"
          tabIndex={-1}
          data-autofocus={isUndecided || undefined}
        >
          <p className="medium" role={isUndecided ? 'alert' : 'status'}>
            {isUndecided
              ? 'Another changed the same meanwhile. Choose for each, then save.'
              : 'Changed meanwhile, and taken over here:'}
          </p>
          <ul className="stack gap-8">
            {told.map((change) => (
              <li key={`${change.field} ${change.at} ${JSON.stringify(change.theirs)}`}>
                <ChangeTold change={change} canChoose={isUndecided} onChoose={form.choose} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

interface ChangeToldProps {
  change: ToldChange
  canChoose: boolean
  onChoose: (change: ToldChange, side: Side) => void
}

function ChangeTold({ change, canChoose, onChoose }: ChangeToldProps) {
  const { field, was, theirs, by, at } = change
  const label = labelOfPath(field)
  const isConflict = 'mine' in change
  const values: [string, unknown][] = [
    ['Before', was],
    [by || 'Theirs', theirs],
    ...(isConflict ? ([['You', change.mine]] satisfies [string, unknown][]) : []),
  ]
  return (
    <div className={`row wrap spread gap-8 ${css.change}`}>
      <div className="stack gap-4 shrinkable">
        <span>
          <span className="medium">{label}</span>: {by || 'another'}
          {at && `, ${estTimestamp(at)}`}
        </span>
        <dl className={css.sides}>
          {values.map(([name, value]) => (
            <div key={name}>
              <dt className="faint tiny">{name}</dt>
              <dd className="break-words">
                <ExternalText>{valueText(field, value)}</ExternalText>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {isConflict && (
        <SegmentedControl<Side | ''>
          size="xs"
          aria-label={`${label}: whose value`}
          data={sideOptions}
          value={change.side ?? ''}
          disabled={!canChoose}
          onChange={(side) => side !== '' && onChoose(change, side)}
        />
      )}
    </div>
  )
}
