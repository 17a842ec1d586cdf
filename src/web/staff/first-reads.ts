import { firstReadPaths } from '#contract/rules/first-read-paths.ts'
import { decodeOrderId } from '#contract/rules/order-id.ts'
import { queueNames, type QueueName, queues } from '#contract/rules/queues.ts'
import { can, type Role } from '#contract/rules/roles.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { requestUrl } from '#web/lib/request-url.ts'
import { isPaged, listInput, pageRequest, type Cursor } from '#web/orders/queue/list/list-request.ts'
import { parseListView } from '#web/orders/queue/list/list-view.ts'

interface Address {
  pathname: string
  search: string
  /** The state of its entry in the history. */
  state: unknown
}

interface Member {
  name: string
  type: Role
}

const queueOfPath = (path: string): QueueName | undefined =>
  path === staffScreens.dashboard.path ? 'newOrder' : queueNames.find((queue) => queues[queue].path === path)

const cursorIn = (state: unknown): Cursor | undefined =>
  (state as { cursor?: Cursor } | null | undefined)?.cursor ?? undefined

/** The first page of rows; none where it is not known yet what is asked for, and none of a search, which is recorded. */
function listUrls({ pathname, search, state }: Address, { name, type }: Member): string[] {
  const queue = queueOfPath(pathname)
  if (queue === undefined || !can(type, queues[queue].permission)) return []
  const view = parseListView(search)
  if (!isPaged(view) || view.q !== '' || (queue === 'futureOrder' && view.month === null)) return []
  const request = pageRequest(view, cursorIn(state))
  return [requestUrl({ path: firstReadPaths.listOrders }, listInput({ queue, ...view }, request, name))]
}

const orderPrefix = viewOrderPath(100_000).slice(0, viewOrderPath(100_000).lastIndexOf('/') + 1)

function orderUrls({ pathname }: Address): string[] {
  const orderId = pathname.startsWith(orderPrefix) ? decodeOrderId(pathname.slice(orderPrefix.length)) : null
  return orderId === null ? [] : [requestUrl({ path: firstReadPaths.getOrder }, { params: { orderId } })]
}

/** What the page at this address begins with, as URLs of calls. A page that asks for nothing else is not mentioned. */
export function firstReadUrls(address: Address, member: Member): string[] {
  if (
    address.pathname !== staffScreens.dashboard.path &&
    !address.pathname.startsWith(`${staffScreens.dashboard.path}/`)
  )
    return []
  return [
    ...listUrls(address, member),
    ...orderUrls(address),
    requestUrl({ path: firstReadPaths.userInfo }, {}),
    requestUrl({ path: firstReadPaths.folderCounts }, { query: { userName: member.name } }),
  ]
}
