import { Button, NativeSelect } from '@mantine/core'
import { listGateways, setGateway } from '#contract/gateways.ts'
import { useContractForm } from '#web/lib/form.ts'
import { useRead } from '#web/lib/hooks.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FormLines } from '#web/ui/FormLines.tsx'
import { PageColumns } from '#web/ui/PageColumns.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toast.tsx'

/** Change Gateway (spec §2): which payment gateway the landing sites use. */
export function GatewayPage() {
  const { data, error, isFetching, refetch } = useRead(listGateways, {}, { onPage: true })
  const { field, reset, onSubmit, busy } = useContractForm(setGateway, {
    initialValues: { gatewayId: '' },
    refreshes: [listGateways],
    onDone: ({ message }) => {
      reset()
      showToast({ tone: 'good', title: message })
    },
  })
  const active = data?.data.find(({ is_active }) => is_active === '1')
  const choices = data?.data.map(({ id, gateway_name }) => ({ value: String(id), label: gateway_name }))

  return (
    <>
      <PageHeading onRefresh={() => void refetch()} refreshing={isFetching}>
        Change Gateway
      </PageHeading>
      <PageColumns
        start={
          <Card title="Payment Gateway">
            {!data && error ? (
              <EmptyState
                kind="failure"
                what="The gateways"
                message={error.message}
                requestId={error.requestId}
                onRetry={() => void refetch()}
              />
            ) : (
              <FormLines
                label="Change Gateway"
                onSubmit={onSubmit}
                buttons={
                  <Button type="submit" variant="filled" loading={busy}>
                    Active Gateway
                  </Button>
                }
              >
                <p>Active now: {active ? <b>{active.gateway_name}</b> : <Skeleton width={80} />}</p>
                <NativeSelect
                  label="Gateway"
                  data={[{ value: '', label: 'Select gateway' }, ...(choices ?? [])]}
                  {...field('gatewayId')}
                />
              </FormLines>
            )}
          </Card>
        }
      />
    </>
  )
}
