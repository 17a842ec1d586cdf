import { gatewayTraffic } from '#contract/gateways.ts'
import { estTimestamp } from '#contract/rules/dates.ts'
import { unknownGateway } from '#contract/rules/list-filters.ts'
import type { CallResponse } from '#web/lib/client.ts'
import { failureProps } from '#web/lib/failure-props.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { Card } from '#web/ui/Card.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { ListTable } from '#web/ui/ListTable.tsx'
import { Tag } from '#web/ui/Tag.tsx'

/** ms */
const refetchInterval = 30_000

export const useGatewayTraffic = () =>
  useRead(gatewayTraffic, {}, { showsFailureInline: true, refetchInterval })

type Traffic = CallResponse<typeof gatewayTraffic>['data']

/** Orders by gateway, and which sites follow the active one (product §14). */
export function GatewayTraffic({ data, error, refetch }: ReturnType<typeof useGatewayTraffic>) {
  const traffic = data?.data
  const failure = !data && error ? failureProps(error, refetch) : undefined
  return (
    <>
      <Card title="Orders by gateway" count={traffic && shareText(traffic)}>
        <ListTable
          label="Orders by gateway"
          columns={[
            { header: 'Gateway', render: ({ name }) => <GatewayName name={name} /> },
            {
              header: 'Last order',
              render: ({ last_order_at: at }) => (at ? estTimestamp(at) : '-'),
              noWrap: true,
            },
            { header: 'Last hour', render: ({ hour }) => formatCount(hour) },
            { header: 'Last day', render: ({ day }) => formatCount(day) },
          ]}
          rows={traffic?.gateways}
          rowKey={({ name }) => name}
          subject={failure && { subject: 'The orders by gateway', ...failure }}
        />
      </Card>
      {!failure && (
        <Card title="Sites" count={traffic && followText(traffic)}>
          <ListTable
            label="Sites"
            columns={[
              { header: 'Site', render: ({ site }) => <ExternalText>{site}</ExternalText> },
              { header: 'Gateway', render: (site) => <SiteGateway site={site} /> },
              {
                header: 'Last order',
                render: ({ last_order_at: at }) => estTimestamp(at),
                noWrap: true,
              },
            ]}
            rows={traffic?.sites.toSorted((a, b) => Number(a.follows) - Number(b.follows))}
            rowKey={({ site }) => site}
          />
        </Card>
      )}
    </>
  )
}

/** Rounded up, so that a single order is told. */
const shareText = ({ fallback_share: share }: Traffic) =>
  share === null
    ? 'no order named its gateway in the last day'
    : `${Math.ceil(share * 1000) / 10} % by another gateway in the last day`

const followText = ({ sites }: Traffic) =>
  `${formatCount(sites.filter(({ follows }) => follows).length)} of ${formatCount(sites.length)} follow, by their newest order`

const GatewayName = ({ name }: { name: string }) =>
  name === unknownGateway ? (
    <span className="faint">not told by the site</span>
  ) : (
    <ExternalText>{name}</ExternalText>
  )

const SiteGateway = ({ site: { gateway, follows } }: { site: Traffic['sites'][number] }) => (
  <span className="inline-row wrap gap-8">
    <GatewayName name={gateway} />
    {!follows && gateway !== unknownGateway && <Tag tone="attention">not the active one</Tag>}
  </span>
)
