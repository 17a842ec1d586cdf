import type { Http } from '#server/platform/http/http.ts'
import { exportRoutes } from './export.routes.ts'
import { listRoutes } from './list.routes.ts'
import { moveRoutes } from './move.routes.ts'
import { transactionRoutes } from './transaction.routes.ts'

export function orderRoutes(http: Http) {
  exportRoutes(http)
  listRoutes(http)
  moveRoutes(http)
  transactionRoutes(http)
}
