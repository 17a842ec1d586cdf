import type * as z from 'zod/mini'
import type { Permission } from './rules/roles.ts'

/** Who may call without a staff session: anyone, a visitor with an opened order, or the holder of an intake key. */
export type NonStaffAccess = 'anyone' | 'visitor' | 'intakeKey'
export type AccessRule = Permission | NonStaffAccess

/** `json` replies are `{status, message, …reply}`; the other kinds reply with bytes, or events, and have no `reply` schema. */
type ReplyKind = 'json' | 'pdf' | 'table' | 'file' | 'events'

type Schema = z.core.$ZodType

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path under `/api`, with parameters as `:name`. */
  path: `/${string}`
  summary: string
  allow: AccessRule
  params?: Schema
  query?: Schema
  body?: Schema
  /** Name of the file field; set, the call is a multipart form with one file and `body` describes its other fields. */
  file?: string
  /** With `file`: so many of them may come under that name, in one form. */
  maxFiles?: number
  reply?: Schema
  kind?: ReplyKind
  /** The most that is read of the body; `defaultBodyBytes` unless said. Of a form it is what its file and fields may have. */
  maxBodyBytes?: number
  /** The sign-in or its confirmation is of the last `freshSignInMinutes`; else 403 with the code `reauthRequired`. */
  needsFreshSignIn?: true
  /** Also for a member who has to set up a second factor before anything else. */
  openBeforeEnrolment?: true
  /** Answers a page of people's data: the audit says how much of such a member has read (product §5). */
  listsPeople?: true
  /** GET only: the session cookie authenticates, so that links, images and downloads work. */
  cookie?: true
  /**
   * Where there is a replica of the database: answered by it always, or only while the primary is away. What has neither is
   * refused with 503 then.
   */
  readsReplica?: 'always' | 'whileAway'
}

/** Marks a request that nobody's hand caused, such as polling: it does not keep a session from ending idle. */
export const backgroundHeader = 'x-background'

export const defaultBodyBytes = 64 * 1024
/** For calls that carry a whole order, or a value for each of a thousand. */
export const largeBodyBytes = 512 * 1024

/** Declares a call; the router, the typed client, the form errors and the OpenAPI document are derived from it. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** What a schema makes of its input; undefined without one. */
export type SchemaOutput<S> = S extends Schema ? z.core.output<S> : undefined
type SchemaInput<S> = S extends Schema ? z.core.input<S> : undefined

export type Params<E extends Endpoint> = SchemaOutput<E['params']>
export type Query<E extends Endpoint> = SchemaOutput<E['query']>
export type Body<E extends Endpoint> = SchemaOutput<E['body']>
export type Reply<E extends Endpoint> = E['reply'] extends Schema ? z.core.output<E['reply']> : object
/** What a handler returns: the reply before its schema transforms it. */
export type ReplyInput<E extends Endpoint> = E['reply'] extends Schema ? z.core.input<E['reply']> : object

type OmitUndefined<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }
/** What a caller sends: only the parts that the endpoint declares; the query is optional. */
export type Input<E extends Endpoint> = OmitUndefined<{
  params: SchemaInput<E['params']>
  body: SchemaInput<E['body']>
  file: E['file'] extends string ? (E['maxFiles'] extends number ? readonly Blob[] : Blob) : undefined
}> & { query?: SchemaInput<E['query']> }

/** The envelope of every reply (product §5): status 1 is done, 0 refused, 401 no session. */
export interface ReplyEnvelope {
  status: 0 | 1 | 401
  message: string
  /** Of what was read from a replica of the database. */
  asOf?: AsOf
}

/** How old an answer is: the instant until which it has everything, and how long ago that is. */
export interface AsOf {
  at: string
  secondsBehind: number
}

/** The envelope of a refused call, with the error code, the field errors and the request id. */
export interface Refusal extends ReplyEnvelope {
  code?: string
  errors?: Record<string, string>
  requestId?: string
}
