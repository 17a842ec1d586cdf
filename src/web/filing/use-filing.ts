import { useClipboard } from '@mantine/hooks'
import { useState } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { filingSheet, type SheetField, type SheetTraveller } from '#contract/rules/filing-sheet.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { useShownNumbers } from '#web/identity-numbers/shown-numbers.ts'
import { useCopiedFields } from './use-copied-fields.ts'

const fieldsOf = ({ sections }: SheetTraveller): SheetField[] => sections.flatMap(({ fields }) => fields)

/** Which value is next, and what is copied; with the keys of the sheet (design, filing.html). */
export function useFiling(order: OrderDetails) {
  const travellers = filingSheet(order)
  const { areHidden, show } = useShownNumbers()
  const { isCopied, markCopied } = useCopiedFields(order.order_id)
  const [travellerAt, setTravellerAt] = useState(0)
  const traveller = travellers[travellerAt] ?? travellers[0]
  const fields = traveller ? fieldsOf(traveller) : []
  const firstOpen = (of: readonly SheetField[]) =>
    Math.max(
      0,
      of.findIndex(({ id }) => !isCopied(id)),
    )
  const [at, setAt] = useState(() => firstOpen(fields))
  const { copy, error } = useClipboard({ timeout: 1500 })
  const current = fields[Math.min(at, fields.length - 1)]

  const choose = (index: number) => {
    const next = travellers[index]
    if (!next) return
    setTravellerAt(index)
    setAt(firstOpen(fieldsOf(next)))
  }
  const step = (by: number) => setAt(Math.max(0, Math.min(fields.length - 1, at + by)))
  const copyField = (field: SheetField) => {
    // A masked number is of no use on the form: it is shown first, which is recorded.
    if (areHidden && field.value.includes('*')) return void show()
    copy(field.value)
    markCopied(field.id)
    const next = fields.indexOf(field) + 1
    if (next < fields.length) setAt(next)
    else choose(travellerAt + 1)
  }
  const copyCurrent = () => current && copyField(current)
  useShortcuts({
    copy: copyCurrent,
    skip: () => step(1),
    back: () => step(-1),
    ...Object.fromEntries(
      travellers.slice(0, 9).map((_, index) => [`traveller${index + 1}`, () => choose(index)]),
    ),
  })

  return {
    travellers: travellers.map((one) => ({
      ...one,
      copied: fieldsOf(one).filter(({ id }) => isCopied(id)).length,
      count: fieldsOf(one).length,
    })),
    travellerAt,
    traveller,
    current,
    copiedCount: fields.filter(({ id }) => isCopied(id)).length,
    fieldCount: fields.length,
    isCopied,
    choose,
    step,
    copyField,
    copyCurrent,
    copyFailed: error !== null,
  }
}
