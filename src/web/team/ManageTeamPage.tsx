import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useParams } from 'wouter'
import { listTeam, teamMemberInfo } from '#contract/team.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { refresh, useRead } from '#web/lib/endpoint-hooks.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { usePageTitle } from '#web/sites/use-page-title.ts'
import { Card } from '#web/ui/Card.tsx'
import { PageColumns } from '#web/ui/PageColumns.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { AddMemberForm } from './AddMemberForm.tsx'
import { EditMemberForm } from './EditMemberForm.tsx'
import { FactorRolesCard } from './FactorRolesCard.tsx'
import { TeamTable } from './TeamTable.tsx'

/** `/admin/manage-team` adds a member; with a member id in the path the form edits that member (spec §2). */
export function ManageTeamPage() {
  usePageTitle('Manage Team')
  const { teamMemberId } = useParams()
  const [, navigate] = useLocation()
  const me = useCurrentMember()
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useRead(listTeam, {}, { showsFailureInline: true })
  const showAddForm = () => navigate(staffScreens.manageTeam.path)

  return (
    <>
      <PageHeading
        onRefresh={() => void refresh(client, [listTeam, teamMemberInfo])}
        isRefreshing={isFetching}
      >
        Manage Team
      </PageHeading>
      <PageColumns
        start={
          <>
            {teamMemberId === undefined ? (
              <Card title="Add Team Member">
                <AddMemberForm />
              </Card>
            ) : (
              <Card title="Edit Team Member">
                <EditMemberForm key={teamMemberId} id={teamMemberId} onClose={showAddForm} />
              </Card>
            )}
            {me.can('manageSecondFactors') && <FactorRolesCard />}
          </>
        }
      >
        <Card title="Team Member List" count={data?.data.length}>
          <TeamTable
            members={data?.data}
            failure={error}
            onRetry={() => void refetch()}
            onDeleted={(id) => {
              if (String(id) === teamMemberId) showAddForm()
            }}
          />
        </Card>
      </PageColumns>
    </>
  )
}
