import { Checkbox, NativeSelect } from '@mantine/core'
import type { OrderDetails } from '#contract/order-details.ts'
import { travellerName, travellersOf } from '#contract/rules/travellers.ts'
import { wholeOrder, type UploadTarget } from './use-upload-target.ts'

interface UploadTargetFieldsProps {
  order: OrderDetails
  /** Other orders of the journey that wait for a document. */
  others: readonly number[]
  target: UploadTarget
  onChange: (target: UploadTarget) => void
  disabled: boolean
}

/** `1004 and 1006`, `1004, 1005 and 1006`. */
const listOf = (ids: readonly number[]): string =>
  ids.length < 2 ? ids.join('') : `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`

/** How many documents the upload replaces, by the server's rule. */
const countReplaced = ({ uploadDoc }: OrderDetails, index: number | undefined): number =>
  uploadDoc.filter(({ traveller }) => (index === undefined ? traveller !== null : traveller === index)).length

/** The traveller of the document in an order with a family, and whether the journey's other orders get it too. */
export function UploadTargetFields({ order, others, target, onChange, disabled }: UploadTargetFieldsProps) {
  const travellers = travellersOf(order)
  const { traveller: chosen, isProposed, isForOthers } = target
  const replaced = countReplaced(order, chosen)
  const notes = [
    ...(isProposed ? ['as the file says'] : []),
    ...(replaced > 0 ? [`replaces ${replaced === 1 ? 'a document' : `${replaced} documents`}`] : []),
  ]
  return (
    <div className="stack gap-10">
      {travellers.length > 1 && (
        <NativeSelect
          label={notes.length > 0 ? `Document of (${notes.join('; ')})` : 'Document of'}
          disabled={disabled}
          value={chosen ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange(value === '' ? wholeOrder : { ...wholeOrder, traveller: Number(value) })
          }
          data={[
            { value: '', label: 'All travellers' },
            ...travellers.map(({ travellerIndex, relationship }) => ({
              value: String(travellerIndex),
              label: [travellerName(travellers, travellerIndex), relationship].filter(Boolean).join(', '),
            })),
          ]}
        />
      )}
      {others.length > 0 && (
        <Checkbox
          label={`Also for ${listOf(others)}`}
          description={`${others.length === 1 ? 'Its customer gets' : 'Their customers get'} a mail too`}
          disabled={disabled || chosen !== undefined}
          checked={isForOthers}
          onChange={({ currentTarget: { checked } }) => onChange({ ...target, isForOthers: checked })}
        />
      )}
    </div>
  )
}
