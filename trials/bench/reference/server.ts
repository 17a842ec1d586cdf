// The reference that `npm run trial -- bench` measures Pabean against: a bare `node:http` server over `pg` that answers the same
// calls from the same database with hand-written SQL. It may only get faster.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { runFromBuild } from '#server/platform/entries.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { parseDataKeys } from '#server/platform/seal.ts'
import { openServerKeys } from '#server/platform/server-keys.ts'
import { folderStore } from '#server/platform/files/file-store.ts'
import { sealFiles } from '#server/platform/files/sealed-files.ts'
import type { Reference, ReferenceCall } from './reference.ts'
import { listOrders, searchOrders, countFolders } from './lists.ts'
import { viewOrder } from './order-view.ts'
import { assignOrder, moveOrder, startNext } from './changes.ts'
import { findOrders } from './find.ts'
import { createOrder } from './intake.ts'
import { uploadDocument } from './upload.ts'
import { downloadFile, trackOrder } from './visitor.ts'

runFromBuild(new URL('../../../dist/server/', import.meta.url))
const { DATABASE_URL = '', DATA_KEYS = '', DATA_DIR = '', PORT = '0' } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 12 })
const { db } = openDatabase({ connectionString: DATABASE_URL, max: 1 }, () => {})
const { seal, auditKey } = await openServerKeys(db, parseDataKeys(DATA_KEYS))
await db.destroy()
const reference: Reference = {
  pool,
  seal,
  auditKey,
  files: sealFiles(folderStore(join(DATA_DIR, 'documents')), seal),
}

const routes: readonly {
  method: string
  path: string
  answer(at: Reference, call: ReferenceCall, response: ServerResponse): Promise<string | Buffer>
}[] = [
  { method: 'GET', path: '/api/admin/get-orders-list/', answer: listOrders },
  { method: 'GET', path: '/api/admin/get-folder-count', answer: countFolders },
  { method: 'GET', path: '/api/admin/get-orders-details/', answer: viewOrder },
  { method: 'POST', path: '/api/admin/search-order', answer: searchOrders },
  { method: 'POST', path: '/api/admin/find-orders', answer: findOrders },
  { method: 'PUT', path: '/api/admin/assign-order-status', answer: assignOrder },
  { method: 'PUT', path: '/api/admin/move-order-status', answer: moveOrder },
  { method: 'POST', path: '/api/admin/start-next', answer: startNext },
  { method: 'POST', path: '/api/intake/orders', answer: createOrder },
  { method: 'POST', path: '/api/admin/upload-visa-document', answer: uploadDocument },
  { method: 'POST', path: '/api/front/track-order', answer: trackOrder },
  { method: 'GET', path: '/uploads/docs/', answer: downloadFile },
]

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://reference')
  const route = routes.find(({ method, path }) => method === request.method && url.pathname.startsWith(path))
  try {
    if (!route) throw new Error(`${request.method} ${url.pathname} is not among the calls of the reference`)
    response.setHeader('content-type', 'application/json; charset=utf-8')
    const call = {
      token: request.headers.authorization?.slice('Bearer '.length) ?? '',
      rest: url.pathname.slice(route.path.length),
      query: url.searchParams,
      body: request.method === 'GET' ? Buffer.alloc(0) : await readBody(request),
      contentType: request.headers['content-type'] ?? '',
      cookie: request.headers.cookie ?? '',
    }
    response.end(await route.answer(reference, call, response))
  } catch (error) {
    response.statusCode = 500
    response.end(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
})
server.listen(Number(PORT), '127.0.0.1', () => console.log('ready'))
