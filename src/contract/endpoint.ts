import type * as z from 'zod/mini'
import type { Permission } from './rules/roles.ts'

/** Who may call: the holders of a permission, or a door that no staff session opens. */
export type Door = 'anyone' | 'visitor' | 'intakeKey'
export type Allow = Permission | Door

/** `json` answers `{status, message, …reply}`; the others answer bytes and use `reply` for nothing. */
type ReplyKind = 'json' | 'pdf' | 'csv' | 'file'

type Schema = z.core.$ZodType

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`, parameters as `:name`. */
  path: `/${string}`
  summary: string
  allow: Allow
  params?: Schema
  query?: Schema
  body?: Schema
  /** `body` are the fields of a multipart form; the one file comes under this name. */
  file?: string
  reply?: Schema
  kind?: ReplyKind
  /** GET only: the session cookie is enough, for links, pictures and downloads. */
  cookie?: true
}

/** States one call once: router, typed client, form errors and OpenAPI are made from it. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Out<S> = S extends Schema ? z.core.output<S> : undefined
type In<S> = S extends Schema ? z.core.input<S> : undefined

export type Params<E extends Endpoint> = Out<E['params']>
export type Query<E extends Endpoint> = Out<E['query']>
export type Body<E extends Endpoint> = Out<E['body']>
export type Reply<E extends Endpoint> = E['reply'] extends Schema ? z.core.output<E['reply']> : object
/** What a handler hands over: the reply before its schema has dressed it. */
export type Given<E extends Endpoint> = E['reply'] extends Schema ? z.core.input<E['reply']> : object

type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }
/** What a caller sends: only the parts that the endpoint has; a query may be left out. */
export type Input<E extends Endpoint> = Present<{
  params: In<E['params']>
  body: In<E['body']>
  file: E['file'] extends string ? Blob : undefined
}> & { query?: In<E['query']> }

/** Every answer's frame (product §5): 1 done, 0 refused, 401 no session. */
export interface Frame {
  status: 0 | 1 | 401
  message: string
}

/** What stands beside `status` and `message` when a call is refused. */
export interface Refusal extends Frame {
  code?: string
  errors?: Record<string, string>
  requestId?: string
}
