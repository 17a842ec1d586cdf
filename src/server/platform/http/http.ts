import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  defaultBodyBytes,
  type AsOf,
  type Body,
  type Endpoint,
  type ReplyInput,
  type Params,
  type Query,
} from '#contract/endpoint.ts'
import { requireFreshSignIn } from '../auth/fresh-sign-in.ts'
import {
  confirmCaller,
  NotConfirmed,
  RoleRefusal,
  sessionExpired,
  type ActorOf,
  type Identify,
} from '../auth/identify.ts'
import {
  inRecordedSnapshot,
  inSnapshot,
  inTransaction,
  onConnection,
  PrimaryAway,
  type Db,
} from '../db/database.ts'
import { readFrom } from '../db/replica.ts'
import { refuse, RefusalError } from '../refusal.ts'
import { createShares } from '../shares/shares.ts'
import type { Actor, Call, Platform, Work } from '../work.ts'
import { sendSuccess } from './answer.ts'
import { requestCall } from './call.ts'
import { rememberCaller } from './caller.ts'
import { callRoute } from './content-policy.ts'
import type { JsonText } from './json-text.ts'
import { maxFormBytes, readUpload, readUploads, type FormFile, type Upload } from './multipart.ts'
import { parseInput } from './parse.ts'

type FilesOf<E extends Endpoint> = E['maxFiles'] extends number
  ? readonly FormFile[]
  : E['isFileOptional'] extends true
    ? Upload | undefined
    : Upload

export interface HandlerInput<E extends Endpoint> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  file: E['file'] extends string ? FilesOf<E> : undefined
  request: FastifyRequest
  reply: FastifyReply
}

type Streamed<G> = G extends { data: (infer Row)[] }
  ? Omit<G, 'data'> & { data: Row[] | JsonText | AsyncIterable<JsonText> }
  : G
type HandlerResult<E extends Endpoint> = Promise<Streamed<ReplyInput<E>> & { message?: string }>

export type WorkHandler<E extends Endpoint> = (
  work: Work<ActorOf<E['allow']>>,
  input: HandlerInput<E>,
) => HandlerResult<E>
export type CallHandler<E extends Endpoint> = (
  call: Call<ActorOf<E['allow']>>,
  input: HandlerInput<E>,
) => HandlerResult<E>
export type BytesHandler<E extends Endpoint> = (
  call: Call<ActorOf<E['allow']>>,
  input: HandlerInput<E>,
) => Promise<FastifyReply>

export type Translate = (message: string, request: FastifyRequest) => string

/** Makes routes from endpoints. A handler gets a parsed, authorised call and returns the reply. */
export interface Http {
  /** The handler runs in one transaction. */
  write<E extends Endpoint>(endpoint: E, handler: WorkHandler<E>): void
  /** The handler reads one snapshot. */
  read<E extends Endpoint>(endpoint: E, handler: WorkHandler<E>): void
  /** The handler reads by one statement, its own snapshot. `long` handles calls that open another connection. */
  readOnce<E extends Endpoint>(
    endpoint: E,
    handler: CallHandler<E>,
    long?: {
      when: (input: HandlerInput<E>) => boolean
      handler: CallHandler<E>
    },
  ): void
  /** The handler reads one snapshot and writes an audit event. */
  recordedRead<E extends Endpoint>(endpoint: E, handler: WorkHandler<E>): void
  /** The handler opens its own transactions, for example after storing a file. */
  handle<E extends Endpoint>(endpoint: E, handler: CallHandler<E>, translate?: Translate): void
  bytes<E extends Endpoint>(endpoint: E, handler: BytesHandler<E>): void
  endpoints: Endpoint[]
}

type RecordForbidden = (call: Call, endpoint: Endpoint) => Promise<void>

/** A refusal by role; one that asks for a fresh sign-in has a code. */
const isByRole = (error: unknown): error is RefusalError =>
  error instanceof RefusalError && error.kind === 'forbidden' && error.extra.code === undefined

/** Refuses a call by the orders it names, before its handler runs. A write also locks them. */
type CheckInput = (
  endpoint: Endpoint,
  call: Call<Actor>,
  input: { params: unknown; query: unknown; body: unknown },
  isWrite: boolean,
) => Promise<void>

type Checked = <T>(db: Db, work: () => Promise<T>) => Promise<T>

type NoteList = (
  endpoint: Endpoint,
  call: Call<Actor>,
  input: { params: unknown; query: unknown },
  result: object,
) => Promise<void>

/** Simultaneous calls of one holder, and of all strangers. */
const callShares = { total: Infinity, perHolder: 3, strangers: 16 }

interface Guards {
  identify: Identify
  recordForbidden: RecordForbidden
  checkInput: CheckInput
  noteList: NoteList
}

const succeed =
  (endpoint: Endpoint) =>
  (
    { reply }: { reply: FastifyReply },
    result: { message?: string; data?: unknown },
    asOf: AsOf | undefined,
  ) =>
    sendSuccess(reply, endpoint, result, asOf)

async function readForm(
  platform: Platform,
  request: FastifyRequest,
  { file, maxFiles, isFileOptional }: Endpoint,
) {
  if (!file) return { fields: request.body, file: undefined }
  if (maxFiles === undefined) return readUpload(platform, request, file, isFileOptional)
  const { fields, files } = await readUploads(request, file, maxFiles)
  return { fields, file: files }
}

