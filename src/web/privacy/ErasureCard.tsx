import { Button } from '@mantine/core'
import { eraseOrders, planErasure, type ErasurePlan, type PrivacyRequest } from '#contract/privacy.ts'
import { displayDate, estTimestamp } from '#contract/rules/dates.ts'
import { useCall, useRead } from '#web/lib/endpoint-hooks.ts'
import { failureProps } from '#web/lib/failure-props.ts'
import { Card } from '#web/ui/Card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SmallTable } from '#web/ui/SmallTable.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { ActionNote } from './ActionNote.tsx'
import { describeErasure } from './request-labels.ts'
import { requestReads } from './request-reads.ts'

type PlanRow = ErasurePlan['rows'][number]

const columns = [
  { label: 'What', of: ({ what }: PlanRow) => what },
  { label: 'Goes', of: ({ goes }: PlanRow) => goes },
  { label: 'Stays', of: ({ stays }: PlanRow) => stays },
  { label: 'Why', of: ({ why }: PlanRow) => why },
]

const laterText = ({ later }: ErasurePlan): string =>
  later
    .map(({ order_id: orderId, due_on: dueOn }) =>
      dueOn
        ? `; ${orderId} comes up again when its dispute ends, due ${displayDate(dueOn)}`
        : `; ${orderId} comes up again when its dispute ends`,
    )
    .join('')

const title = 'Erasure, dry run'

export function ErasureCard({ request: { id, erasing } }: { request: PrivacyRequest }) {
  const { data, error, isFetching, refetch } = useRead(
    planErasure,
    { params: { id } },
    { staleTime: Infinity, showsFailureInline: true },
  )
  const { call, busy } = useCall(eraseOrders, { refreshes: requestReads })
  const confirm = useConfirm()
  if (!data)
    return (
      <Card title={title}>
        {error ? (
          <EmptyState kind="failure" subject="The dry run" {...failureProps(error, refetch)} />
        ) : (
          <Skeleton width="60%" height={180} />
        )}
      </Card>
    )
  const plan = data.data
  const toErase = plan.whole + plan.parts

  const handleErase = async () => {
    const isConfirmed = await confirm({
      title: `${describeErasure(plan)}?`,
      text: 'What goes cannot be brought back.',
      tone: 'red',
    })
    if (!isConfirmed) return
    const answer = await call({ params: { id }, body: { plan: plan.plan } })
    if (answer) showToast({ tone: 'good', title: answer.message })
  }

  return (
    <Card
      title={title}
      count={`${estTimestamp(plan.at)}; ${erasing > 0 ? 'being erased' : 'it erases nothing'}`}
      end={
        <Button size="xs" loading={isFetching} onClick={() => void refetch()}>
          Run again
        </Button>
      }
    >
      <SmallTable label="Dry run" columns={columns} rows={plan.rows} />
      {toErase > 0 && (
        <ActionNote note={`asks for a fresh sign-in; goes on by itself after a stop${laterText(plan)}`}>
          <Button
            variant="danger"
            leftSection={<Icon name="trash" />}
            loading={busy}
            disabled={erasing > 0}
            onClick={() => void handleErase()}
          >
            {describeErasure(plan)} …
          </Button>
        </ActionNote>
      )}
    </Card>
  )
}
