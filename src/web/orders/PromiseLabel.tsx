import type { ReactNode } from 'react'
import { estTimestamp } from '#contract/rules/dates.ts'
import { promiseOf, type PromisedOrder, type PromiseState } from '#contract/rules/promise.ts'
import { useNow } from '#web/lib/use-now.ts'
import css from './orders.module.css'

interface Appearance {
  tone: 'bad' | 'soon' | 'plain' | 'quiet'
  mark?: ReactNode
}

const triangle = <path fill="currentColor" d="M6 1.2 11.4 10.6H.6z" />
const cross = <path fill="none" stroke="currentColor" strokeWidth="1.8" d="m2.4 2.4 7.2 7.2m0-7.2-7.2 7.2" />
const clock = (
  <>
    <circle cx="6" cy="6" r="4.6" fill="none" stroke="currentColor" strokeWidth="1.5" />
    <path fill="none" stroke="currentColor" strokeWidth="1.5" d="M6 3.4V6l1.7 1.2" />
  </>
)

const appearances: Record<PromiseState, Appearance> = {
  late: { tone: 'bad', mark: triangle },
  missed: { tone: 'bad', mark: cross },
  soon: { tone: 'soon', mark: clock },
  due: { tone: 'plain' },
  travels: { tone: 'plain' },
  opens: { tone: 'quiet' },
  kept: { tone: 'quiet' },
  broken: { tone: 'plain' },
}

interface PromiseLabelProps {
  order: PromisedOrder
  otherwise?: ReactNode
  /** Also shows the due time of an open order, in EST. */
  hasInstant?: boolean
}

const fulfilled: ReadonlySet<PromiseState> = new Set(['kept', 'broken'])

export function PromiseLabel({ order, otherwise = null, hasInstant = false }: PromiseLabelProps) {
  const promise = promiseOf(order, useNow())
  if (!promise) return otherwise
  const { tone, mark } = appearances[promise.state]
  return (
    <span
      className={`inline-row nowrap muted ${css.promise}`}
      data-tone={tone}
      title={`Promised until ${estTimestamp(order.due_at)}`}
    >
      {mark && (
        <svg className={`rigid ${css.mark}`} viewBox="0 0 12 12" aria-hidden="true">
          {mark}
        </svg>
      )}
      {promise.text}
      {hasInstant && !fulfilled.has(promise.state) && (
        <small className={`faint ${css.instant}`}>{estTimestamp(order.due_at)}</small>
      )}
    </span>
  )
}