const accessOf = <E extends Endpoint>(endpoint: E): E & { allow: E['allow'] } => endpoint

export function createHttp(
  app: FastifyInstance,
  platform: Platform,
  { identify, recordForbidden, checkInput, noteList }: Guards,
): Http {
  const endpoints: Endpoint[] = []
  const calls = createShares(callShares)

  const identifyCaller = async <E extends Endpoint>(endpoint: E, request: FastifyRequest) => {
    const now = platform.clock()
    const actor = await identify(request, accessOf(endpoint), now).catch(async (error: unknown) => {
      if (error instanceof RoleRefusal) {
        rememberCaller(request, error.member)
        await recordForbidden(requestCall(platform, request, error.member), endpoint)
      }
      throw error
    })
    rememberCaller(request, actor)
    if (endpoint.needsFreshSignIn) requireFreshSignIn(actor, now)
    return actor
  }

  const register = <E extends Endpoint, Result>(
    endpoint: E,
    respond: (call: Call<ActorOf<E['allow']>>, input: HandlerInput<E>, checked: Checked) => Promise<Result>,
    send: (input: HandlerInput<E>, result: Result, asOf: AsOf | undefined) => FastifyReply,
    { translate, isWrite = false }: { translate?: Translate | undefined; isWrite?: boolean } = {},
  ) => {
    endpoints.push(endpoint)
    const actors = new WeakMap<FastifyRequest, ActorOf<E['allow']>>()

    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      ...callRoute,
      bodyLimit: endpoint.maxBodyBytes ?? (endpoint.file ? maxFormBytes : defaultBodyBytes),
      // Before the body is read: the server parses no body of a caller who is not allowed.
      onRequest: async (request) => {
        if (platform.primary?.isAway() && !(platform.replica && endpoint.readsReplica))
          throw new PrimaryAway()
        platform.jobs.markActive()
        actors.set(request, await identifyCaller(endpoint, request))
      },
      handler: async (request, reply) => {
        const actor = actors.get(request)
        if (!actor) throw new Error('A handler runs only after its caller is known.')
        const form = await readForm(platform, request, endpoint)
        // Calls with files wait in other limits; a share here would block the member's other calls.
        return endpoint.file
          ? answerCall(actor, request, reply, form)
          : calls.run(() => answerCall(actor, request, reply, form))
      },
    })

    async function answerCall(
      actor: ActorOf<E['allow']>,
      request: FastifyRequest,
      reply: FastifyReply,
      { fields, file }: Awaited<ReturnType<typeof readForm>>,
    ) {
      const translateMessage = translate && ((message: string) => translate(message, request))
      const parts = { params: request.params, query: request.query, body: fields }
      const parsed = parseInput(endpoint, parts, translateMessage)
      const input = { ...parsed, file, request, reply } as HandlerInput<E>

      const answer = async (by: ActorOf<E['allow']>) => {
        const confirm = (db: Db) => confirmCaller(platform, by, db)
        const call = requestCall(platform, request, by, confirm)
        const checked: Checked = async (db, work) => {
          await checkInput(endpoint, { ...call, db }, input, isWrite)
          // The session may have ended while the check waited for locks.
          if (isWrite) await confirm(db)
          return work()
        }
        const { result, asOf } = await readFrom(call, endpoint.readsReplica, async (from, asOf) => ({
          result: await respond(from, input, checked),
          asOf,
        })).catch(async (error: unknown) => {
          const member: Actor = by
          if (isByRole(error) && member.kind === 'member')
            await recordForbidden({ ...call, actor: member }, endpoint)
          throw error
        })
        if (endpoint.listsPeople) await noteList(endpoint, call, input, Object(result))
        return send(input, result, asOf)
      }
      return answer(actor)
        .catch(async (error: unknown) => {
          if (!(error instanceof NotConfirmed)) throw error
          rememberCaller(request, { kind: 'anyone' })
          return answer(await identifyCaller(endpoint, request))
        })
        .catch((error: unknown) => {
          if (error instanceof NotConfirmed) return refuse('unauthenticated', sessionExpired)
          throw error
        })
    }
  }

  const transactional =
    (run: typeof inTransaction, isWrite = false): Http['read'] =>
    (endpoint, handler) =>
      register(
        endpoint,
        (call, input, checked) => run(call.db, (tx) => checked(tx, () => handler({ ...call, tx }, input))),
        succeed(endpoint),
        { isWrite },
      )

  return {
    endpoints,
    write: transactional(inTransaction, true),
    read: transactional(inSnapshot),
    recordedRead: transactional(inRecordedSnapshot),
    readOnce: (endpoint, handler, long) =>
      register(
        endpoint,
        (call, input, checked) =>
          long?.when(input)
            ? checked(call.db, () => long.handler(call, input))
            : onConnection(call.db, (db) => checked(db, () => handler({ ...call, db }, input))),
        succeed(endpoint),
      ),
    handle: (endpoint, handler, translate) =>
      register(
        endpoint,
        (call, input, checked) => checked(call.db, () => handler(call, input)),
        succeed(endpoint),
        { translate },
      ),
    bytes: (endpoint, handler) =>
      register(
        endpoint,
        (call, input, checked) => checked(call.db, () => handler(call, input)),
        (_input, reply) => reply,
      ),
  }
}
