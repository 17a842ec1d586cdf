import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { readRetention, setRetention, type Retention } from '#contract/privacy.ts'
import { estTimestamp } from '#contract/rules/dates.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { useCall, useRead } from '#web/lib/endpoint-hooks.ts'
import { failureProps } from '#web/lib/failure-props.ts'
import { usePageTitle } from '#web/sites/use-page-title.ts'
import { Card } from '#web/ui/Card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SmallTable } from '#web/ui/SmallTable.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { ActionNote } from './ActionNote.tsx'
import css from './privacy.module.css'

interface Rule {
  what: string
  after: string
  due: string
}

const columns = [
  { label: 'What goes', of: ({ what }: Rule) => what },
  { label: 'When', of: ({ after }: Rule) => after },
  { label: 'Now', of: ({ due }: Rule) => due },
]

const orders = (count: number) => `${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`

const rulesOf = (retention: Retention): Rule[] => [
  {
    what: 'Details of the declaration: passport, birth, address, health, family, goods',
    after: `${formatCount(retention.details_days)} days after travel`,
    due: orders(retention.details),
  },
  {
    what: 'Everything else: payment evidence, documents, downloads, mails, remarks',
    after: `${formatCount(retention.evidence_days)} days after travel`,
    due: orders(retention.everything),
  },
  { what: 'Nothing', after: 'while a chargeback is open', due: `${orders(retention.disputed)} held` },
]

/** `/admin/privacy/retention`, for Admins: nightly erasure by age, off until an Admin turns it on. */
export function RetentionPage() {
  usePageTitle('Retention')
  const { data, error, isFetching, refetch } = useRead(readRetention, {}, { showsFailureInline: true })
  return (
    <>
      <PageHeading onRefresh={() => void refetch()} isRefreshing={isFetching}>
        Retention
      </PageHeading>
      <div className={css.page}>
        <Link href={staffScreens.privacy.path} className={`small ${css.back}`}>
          Privacy desk
        </Link>
        {error && <EmptyState kind="failure" subject="The dry run" {...failureProps(error, refetch)} />}
        {data ? (
          <RetentionCard retention={data.data} />
        ) : (
          !error && (
            <Card title="Dry run">
              <Skeleton width="60%" height={128} />
            </Card>
          )
        )}
      </div>
    </>
  )
}

function RetentionCard({ retention }: { retention: Retention }) {
  const { call, busy } = useCall(setRetention, { refreshes: [readRetention] })
  const confirm = useConfirm()
  const { confirmed, details_days: detailsDays, evidence_days: evidenceDays } = retention
  const isOn = confirmed !== null

  const handleSet = async () => {
    const isConfirmed =
      isOn ||
      (await confirm({
        title: 'Turn retention on?',
        text: `The first night erases details of ${orders(retention.details)} and everything of ${orders(retention.everything)}. It cannot be brought back.`,
        tone: 'red',
      }))
    if (!isConfirmed) return
    const answer = await call({ body: { on: !isOn, detailsDays, evidenceDays } })
    if (answer) showToast({ tone: 'good', title: answer.message })
  }

  return (
    <Card title="Dry run" count={isOn ? 'it is on' : 'it is off; nothing is erased'}>
      <SmallTable label="Retention" columns={columns} rows={rulesOf(retention)} />
      <ActionNote
        note={
          confirmed
            ? `turned on by ${confirmed.by}, ${estTimestamp(confirmed.at)}; changed settings turn it off`
            : 'asks for a fresh sign-in; goes on each night, at 01:40 in Jakarta'
        }
      >
        <Button variant={isOn ? 'default' : 'danger'} loading={busy} onClick={() => void handleSet()}>
          {isOn ? 'Turn off' : 'Turn on …'}
        </Button>
      </ActionNote>
    </Card>
  )
}
