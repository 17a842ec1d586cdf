import type { Http } from '#server/platform/http/http.ts'

export function orderRoutes(_http: Http) {}
