import { useSessionStorage } from '@mantine/hooks'
import { useRef, useState, useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import type { OrderDetails } from '#contract/order-details.ts'
import { filingSheet, type SheetField, type SheetTraveller } from '#contract/rules/filing-sheet.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { useCopy } from '#web/lib/use-copy.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { useDuplicateQuestion } from '#web/preflight/finding-questions.ts'
import { useShownNumbers } from '#web/identity-numbers/shown-numbers.ts'
import {
  type FilledField,
  type LeftReason,
  fillerMessage,
  type FillOutcome,
  type PageMessage,
} from '#contract/filler-messages.ts'
import { filingBegun } from '#contract/requests.ts'
import { createFillToken } from '#contract/form-filler.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'

const fieldsOf = ({ sections }: SheetTraveller): SheetField[] => sections.flatMap(({ fields }) => fields)

export function useFiling(order: OrderDetails) {
  const travellers = filingSheet(order)
  const [, navigate] = useLocation()
  const { areHidden, show } = useShownNumbers()
  const { isCopied, markCopied } = useCopiedFields(order.order_id)
  const filler = useFormFiller(order.order_id)
  const mayBeFiledTwice = useDuplicateQuestion(order)
  const [travellerAt, setTravellerAt] = useState(0)
  const traveller = travellers[travellerAt] ?? travellers[0]
  const fields = traveller ? fieldsOf(traveller) : []
  const firstOpen = (of: readonly SheetField[]) =>
    Math.max(
      0,
      of.findIndex(({ id }) => !isCopied(id)),
    )
  const [at, setAt] = useState(() => firstOpen(fields))
  const { copy } = useCopy()
  const [notCopied, setNotCopied] = useState<{ id: string }>()
  const current = fields[Math.min(at, fields.length - 1)]
  const isLeft = ({ id }: SheetField) => filler.left.has(id) && !isCopied(id)
  const leftFields = fields.filter(isLeft)

  const choose = (index: number) => {
    const next = travellers[index]
    if (!next) return
    setTravellerAt(index)
    setAt(firstOpen(fieldsOf(next)))
  }
  const step = (by: number) => setAt(Math.max(0, Math.min(fields.length - 1, at + by)))
  /** Moves to the next field that the form filler left, else to the field below. */
  const moveOn = (field: SheetField) => {
    const below = fields.slice(fields.indexOf(field) + 1)
    const next = below.find(isLeft) ?? below[0]
    if (next) setAt(fields.indexOf(next))
    else choose(travellerAt + 1)
  }
  const noteBegun = useFilingBegun(order)
  /** Stays on a value that the browser did not copy: else the one before would be pasted in its place. */
  const copyField = async (field: SheetField) => {
    // A masked number cannot be filed: it is shown first, which is recorded.
    if (areHidden && field.value.includes('*')) return void show()
    if (await copy(field.value)) {
      noteBegun()
      setNotCopied(undefined)
      markCopied([field.id])
      moveOn(field)
      return
    }
    setAt(fields.indexOf(field))
    setNotCopied({ id: field.id })
  }
  const copyCurrent = () => current && void copyField(current)
  const fillForm = async () => {
    if (filler.busy || !(await mayBeFiledTwice()) || (areHidden && !(await show()))) return
    const filled = await filler.fill(travellerAt)
    if (!filled) return
    markCopied(filled.filter(({ left }) => left === null).map(({ id }) => id))
    const firstLeft = fields.findIndex(({ id }) => filled.some((field) => field.id === id && field.left))
    if (firstLeft >= 0) setAt(firstLeft)
  }
  useShortcuts({
    copy: copyCurrent,
    skip: () => step(1),
    back: () => step(-1),
    backToOrder: () => navigate(viewOrderPath(order.order_id)),
    fillForm: filler.isInstalled ? () => void fillForm() : undefined,
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
    leftFields,
    filler,
    isCopied,
    choose,
    step,
    copyField,
    copyCurrent,
    fillForm,
    /** Set while the browser refused to copy the current value; another object for each refusal. */
    notCopied: notCopied?.id === current?.id ? notCopied : undefined,
  }
}

/** Ids of copied or filled fields, without values; survive a reload of the tab. */
function useCopiedFields(orderId: number) {
  const [copied, setCopied] = useSessionStorage<readonly string[]>({
    key: `filing-${orderId}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  return {
    isCopied: (id: string) => copied.includes(id),
    markCopied: (ids: readonly string[]) => setCopied((before) => [...new Set([...before, ...ids])]),
  }
}

/** Tells the server of the first value that is copied, once. A failure is silent: the next value tells it. */
function useFilingBegun({ order_id: orderId, filed_at: filedAt }: OrderDetails): () => void {
  const isTold = useRef(filedAt !== null)
  const { call } = useCall(filingBegun, { onError: () => true })
  return () => {
    if (isTold.current) return
    isTold.current = true
    void call({ body: { orderId } }).then((answer) => {
      isTold.current = answer !== null
    })
  }
}

/** The form filler for one order: the fields that it left, and why a fill failed. */
function useFormFiller(orderId: number) {
  const isInstalled = useIsFillerInstalled()
  const { call } = useCall(createFillToken)
  const [busy, setBusy] = useState(false)
  const [left, setLeft] = useState<ReadonlyMap<string, LeftReason>>(new Map())
  const [failure, setFailure] = useState('')

  /** `traveller` is an index; returns the result for each field, null after a failure. */
  async function fill(traveller: number): Promise<readonly FilledField[] | null> {
    setBusy(true)
    setFailure('')
    try {
      const answer = await call({ body: { orderId, traveller } })
      if (!answer) return null
      const outcome = await fillByToken(answer.data.token)
      if (outcome.type === 'failed') {
        setFailure(outcome.message)
        return null
      }
      setLeft(new Map(outcome.fields.flatMap(({ id, left: reason }) => (reason ? [[id, reason]] : []))))
      return outcome.fields
    } finally {
      setBusy(false)
    }
  }

  return { isInstalled, busy, left, failure, fill }
}

/** ms without an answer; long, since lists of the official page may load from its server. */
const answerTimeoutMs = 60_000

let isInstalled = false
const listeners = new Set<() => void>()
let resolveFill: ((outcome: FillOutcome) => void) | undefined

function handleMessage({ source, origin, data }: MessageEvent<unknown>) {
  if (source !== window || origin !== location.origin) return
  const parsed = fillerMessage.safeParse(data)
  if (!parsed.success) return
  if (parsed.data.type !== 'here') return resolveFill?.(parsed.data)
  isInstalled = true
  for (const listener of listeners) listener()
}

const postToFiller = (message: PageMessage) => window.postMessage(message, location.origin)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The form filler's script in this page answers if the extension is installed. */
function useIsFillerInstalled(): boolean {
  useEffect(() => {
    window.addEventListener('message', handleMessage)
    postToFiller({ to: 'form filler', type: 'are you there' })
    return () => window.removeEventListener('message', handleMessage)
  }, [])
  return useSyncExternalStore(subscribe, () => isInstalled)
}

async function fillByToken(token: string): Promise<FillOutcome> {
  const outcome = new Promise<FillOutcome>((resolve) => {
    resolveFill = resolve
    setTimeout(
      () => resolve({ to: 'filing sheet', type: 'failed', message: 'The form filler does not answer.' }),
      answerTimeoutMs,
    )
  })
  postToFiller({ to: 'form filler', type: 'fill', token })
  return outcome
}
