import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { readFactors } from '#contract/second-factor.ts'
import { listSessions, userInfo } from '#contract/session.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { refresh, useRead } from '#web/lib/endpoint-hooks.ts'
import { endpointKey } from '#web/lib/query-client.ts'
import { SecondFactorCard } from '#web/second-factor/SecondFactorCard.tsx'
import { useCurrentMember } from '#web/session/auth.ts'
import { Card } from '#web/ui/Card.tsx'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import { PageColumns } from '#web/ui/PageColumns.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import css from './account.module.css'

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
                { label: 'Name', value: <bdi>{data?.data.name ?? me.name}</bdi>, wide },
                { label: 'Email', value: data && <bdi>{data.data.email}</bdi>, wide },
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
      </PageColumns>
    </>
  )
}
