import { encodeOrderId } from '#contract/rules/order-id.ts'
import { documentsPath } from '#contract/rules/visitor-addresses.ts'
import type pg from 'pg'
import type { OrderSamples } from './order-samples.ts'
import { rareName } from './order-rows.ts'
import type { BenchRequest } from './measure.ts'

export interface BenchCase {
  name: string
  kind: 'read' | 'write'
  caller?: 'site' | 'visitor'
  /** Least ratio of the medians. */
  aim: number
  /** Draws the requests of one target; each write uses orders that no other request has. */
  requests(samples: OrderSamples, target: 'product' | 'reference'): () => BenchRequest
  restore?: (client: pg.Client) => Promise<unknown>
  /** With fewer orders a round would use up the waiting ones. */
  minOrders?: number
  /** Fields of an answer that differ by nature. */
  ignore?: readonly string[]
}

const list = (name: string, path: string): BenchCase => ({
  name,
  kind: 'read',
  aim: 1.5,
  requests: () => () => ({ method: 'GET', path: `/api/admin/get-orders-list/${path}` }),
})

/** The reference does not say how an order was found. */
const foundFields = ['found_by', 'found_traveller']

const search = (
  name: string,
  searchVal: string | ((samples: OrderSamples) => string),
  exactCount = false,
): BenchCase => ({
  name: `search, ${name}`,
  kind: 'read',
  ignore: foundFields,
  aim: 1.5,
  requests: (samples) => () => ({
    method: 'POST',
    path: '/api/admin/search-order',
    body: JSON.stringify({
      searchVal: typeof searchVal === 'string' ? searchVal : searchVal(samples),
      folderName: 'allOrder',
      start: 0,
      end: 50,
      ...(exactCount && { exactCount }),
    }),
  }),
})

const find = (name: string, text: string | ((samples: OrderSamples) => string)): BenchCase => ({
  name: `palette, ${name}`,
  kind: 'read',
  ignore: foundFields,
  aim: 1.5,
  requests: (samples) => () => ({
    method: 'POST',
    path: '/api/admin/find-orders',
    body: JSON.stringify({ text: typeof text === 'string' ? text : text(samples) }),
  }),
})

const assignments = (samples: OrderSamples, target: 'product' | 'reference', claim: boolean) => {
  const orderIds = samples.free[target]
  let index = 0
  return (): BenchRequest => {
    const orderId = orderIds[index % orderIds.length]
    index += 1
    const round = Math.floor((index - 1) / orderIds.length)
    const claims = (round % 2 === 0) === claim
    return {
      method: 'PUT',
      path: '/api/admin/assign-order-status',
      body: JSON.stringify({ orderId: [orderId], assignto: claims ? samples.memberName : null }),
    }
  }
}

/** Failures of one address are limited together, so requests of one address wait for each other. */
const visitorAddress = (index: number) => `10.${index % 200}.${Math.floor(index / 200) % 200}.1`

const moveTargets = ['Contact Customer', 'Customer Called', 'AwaitingGovt', 'Awaiting'] as const

