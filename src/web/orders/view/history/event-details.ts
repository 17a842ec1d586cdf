import * as z from 'zod/mini'
import { familyMember, goodsDeclaration, type OrderDetails } from '#contract/order-details.ts'
import { requestLabels, requestSubjects } from '#contract/rules/customer-requests.ts'
import { displayDate, estTimestamp } from '#contract/rules/dates.ts'
import { displayMoney } from '#contract/rules/display-money.ts'
import { disputeStageRules, disputeStages } from '#contract/rules/disputes.ts'
import { displayText } from '#contract/rules/display-text.ts'
import { cutField } from '#contract/rules/field-lengths.ts'
import type { EventDetails } from '#contract/rules/order-events.ts'
import { goodsKeys, goodsLabels } from '#contract/rules/goods.ts'
import { missingText, orMissingText } from '#contract/rules/missing-text.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import { findField } from '#web/corrections/fields.ts'
import type { GoodsDeclaration } from '../declaration/goods-answers.ts'
import { joinFilled } from './history-texts.ts'

type OrderEvent = OrderDetails['events'][number]

/** '-' stands for a missing value. */
interface EventChange {
  label: string
  from: string
  to: string
}

const changeSchema = z.object({ from: z.unknown(), to: z.unknown() })
type ValueChange = z.infer<typeof changeSchema>
const changesOf = (details: unknown) => z.safeParse(z.record(z.string(), changeSchema), details).data ?? {}

/** Labels of changed values outside of corrections, by their key in the details. */
const changeLabels = {
  transaction_id: 'Transaction ID',
  merchant_name: 'Merchant Name',
  due_on: 'Due date',
  reason_code: 'Reason code',
  outcome: 'Outcome',
} satisfies Record<
  keyof EventDetails<'transaction saved'> | keyof EventDetails<'chargeback recorded'>,
  string
>
const dateKeys = new Set(['due_on'])

/** Of a dispute's changes, by column. */
const disputeLabels: Readonly<Record<string, string>> = {
  stage: 'Stage',
  reason: 'Reason',
  network: 'Network',
  network_code: 'Network code',
  amount: 'Amount',
  currency: 'Currency',
  due_at: 'Answer by',
  outcome: 'Outcome',
  settled_as: 'Settled',
}

const requestOfEvent = z.object({ about: z.enum(requestSubjects) })
const disputeOfEvent = z.object({ dispute: z.number(), stage: z.enum(disputeStages), reason: z.string() })

function disputeChange(key: string, { from, to }: ValueChange): EventChange {
  const shown = (value: unknown) => {
    const text = toText(value)
    if (key === 'due_at') return estTimestamp(text)
    return orMissingText(key === 'stage' ? stageLabel(text) : text)
  }
  return { label: disputeLabels[key] ?? key, from: shown(from), to: shown(to) }
}

const stageLabel = (text: string): string =>
  isOneOf(disputeStages, text) ? disputeStageRules[text].label : text

const toText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
const displayValue = (isDate: boolean, value: unknown) =>
  isDate ? displayDate(toText(value)) : orMissingText(toText(value))

/** Pairs removed with added rows as texts; unchanged rows are left out. */
function rowChanges(label: string, before: readonly string[], after: readonly string[]): EventChange[] {
  const added = [...after]
  const removed = before.filter((row) => {
    const position = added.indexOf(row)
    if (position >= 0) added.splice(position, 1)
    return position < 0
  })
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, index) => ({
    label,
    from: removed[index] ?? missingText,
    to: added[index] ?? missingText,
  }))
}

const familySchema = z.array(familyMember)
const goodsSchema = z.array(goodsDeclaration)
const parseRows = <T>(schema: z.ZodMiniType<T[]>, value: unknown): T[] =>
  z.safeParse(schema, value).data ?? []

const familyRows = (value: unknown) =>
  parseRows(familySchema, value).map((member) =>
    joinFilled(', ', ...Object.entries(member).map(([key, text]) => cutField(key, text))),
  )
const familyChanges = ({ from, to }: ValueChange) =>
  rowChanges('Family member', familyRows(from), familyRows(to))

const goodsRows = (declarations: readonly GoodsDeclaration[]) =>
  declarations.flatMap(({ details }) =>
    details.map((line) =>
      joinFilled(
        ', ',
        line.description_of_Goods,
        `${line.quantityofGoods} ${line.units}`.trim(),
        line.category,
        displayMoney(line.value, line.currency),
        line.unaccompanied_baggage,
        line.date_month_year_import,
      ),
    ),
  )

function goodsChanges({ from, to }: ValueChange): EventChange[] {
  const [before, after] = [parseRows(goodsSchema, from), parseRows(goodsSchema, to)]
  const numbers = [...Array.from({ length: Math.max(before.length, after.length) }).keys()]
  const answers = numbers.flatMap((index) =>
    goodsKeys.map((key) => ({
      label: goodsLabels[key],
      from: orMissingText(before[index]?.[key]),
      to: orMissingText(after[index]?.[key]),
    })),
  )
  return [...answers, ...rowChanges('Goods', goodsRows(before), goodsRows(after))]
}

function correctedChanges(key: string, { from, to }: ValueChange): EventChange[] {
  if (key === 'familyMember') return familyChanges({ from, to })
  if (key === 'importingGoods') return goodsChanges({ from, to })
  const { label, kind } = findField(key)
  const shown = (value: unknown) => orMissingText(displayText[kind](cutField(key, toText(value))))
  return [{ label, from: shown(from), to: shown(to) }]
}

export function eventDetails({ details }: Pick<OrderEvent, 'details'>): {
  name: string
  reason: string
  changes: EventChange[]
} {
  // Read field by field, because events of an older version may lack fields or have others.
  const { name, reason, changes } = details
  const others = Object.entries(changeLabels).flatMap(([key, label]) => {
    const result = z.safeParse(changeSchema, details[key])
    if (!result.success) return []
    const isDate = dateKeys.has(key)
    return [{ label, from: displayValue(isDate, result.data.from), to: displayValue(isDate, result.data.to) }]
  })
  const { data: dispute } = z.safeParse(disputeOfEvent, details)
  const corrected = Object.entries(changesOf(changes)).flatMap(([key, change]) =>
    dispute ? [disputeChange(key, change)] : correctedChanges(key, change),
  )
  const { data: request } = z.safeParse(requestOfEvent, details)
  return {
    name: dispute
      ? `${stageLabel(dispute.stage)}, ${dispute.reason}`
      : request
        ? requestLabels[request.about]
        : toText(name),
    reason: dispute ? '' : toText(reason),
    changes: [...corrected, ...others].filter(({ from, to }) => from !== to),
  }
}
