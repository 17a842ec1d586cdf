import type * as z from 'zod/mini'
import type { Permission } from './rules/roles.ts'

/** Access without a staff session: anyone, a visitor with an opened order, or an intake key. */
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
  /** Name of the file field. If set, the call is a multipart form with one file, and `body` describes its other fields. */
  file?: string
  /** With `file`: the form may have no file. */
  isFileOptional?: true
  /** With `file`: maximum number of files in one form. */
  maxFiles?: number
  reply?: Schema
  kind?: ReplyKind
  /** Maximum size of the body, or of a form's files and fields; `defaultBodyBytes` by default. */
  maxBodyBytes?: number
  /** Requires a sign-in or confirmation within the last `freshSignInMinutes`; else 403 with the code `reauthRequired`. */
  needsFreshSignIn?: true
  /** Also allowed before a required second factor is set up. */
  openBeforeEnrolment?: true
  /** Answers a page of personal data: the audit counts how much of it a member has read (product §5). */
  listsPeople?: true
  /** GET only: its Cache-Control; the reply has an ETag, and an unchanged one is 304. Without it nothing is stored. */
  cache?: string
  /** GET only: authenticated by the session cookie, so that links, images and downloads work. */
  cookie?: true
  /**
   * Where there is a replica of the database: answered by it always, or only while the primary is away. What has neither is
   * refused with 503 then.
   */
  readsReplica?: 'always' | 'whileAway'
}

/** Marks a background request, such as polling: it does not extend the idle timeout. */
export const backgroundHeader = 'x-background'

export const defaultBodyBytes = 64 * 1024
/** For a whole order, or a value for each of a thousand orders. */
export const largeBodyBytes = 512 * 1024

/** Declares a call; the router, the typed client, the form errors and the OpenAPI document are derived from it. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** A schema's output; undefined without a schema. */
export type SchemaOutput<S> = S extends Schema ? z.core.output<S> : undefined
type SchemaInput<S> = S extends Schema ? z.core.input<S> : undefined

export type Params<E extends Endpoint> = SchemaOutput<E['params']>
export type Query<E extends Endpoint> = SchemaOutput<E['query']>
export type Body<E extends Endpoint> = SchemaOutput<E['body']>
export type Reply<E extends Endpoint> = E['reply'] extends Schema ? z.core.output<E['reply']> : object
/** A handler's result: the reply before its schema transforms it. */
export type ReplyInput<E extends Endpoint> = E['reply'] extends Schema ? z.core.input<E['reply']> : object

type OmitUndefined<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }
type FilesOf<E extends Endpoint> = E['maxFiles'] extends number
  ? readonly Blob[]
  : E['isFileOptional'] extends true
    ? Blob | null
    : Blob
/** A caller's input: the parts that the endpoint declares; the query is optional. */
export type Input<E extends Endpoint> = OmitUndefined<{
  params: SchemaInput<E['params']>
  body: SchemaInput<E['body']>
  file: E['file'] extends string ? FilesOf<E> : undefined
}> & { query?: SchemaInput<E['query']> }

/** The envelope of every reply (product §5): status 1 done, 0 refused, 401 no session. */
export interface ReplyEnvelope {
  status: 0 | 1 | 401
  message: string
  /** Set if the data come from a replica of the database. */
  asOf?: AsOf
}

/** Age of an answer: the instant up to which it is complete, and the time since then. */
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
