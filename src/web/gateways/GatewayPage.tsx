import { NativeSelect } from '@mantine/core'
import { gatewayTraffic, listGateways, setGateway, type Gateway } from '#contract/gateways.ts'
import { estTimestamp } from '#contract/rules/dates.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageColumns } from '#web/ui/PageColumns.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { useContractForm } from '#web/lib/contract-form.ts'
import { failureProps } from '#web/lib/failure-props.ts'
import { StackedForm } from '#web/ui/StackedForm.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { FallbacksCard } from './FallbacksCard.tsx'
import { GatewayTraffic, useGatewayTraffic } from './GatewayTraffic.tsx'
import { showToast } from '#web/ui/toast.tsx'

/** Change Gateway (spec §2): which payment gateway the landing sites use. */
export function GatewayPage() {
  const { data, error, isFetching, refetch } = useRead(listGateways, {}, { showsFailureInline: true })
  const traffic = useGatewayTraffic()
  const handleRefresh = () => {
    void refetch()
    void traffic.refetch()
  }
  return (
    <>
      <PageHeading onRefresh={handleRefresh} isRefreshing={isFetching || traffic.isFetching}>
        Change Gateway
      </PageHeading>
      <PageColumns
        start={
          <>
            <Card title="Payment Gateway">
              {!data && error ? (
                <EmptyState kind="failure" subject="The gateways" {...failureProps(error, refetch)} />
              ) : (
                <GatewayForm gateways={data?.data} />
              )}
            </Card>
            {data && <FallbacksCard gateways={data.data} />}
          </>
        }
      >
        <GatewayTraffic {...traffic} />
      </PageColumns>
    </>
  )
}

/** The list is empty while loading. */
function GatewayForm({ gateways }: { gateways: readonly Gateway[] | undefined }) {
  const { field, reset, onSubmit, busy } = useContractForm(setGateway, {
    initialValues: { gatewayId: '' },
    refreshes: [listGateways, gatewayTraffic],
    onDone: ({ message }) => {
      reset()
      showToast({ tone: 'good', title: message })
    },
  })
  const active = gateways?.find(({ is_active }) => is_active === '1')
  return (
    <StackedForm label="Change Gateway" onSubmit={onSubmit} submitLabel="Active Gateway" busy={busy}>
      <p>
        Active now: {active ? <b>{active.gateway_name}</b> : <Skeleton width={80} />}
        {active?.since && <span className="muted small"> since {estTimestamp(active.since)}</span>}
      </p>
      <NativeSelect
        label="Gateway"
        data={[
          { value: '', label: 'Select gateway' },
          ...(gateways ?? []).map(({ id, gateway_name }) => ({ value: String(id), label: gateway_name })),
        ]}
        {...field('gatewayId')}
      />
    </StackedForm>
  )
}
