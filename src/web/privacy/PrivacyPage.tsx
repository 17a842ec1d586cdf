import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { listRequests } from '#contract/privacy-list.ts'
import { answerHours } from '#contract/rules/privacy.ts'
import { privacyRequestPath } from '#contract/rules/staff-addresses.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { usePageTitle } from '#web/sites/use-page-title.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { ListAndDetail } from '#web/ui/ListAndDetail.tsx'
import { NewRequestDialog } from './NewRequestDialog.tsx'
import { RequestList } from './RequestList.tsx'
import { RequestView } from './RequestView.tsx'

/** `/admin/privacy`, for Admins: what customers asked of their data (UU 27/2022); with an id in the path that request. */
export function PrivacyPage() {
  usePageTitle('Privacy desk')
  const { requestId } = useParams()
  const [, navigate] = useLocation()
  const [isNewOpen, setNewOpen] = useState(false)
  const { data, error, isFetching, refetch } = useRead(listRequests, {}, { showsFailureInline: true })
  // Beside the list the first request is open; where there is room for one of them alone, only a chosen one is.
  const isNarrow = useMediaQuery('(max-width: 990px)', undefined, { getInitialValueInEffect: false })
  const currentId = requestId ?? (isNarrow ? undefined : data?.data[0]?.id)

  return (
    <>
      <PageHeading
        count={`${data ? `${data.open} open · ` : ''}answer within ${answerHours} hours (UU 27/2022)`}
        onRefresh={() => void refetch()}
        isRefreshing={isFetching}
        end={
          <>
            <Button leftSection={<Icon name="plus" />} onClick={() => setNewOpen(true)}>
              New request
            </Button>
            <Button component={Link} href={staffScreens.retention.path} variant="subtle">
              Retention
            </Button>
          </>
        }
      >
        Privacy desk
      </PageHeading>
      {error ? (
        <EmptyState
          kind="failure"
          subject="The requests"
          message={error.message}
          requestId={error.requestId}
          onRetry={() => void refetch()}
        />
      ) : (
        <ListAndDetail
          list={<RequestList requests={data?.data} currentId={currentId} />}
          isChosen={requestId !== undefined}
          back={{ href: staffScreens.privacy.path, label: 'All requests' }}
        >
          {currentId && <RequestView key={currentId} id={currentId} />}
        </ListAndDetail>
      )}
      <NewRequestDialog
        opened={isNewOpen}
        onClose={() => setNewOpen(false)}
        onCreated={(id) => {
          setNewOpen(false)
          navigate(privacyRequestPath(id))
        }}
      />
    </>
  )
}
