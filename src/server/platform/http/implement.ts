import type { FastifyReply } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'
import type { ActorOf } from '../auth/identify.ts'
import type { Call, Work } from '../work.ts'
import type { HandlerInput, HandlerResult, Http, Translate } from './http.ts'

type WorkHandler<E extends Endpoint> = (
  work: Work<ActorOf<E['allow']>>,
  input: HandlerInput<E>,
) => HandlerResult<E>
type CallHandler<E extends Endpoint> = (
  call: Call<ActorOf<E['allow']>>,
  input: HandlerInput<E>,
) => HandlerResult<E>

type Implementation<E> = (http: Http, endpoint: E) => void

export type Calls = (http: Http) => void

export const implement =
  <C extends object>(contract: C, implementations: { [K in keyof C]?: Implementation<C[K]> }): Calls =>
  (http) => {
    for (const name of keysOf(implementations)) implementations[name]?.(http, contract[name])
  }

export const write =
  <E extends Endpoint>(handler: WorkHandler<E>): Implementation<E> =>
  (http, endpoint) =>
    http.write(endpoint, handler)

export const read =
  <E extends Endpoint>(handler: WorkHandler<E>): Implementation<E> =>
  (http, endpoint) =>
    http.read(endpoint, handler)

export const readOnce =
  <E extends Endpoint>(
    handler: CallHandler<E>,
    long?: { when: (input: HandlerInput<E>) => boolean; handler: CallHandler<E> },
  ): Implementation<E> =>
  (http, endpoint) =>
    http.readOnce(endpoint, handler, long)

export const recordedRead =
  <E extends Endpoint>(handler: WorkHandler<E>): Implementation<E> =>
  (http, endpoint) =>
    http.recordedRead(endpoint, handler)

export const handle =
  <E extends Endpoint>(handler: CallHandler<E>, translate?: Translate): Implementation<E> =>
  (http, endpoint) =>
    http.handle(endpoint, handler, translate)

export const bytes =
  <E extends Endpoint>(
    handler: (call: Call<ActorOf<E['allow']>>, input: HandlerInput<E>) => Promise<FastifyReply>,
  ): Implementation<E> =>
  (http, endpoint) =>
    http.bytes(endpoint, handler)