export const cases: readonly BenchCase[] = [
  list('New, 50 rows and total', 'newOrder?page=1&limit=50'),
  list('Pending, 50 rows and total', 'pendingOrder?page=1&limit=50'),
  list('Completed, page 1', 'completedOrder?page=1&limit=50'),
  {
    ...list('Completed, next page by key', ''),
    requests: (samples) => () => ({
      method: 'GET',
      path: `/api/admin/get-orders-list/completedOrder?page=2&limit=50&after=${samples.completedKey}`,
    }),
  },
  {
    ...list('Completed, far page', ''),
    requests: (samples) => () => ({
      method: 'GET',
      path: `/api/admin/get-orders-list/completedOrder?page=${samples.farPage}&limit=50`,
    }),
  },
  list('Order History, page 1', 'allOrder?page=1&limit=50'),
  list('Deleted, page 1', 'deletedOrder?page=1&limit=50'),
  {
    name: 'folder counts',
    kind: 'read',
    aim: 1.5,
    requests: () => () => ({ method: 'GET', path: '/api/admin/get-folder-count' }),
  },
  {
    name: 'order view',
    kind: 'read',
    aim: 1.5,
    requests: ({ finished }) => {
      let index = 0
      return () => ({
        method: 'GET',
        path: `/api/admin/get-orders-details/${finished[index++ % finished.length]}`,
      })
    },
  },
  search('rare name', rareName),
  search('full e-mail', ({ email }) => email),
  search('common word', 'example'),
  search('common word, exact total', 'nguyen', true),
  search('Chinese', '王秀英'),
  find('full e-mail', ({ email }) => email),
  find('rare name turned', rareName.split(' ').toReversed().join(' ')),
  find('common name, one letter wrong', 'ngyuen'),
  find('rare name turned, one letter wrong', 'quillomby zephyrine'),
  {
    name: 'assign one order',
    kind: 'write',
    aim: 2,
    requests: (samples, target) => assignments(samples, target, true),
    ignore: ['updated', 'undo'],
  },
  {
    name: 'Start next',
    kind: 'write',
    aim: 2,
    minOrders: 100_000,
    requests: () => () => ({ method: 'POST', path: '/api/admin/start-next', body: '{}' }),
    restore: async (client) => {
      await client.query(`
        update orders set assignee_id = null, assigned_at = null
        where process_status = 'New' and assignee_id is not null and processing_mode = 'priority'`)
      // In production these index entries become dead over hours.
      await client.query('vacuum orders')
    },
    ignore: ['order_id', 'undo', 'message'],
  },
  {
    name: 'move one order',
    kind: 'write',
    aim: 2,
    requests: (samples, target) => {
      const orderIds = samples.movable[target]
      let index = 0
      return () => {
        const orderId = orderIds[index % orderIds.length]
        const updatingStatus = moveTargets[Math.floor(index / orderIds.length) % moveTargets.length]
        index += 1
        return {
          method: 'PUT',
          path: '/api/admin/move-order-status',
          body: JSON.stringify({ orderId: [orderId], updatingStatus }),
        }
      }
    },
    ignore: ['updated', 'undo'],
  },
  {
    name: 'visitor: track',
    kind: 'write',
    caller: 'visitor',
    aim: 2,
    requests: ({ tracked }) => {
      let index = 0
      return () => {
        const { orderId, email } = tracked[index++ % tracked.length] ?? { orderId: 0, email: '' }
        return {
          method: 'POST',
          path: '/api/front/track-order',
          address: visitorAddress(index),
          body: JSON.stringify({ orderId: encodeOrderId(orderId), email }),
        }
      }
    },
  },
  {
    name: 'visitor: download of 100 kB',
    kind: 'write',
    caller: 'visitor',
    aim: 2,
    requests: ({ downloads }) => {
      let index = 0
      return () => {
        const { orderId, file1, cookie } = downloads[index++ % downloads.length] ?? {
          orderId: 0,
          file1: '',
          cookie: '',
        }
        return { method: 'GET', path: `/${documentsPath}/${orderId}_${file1}`, cookie }
      }
    },
  },
  {
    name: 'intake',
    kind: 'write',
    caller: 'site',
    aim: 2,
    requests:
      ({ intakeBody }) =>
      () => ({ method: 'POST', path: '/api/intake/orders', body: intakeBody }),
    ignore: ['order_id', 'track_url', 'message'],
  },
  {
    name: 'upload a picture of 100 kB',
    kind: 'write',
    aim: 2.5,
    requests: (samples, target) => {
      const orderIds = samples.uploadable[target]
      let index = 0
      return () => ({
        method: 'POST',
        path: '/api/admin/upload-visa-document',
        ...samples.uploadForm(orderIds[index++ % orderIds.length] ?? 0),
      })
    },
    ignore: ['file1', 'undo', 'message', 'warnings', 'secondsToMail'],
  },
]
