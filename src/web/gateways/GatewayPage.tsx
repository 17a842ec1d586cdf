import { listGateways } from '#contract/gateways.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageColumns } from '#web/ui/PageColumns.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { GatewayForm } from './GatewayForm.tsx'

/** Change Gateway (spec §2): which payment gateway the landing sites use. */
export function GatewayPage() {
  const { data, error, isFetching, refetch } = useRead(listGateways, {}, { showsFailureInline: true })
  return (
    <>
      <PageHeading onRefresh={() => void refetch()} isRefreshing={isFetching}>
        Change Gateway
      </PageHeading>
      <PageColumns
        start={
          <Card title="Payment Gateway">
            {!data && error ? (
              <EmptyState
                kind="failure"
                subject="The gateways"
                message={error.message}
                requestId={error.requestId}
                onRetry={() => void refetch()}
              />
            ) : (
              <GatewayForm gateways={data?.data} />
            )}
          </Card>
        }
      />
    </>
  )
}
