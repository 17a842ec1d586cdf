import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listRequests } from '#contract/privacy-list.ts'
import {
  accessFileJson,
  accessFilePdf,
  getRequest,
  planErasure,
  type PrivacyRequest,
} from '#contract/privacy.ts'
import { estTimestamp } from '#contract/rules/dates.ts'
import { answerHours } from '#contract/rules/privacy.ts'
import { refresh, useRead } from '#web/lib/endpoint-hooks.ts'
import { failureProps } from '#web/lib/failure-props.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import plain from '#web/ui/lists.module.css'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { ErasureCard } from './ErasureCard.tsx'
import { ClockBar, ClockText } from './RequestClock.tsx'
import { customerName } from './request-labels.ts'
import { RequestSteps } from './RequestSteps.tsx'
import css from './privacy.module.css'

/** ms, while orders are being erased */
const pollMs = 2000

export function RequestView({ id }: { id: string }) {
  const { data, error, refetch } = useRead(getRequest, { params: { id } }, { showsFailureInline: true })
  const client = useQueryClient()
  const isErasing = (data?.data.erasing ?? 0) > 0
  useEffect(() => {
    if (!isErasing) return
    const timer = setInterval(() => void refetch(), pollMs)
    return () => {
      clearInterval(timer)
      void refresh(client, [planErasure, listRequests])
    }
  }, [isErasing, refetch, client])

  if (error) return <EmptyState kind="failure" subject="The request" {...failureProps(error, refetch)} />
  if (!data) return <RequestSkeleton />
  const request = data.data
  return (
    <section aria-label={`Request of ${customerName(request)}`}>
      <RequestHead request={request} />
      <div className={css.pair}>
        <RequestSteps request={request} />
        <HeldCard request={request} />
      </div>
      {request.kinds.includes('erasure') && <ErasureCard request={request} />}
    </section>
  )
}

/** As high as a request with its first cards, so that nothing moves after loading. */
const RequestSkeleton = () => (
  <div aria-busy="true">
    <div className={css.head}>
      <div className={css.loading}>
        <Skeleton width="40%" height={20} />
        <Skeleton width="70%" />
      </div>
    </div>
    <div className={css.pair}>
      <Card title="Steps">
        <LoadingLines />
      </Card>
      <Card title="What is held">
        <LoadingLines />
      </Card>
    </div>
  </div>
)

const LoadingLines = () => (
  <div className={css.loading}>
    {[80, 60, 72, 48, 66].map((percent) => (
      <Skeleton key={percent} width={`${percent}%`} />
    ))}
  </div>
)

function RequestHead({ request }: { request: PrivacyRequest }) {
  const { email, text, asked_at: askedAt, due_at: dueAt, closed_at: closedAt, closed_by: closedBy } = request
  return (
    <div className={css.head}>
      <div className="shrinkable">
        <h2 className={`break-words strong ${css.name}`}>
          <ExternalText>{customerName(request)}</ExternalText>
        </h2>
        <p className="break-words muted small">
          {email && <ExternalText>{email}</ExternalText>}
          {email && ' · '}asked {estTimestamp(askedAt)}
          {text && (
            <>
              : “<ExternalText>{text}</ExternalText>”
            </>
          )}
        </p>
      </div>
      <div className={`push-end muted small tight ${css.clock}`}>
        <b>
          <ClockText request={request} />
        </b>
        <ClockBar request={request} />
        <span>
          {closedAt
            ? `${estTimestamp(closedAt)}, by ${closedBy}`
            : `of ${answerHours} h, until ${estTimestamp(dueAt)}`}
        </span>
      </div>
    </div>
  )
}

const fileUrl = ({ path }: { path: string }, id: string) => `/api${path.replace(':id', id)}`

function HeldCard({ request: { id, held } }: { request: PrivacyRequest }) {
  const files = held.length > 0 && (
    <span className="flex gap-6">
      <Button component="a" size="xs" href={fileUrl(accessFilePdf, id)} download>
        PDF
      </Button>
      <Button component="a" size="xs" href={fileUrl(accessFileJson, id)} download>
        JSON
      </Button>
    </span>
  )
  return (
    <Card title="What is held" count="and who saw it" end={files}>
      {held.length === 0 ? (
        <p className="muted small">Nothing is held of this customer.</p>
      ) : (
        <table className={`${plain.plainTable} ${css.held}`} aria-label="What is held">
          <tbody>
            {held.map(({ what, count, note }) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td className={css.number}>{count}</td>
                <td>{note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
