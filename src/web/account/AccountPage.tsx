import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { readFactors } from '#contract/second-factor.ts'
import { listSessions, userInfo, revokeSession, type Session } from '#contract/session.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { refresh, useRead, useCall } from '#web/lib/endpoint-hooks.ts'
import { endpointKey } from '#web/lib/query-client.ts'
import { SecondFactorCard } from '#web/second-factor/SecondFactorCard.tsx'
import { useCurrentMember } from '#web/session/auth.ts'
import { Card } from '#web/ui/Card.tsx'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import { PageColumns } from '#web/ui/PageColumns.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { signInPath } from '#contract/rules/staff-addresses.ts'
import { removeUser } from '#web/lib/stored-user.ts'
import { showToast } from '#web/ui/toast.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './account.module.css'
import { KeysCard } from './KeysCard.tsx'
import { SessionTable } from './SessionTable.tsx'

/** My account (product §4): the member's own data and sessions. */
export function AccountPage() {
  const me = useCurrentMember()
  const client = useQueryClient()
  const { data } = useRead(userInfo, {})
  const isFetching = useIsFetching({ queryKey: endpointKey(listSessions) }) > 0
  const wide = true

  return (
    <>
      <PageHeading
        onRefresh={() => void refresh(client, [listSessions, readFactors, userInfo])}
        isRefreshing={isFetching}
      >
        My account
      </PageHeading>
      <PageColumns
        start={
          <Card title="You">
            <DescriptionList
              items={[
                { label: 'Name', value: <ExternalText>{data?.data.name ?? me.name}</ExternalText>, wide },
                { label: 'Email', value: data && <ExternalText>{data.data.email}</ExternalText>, wide },
                { label: 'Role', value: me.type, wide },
              ]}
            />
            <p className={`muted small ${css.hint}`}>
              {me.can('changePassword') ? (
                <Link href={staffScreens.changePassword.path}>Change Password</Link>
              ) : (
                'To change your password, log out and use Forgot password.'
              )}
            </p>
          </Card>
        }
      >
        <SecondFactorCard />
        <OwnSessions />
        <KeysCard />
      </PageColumns>
    </>
  )
}

/** Ending the current session signs out. */
function OwnSessions() {
  const [, navigate] = useLocation()
  const sessions = useRead(listSessions, {}, { showsFailureInline: true })
  const { call, busy } = useCall(revokeSession, { refreshes: [listSessions] })

  const handleEnd = async ({ id, is_current }: Session) => {
    const answer = await call({ params: { id } })
    if (!answer) return
    showToast({ tone: 'good', title: answer.message })
    if (!is_current) return
    navigate(signInPath, { replace: true })
    removeUser()
  }

  return (
    <Card title="Sessions" count={sessions.data?.data.length}>
      <SessionTable
        sessions={sessions.data?.data}
        failure={sessions.error}
        onRetry={() => void sessions.refetch()}
        busy={busy}
        onEnd={(session) => void handleEnd(session)}
      />
    </Card>
  )
}
