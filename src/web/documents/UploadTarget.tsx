import { Checkbox, NativeSelect } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { proposeTraveller } from '#contract/documents.ts'
import type { OrderDetails } from '#contract/order-details.ts'
import { travellerName, travellersOf } from '#contract/rules/travellers.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import css from './UploadTarget.module.css'

/** Whose a document is, and which other orders get it. */
export interface Target {
  /** By place; undefined for the whole order's. */
  traveller: number | undefined
  /** Other orders of the journey get it too. */
  isForOthers: boolean
}

interface UploadTargetProps {
  order: OrderDetails
  file: File | null
  /** The other orders of the journey that wait for a document. */
  others: readonly number[]
  value: Target
  onChange: (target: Target) => void
  disabled: boolean
}

/** `1004 and 1006`, `1004, 1005 and 1006`. */
const listOf = (ids: readonly number[]): string =>
  ids.length < 2 ? ids.join('') : `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`

/** Whose the chosen file is: proposed as its text names one traveller alone, as long as nobody has chosen; and its other orders. */
export function UploadTarget({ order, file, others, value, onChange, disabled }: UploadTargetProps) {
  const travellers = travellersOf(order)
  const [proposed, setProposed] = useState<{ file: File; place: number } | null>(null)
  const { call } = useCall(proposeTraveller, { takes: () => true })
  const isProposed = proposed !== null && proposed.file === file && proposed.place === value.traveller
  const accept = useEffectEvent((chosen: File, place: number | null) => {
    // Another file may have been chosen meanwhile, or a traveller.
    const isChosen = value.traveller !== undefined && value.traveller !== proposed?.place
    if (chosen !== file || isChosen || value.isForOthers) return
    setProposed(place === null ? null : { file: chosen, place })
    onChange({ traveller: place ?? undefined, isForOthers: false })
  })
  const propose = useEffectEvent(async (chosen: File) => {
    const answer = await call({ body: { orderId: order.order_id }, file: chosen })
    if (answer) accept(chosen, answer.data.traveller)
  })
  const hasFamily = travellers.length > 1
  useEffect(() => {
    if (file && hasFamily) void propose(file)
  }, [file, hasFamily])

  const replaced = order.uploadDoc.filter(({ traveller }) =>
    value.traveller === undefined ? traveller !== null : traveller === value.traveller,
  ).length
  const notes = [
    ...(isProposed ? ['as the file says'] : []),
    ...(replaced > 0 ? [`replaces ${replaced === 1 ? 'a document' : `${replaced} documents`}`] : []),
  ]
  return (
    <div className={css.target}>
      {hasFamily && (
        <NativeSelect
          label={notes.length > 0 ? `Document of (${notes.join('; ')})` : 'Document of'}
          disabled={disabled}
          value={value.traveller ?? ''}
          onChange={({ currentTarget: { value: place } }) =>
            onChange({ traveller: place === '' ? undefined : Number(place), isForOthers: false })
          }
          data={[
            { value: '', label: 'All travellers' },
            ...travellers.map(({ place, relationship }) => ({
              value: String(place),
              label: [travellerName(travellers, place), relationship].filter(Boolean).join(', '),
            })),
          ]}
        />
      )}
      {others.length > 0 && (
        <Checkbox
          label={`Also for ${listOf(others)}`}
          description={`${others.length === 1 ? 'Its customer gets' : 'Their customers get'} a mail too`}
          disabled={disabled || value.traveller !== undefined}
          checked={value.isForOthers}
          onChange={({ currentTarget: { checked } }) => onChange({ ...value, isForOthers: checked })}
        />
      )}
    </div>
  )
}
