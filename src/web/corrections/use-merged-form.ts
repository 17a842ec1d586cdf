import { useEffect, useRef, useState, type SubmitEvent, type SubmitEventHandler } from 'react'
import * as z from 'zod/mini'
import { emptyDraft, type DraftContent, type DraftKind } from '#contract/drafts.ts'
import { getOrder, type OrderDetails } from '#contract/order-details.ts'
import { conflictData } from '#contract/revisions.ts'
import { dataActions } from '#contract/rules/order-events.ts'
import {
  changedBy,
  isSame,
  mergeChanges,
  replacedValues,
  type Data,
  type DataChange,
} from '#contract/rules/merge-changes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useDraft, useDraftedForm } from '#web/drafts/use-draft.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { refresh } from '#web/lib/endpoint-hooks.ts'

/** The values that a form began with, at that revision of the order, and those that it has now. */
interface Begun<T> {
  revision: number
  base: T
  values: T
}

export type Side = 'mine' | 'theirs'

/** What another changed while the form was open; with `mine` the member changed the same. */
export interface ToldChange {
  field: string
  was: unknown
  theirs: unknown
  mine?: unknown
  by: string
  at: string
  /** Whose value of a conflict is taken; undefined until the member says so. */
  side?: Side | undefined
}

interface BegunFormOptions<T> {
  order: OrderDetails
  kind: DraftKind
  /** The order's values of the form. */
  stored: T
  schema: z.ZodMiniType<T>
}

const storedForm = z.object({ revision: z.number(), base: z.unknown(), values: z.unknown() })

function readBegun<T>({ form }: DraftContent, { order, stored, schema }: BegunFormOptions<T>): Begun<T> {
  const fresh = { revision: order.revision, base: stored, values: stored }
  if (form === '') return fresh
  const kept = storedForm.safeParse(JSON.parse(form))
  const [base, values] = [schema.safeParse(kept.data?.base), schema.safeParse(kept.data?.values)]
  return kept.success && base.success && values.success
    ? { revision: kept.data.revision, base: base.data, values: values.data }
    : fresh
}

/** A form over an order's data as it was begun: a draft of the member, or the order's values (product §12). */
export function useBegunForm<T>(options: BegunFormOptions<T>) {
  const { order, kind } = options
  const client = useQueryClient()
  const { draft, view } = useDraft({ orderId: order.order_id, kind, drafts: order.drafts })
  const [opened] = useState(() => readBegun(view.content, options))
  const [{ revision, base }, setBase] = useState<Omit<Begun<T>, 'values'>>(opened)
  return {
    ...options,
    draft,
    view,
    opened,
    revision,
    base,
    setBase,
    sent: { revision, draft: view.revision ?? undefined },
    onSend: () => draft.beginSending(view.revision),
    onSent: () => draft.endSending(true),
    /** True if the refusal is shown as conflicts, once the order has been read again. */
    onError: (refused: CallError): boolean => {
      draft.endSending(false)
      const isConflict = conflictData.safeParse(refused.data).success
      if (isConflict) void refresh(client, [getOrder])
      return isConflict
    },
  }
}

/** The changes of an order's data since a revision, newest first. */
const changesSince = ({ events, revision }: OrderDetails, seen: number): DataChange[] =>
  events
    .filter(({ action }) => dataActions.includes(action))
    .slice(0, revision - seen)
    .map(({ by, at, details }) => {
      const { changes } = details
      return {
        by,
        at,
        changes: replacedValues(typeof changes === 'object' && changes ? { ...changes } : details),
      }
    })

interface OpenForm<T> {
  values: T
  setValues: (values: T) => void
}

/**
 * Merges what others change while a form is open into it, and keeps it as a draft (product §5, §12). Where the member changed
 * the same, a choice is waited for.
 */
export function useMergedForm<T extends Data>(
  { order, stored, schema, kind, draft, view, revision, base, setBase }: ReturnType<typeof useBegunForm<T>>,
  { values, setValues }: OpenForm<T>,
) {
  const [isRestored, setIsRestored] = useState(view.content.form !== '')
  const [told, setTold] = useState<ToldChange[]>([])
  const [sides, setSides] = useState<ReadonlyMap<string, Side>>(new Map())

  const isBehind = order.revision > revision
  const since = isBehind ? changesSince(order, revision) : []
  const mergeTaking = (fields: readonly string[]) => mergeChanges(base, stored, values, new Set(fields))
  const merged = isBehind ? mergeTaking([]) : null
  const actorOf = (field: string, now: unknown) => {
    const change = changedBy({ field, now }, since)
    return { by: change?.by ?? '', at: change?.at ?? '' }
  }
  const conflicts = (merged?.conflicts ?? []).map((conflict): ToldChange => ({
    ...conflict,
    ...actorOf(conflict.field, conflict.theirs),
    side: sides.get(sideKey(conflict)),
  }))
  const isDecided = conflicts.every(({ side }) => side !== undefined)

  const adopt = () => {
    const taken = conflicts.filter(({ side }) => side === 'theirs').map(({ field }) => field)
    const { data, meanwhile } = mergeTaking(taken)
    setValues({ ...values, ...schema.parse(data) })
    setBase({ revision: order.revision, base: stored })
    const others = meanwhile.map(({ now, ...change }) => ({
      ...change,
      theirs: now,
      ...actorOf(change.field, now),
    }))
    setTold((before) => [...conflicts, ...others, ...before])
    setSides(new Map())
  }
  const latestAdopt = useRef(adopt)
  useEffect(() => {
    latestAdopt.current = adopt
  })
  // Once each conflict is decided, the form builds on the order's present data.
  const readyRevision = isBehind && isDecided ? order.revision : null
  useEffect(() => {
    if (readyRevision !== null) latestAdopt.current()
  }, [readyRevision])

  const begin = (begun: Begun<T>) => {
    setBase(begun)
    setValues(begun.values)
    setSides(new Map())
  }
  const isDirty = !isSame(values, base)
  useDraftedForm({
    draft,
    view,
    content: isDirty ? { ...emptyDraft, form: JSON.stringify({ revision, base, values }) } : emptyDraft,
    setContent: (content) => begin(readBegun(content, { order, kind, stored, schema })),
  })

  return {
    told: isBehind ? [...conflicts, ...told] : told,
    isUndecided: !isDecided,
    isDirty,
    isRestored,
    view,
    /** A form is not sent before each conflict is decided. */
    whenDecided: (onSubmit: SubmitEventHandler<HTMLFormElement>) => (event: SubmitEvent<HTMLFormElement>) => {
      if (isDecided) return onSubmit(event)
      event.preventDefault()
    },
    choose: (change: ToldChange, side: Side) => setSides(new Map(sides).set(sideKey(change), side)),
    /** Lets the draft go. */
    beginAnew: () => {
      setTold([])
      setIsRestored(false)
      begin({ revision: order.revision, base: stored, values: stored })
    },
  }
}
export type MergedForm = ReturnType<typeof useMergedForm>

/** A choice holds for this value of theirs. */
const sideKey = ({ field, theirs }: Pick<ToldChange, 'field' | 'theirs'>) =>
  `${field} ${JSON.stringify(theirs)}`
