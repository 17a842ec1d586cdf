import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ExternalText } from './ExternalText.tsx'
import { Icon } from './Icon.tsx'
import css from './notices.module.css'

type EmptyStateProps =
  /** A table without rows (spec §2); `hint` says when rows appear. */
  | { kind: 'table'; hint?: ReactNode }
  | { kind: 'search'; query: string; place?: string; more?: ReactNode; onClear: () => void }
  | { kind: 'filtered'; onClear: () => void }
  /** Any other empty list. */
  | { kind: 'list' }
  /** `subject` as in 'The mails'; `requestId` finds the failure in the log. */
  | {
      kind: 'failure'
      subject: string
      message?: string
      requestId?: string | undefined
      onRetry: () => void
    }

export function EmptyState(props: EmptyStateProps) {
  switch (props.kind) {
    case 'list':
      return <p className="faint small">No record found</p>
    case 'table':
      return (
        <div className={css.empty}>
          <p className={`danger medium ${css.none}`}>No data available in table</p>
          {props.hint && <p>{props.hint}</p>}
        </div>
      )
    case 'search':
      return (
        <div className={css.empty}>
          <p className="strong">No records found</p>
          <p className={`break-words ${css.query}`}>
            for “<ExternalText>{props.query}</ExternalText>”{props.place && ` in ${props.place}`}
          </p>
          {props.more}
          <Button className={css.action} onClick={props.onClear}>
            Clear search
          </Button>
        </div>
      )
    case 'filtered':
      return (
        <div className={css.empty}>
          <p className="strong">No records found</p>
          <p className={`break-words ${css.query}`}>with these filters</p>
          <Button className={css.action} onClick={props.onClear}>
            Clear filters
          </Button>
        </div>
      )
    case 'failure':
      return (
        <div className={css.empty} role="alert">
          <Icon name="alert" />
          <p className="strong">{props.subject} could not be loaded</p>
          <p>
            {props.message ?? 'The server did not answer.'}
            {props.requestId && !props.message?.includes(props.requestId) && ` Request ${props.requestId}.`}
          </p>
          <Button className={css.action} leftSection={<Icon name="refresh" />} onClick={props.onRetry}>
            Try again
          </Button>
        </div>
      )
  }
}
