import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  defaultBodyBytes,
  type Body,
  type Endpoint,
  type ReplyInput,
  type Params,
  type Query,
} from '#contract/endpoint.ts'
import { requireFreshSignIn } from '../auth/fresh-sign-in.ts'
import type { ActorOf, Identify } from '../auth/identify.ts'
import { inRecordedSnapshot, inSnapshot, inTransaction } from '../db/database.ts'
import { RefusalError, RoleRefusal } from '../refusal.ts'
import type { Actor, Call, Platform, Work } from '../work.ts'
import { sendSuccess, sendRefusal } from './answer.ts'
import { requestCall } from './call.ts'
import { maxFormBytes, readUpload, type Upload } from './multipart.ts'
import { parseInput } from './parse.ts'
import { rememberMember } from './security-log.ts'

interface HandlerInput<E extends Endpoint> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  file: E['file'] extends string ? Upload : undefined
  request: FastifyRequest
  reply: FastifyReply
}

type Streamed<G> = G extends { data: (infer Row)[] }
  ? Omit<G, 'data'> & { data: Row[] | AsyncIterable<Row> }
  : G
type HandlerResult<E extends Endpoint> = Promise<Streamed<ReplyInput<E>> & { message?: string }>

/** Translates a message of the contract into the caller's language. */
type Translate = (message: string, request: FastifyRequest) => string

/** Routes are made from endpoints; a handler is given a parsed, authorised call and returns the reply. */
export interface Http {
  /** The handler runs in one transaction: all of it happens, or nothing. */
  write<E extends Endpoint>(
    endpoint: E,
    handler: (work: Work<ActorOf<E['allow']>>, input: HandlerInput<E>) => HandlerResult<E>,
    translate?: Translate,
  ): void
  /** The handler reads one snapshot. */
  read<E extends Endpoint>(
    endpoint: E,
    handler: (work: Work<ActorOf<E['allow']>>, input: HandlerInput<E>) => HandlerResult<E>,
    translate?: Translate,
  ): void
  /** The handler reads one snapshot, and writes to the audit that it did. */
  recordedRead<E extends Endpoint>(
    endpoint: E,
    handler: (work: Work<ActorOf<E['allow']>>, input: HandlerInput<E>) => HandlerResult<E>,
    translate?: Translate,
  ): void
  /** The handler opens its own transactions, as one that stores a file first. */
  handle<E extends Endpoint>(
    endpoint: E,
    handler: (call: Call<ActorOf<E['allow']>>, input: HandlerInput<E>) => HandlerResult<E>,
    translate?: Translate,
  ): void
  /** The handler sends bytes itself. */
  bytes<E extends Endpoint>(
    endpoint: E,
    handler: (call: Call<ActorOf<E['allow']>>, input: HandlerInput<E>) => Promise<FastifyReply>,
  ): void
  /** Everything registered so far, for the documentation and the tests. */
  endpoints: Endpoint[]
}

/** Records that a member was refused what their role may not. */
type RecordForbidden = (call: Call, endpoint: Endpoint) => Promise<void>

/** A member to whom their role does not allow this; a sign-in that has to be confirmed first has a code. */
const isByRole = (error: unknown): error is RefusalError =>
  error instanceof RefusalError && error.kind === 'forbidden' && error.extra.code === undefined

/** Refuses a call by what it names, before its handler runs. */
type CheckInput = (
  endpoint: Endpoint,
  call: Call<Actor>,
  input: { params: unknown; query: unknown; body: unknown },
) => Promise<void>

/** What a call goes through besides its handler. */
interface Guards {
  recordForbidden: RecordForbidden
  checkInput: CheckInput
}

const accessOf = <E extends Endpoint>(endpoint: E): E & { allow: E['allow'] } => endpoint

export function createHttp(
  app: FastifyInstance,
  platform: Platform,
  identify: Identify,
  { recordForbidden, checkInput }: Guards,
): Http {
  const endpoints: Endpoint[] = []

  const register = <E extends Endpoint>(
    endpoint: E,
    respond: (call: Call<ActorOf<E['allow']>>, input: HandlerInput<E>) => Promise<FastifyReply>,
    translate?: Translate,
  ) => {
    endpoints.push(endpoint)
    const actors = new WeakMap<FastifyRequest, ActorOf<E['allow']>>()
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      bodyLimit: endpoint.file ? maxFormBytes : (endpoint.maxBodyBytes ?? defaultBodyBytes),
      // Before the body is read: nobody's is parsed for a caller who may not make the call.
      onRequest: async (request) => {
        const now = platform.clock()
        const actor = await identify(request, accessOf(endpoint), now).catch(async (error: unknown) => {
          if (error instanceof RoleRefusal) {
            rememberMember(request, error.member)
            await recordForbidden(requestCall(platform, request, error.member), endpoint)
          }
          throw error
        })
        rememberMember(request, actor)
        if (endpoint.needsFreshSignIn) requireFreshSignIn(actor, now)
        actors.set(request, actor)
      },
      handler: async (request, reply) => {
        const actor = actors.get(request)
        if (!actor) throw new Error('A handler runs only after its caller is known.')
        const { fields, file } = endpoint.file
          ? await readUpload(platform, request, endpoint.file)
          : { fields: request.body, file: undefined }
        const translateMessage = translate && ((message: string) => translate(message, request))
        const input = parseInput(
          endpoint,
          { params: request.params, query: request.query, body: fields },
          translateMessage,
        )
        const call = requestCall(platform, request, actor)
        const handle = async () => {
          await checkInput(endpoint, call, input)
          return respond(call, { ...input, file, request, reply } as HandlerInput<E>)
        }
        return handle().catch(async (error: unknown) => {
          const member: Actor = actor
          if (isByRole(error) && member.kind === 'member')
            await recordForbidden({ ...call, actor: member }, endpoint)
          throw error
        })
      },
    })
  }

  return {
    endpoints,
    write: (endpoint, handler, translate) =>
      register(
        endpoint,
        async (call, input) => {
          const result = await inTransaction(call.db, (tx) => handler({ ...call, tx }, input))
          return sendSuccess(input.reply, endpoint, result)
        },
        translate,
      ),
    read: (endpoint, handler, translate) =>
      register(
        endpoint,
        async (call, input) => {
          const result = await inSnapshot(call.db, (tx) => handler({ ...call, tx }, input))
          return sendSuccess(input.reply, endpoint, result)
        },
        translate,
      ),
    recordedRead: (endpoint, handler, translate) =>
      register(
        endpoint,
        async (call, input) => {
          const result = await inRecordedSnapshot(call.db, (tx) => handler({ ...call, tx }, input))
          return sendSuccess(input.reply, endpoint, result)
        },
        translate,
      ),
    handle: (endpoint, handler, translate) =>
      register(
        endpoint,
        async (call, input) => sendSuccess(input.reply, endpoint, await handler(call, input)),
        translate,
      ),
    bytes: (endpoint, handler) => register(endpoint, handler),
  }
}

/** One place for errors and unknown addresses. */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => sendRefusal(error, request, reply))
}
