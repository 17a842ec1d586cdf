import type { Endpoint } from '#contract/endpoint.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'
import type { BytesHandler, CallHandler, HandlerInput, Http, Translate, WorkHandler } from './http.ts'

type Implementation<E> = (http: Http, endpoint: E) => void

export type Calls = (http: Http) => void

export const implement =
  <C extends object>(contract: C, implementations: { [K in keyof C]?: Implementation<C[K]> }): Calls =>
  (http) => {
    for (const name of keysOf(implementations)) implementations[name]?.(http, contract[name])
  }

const byWork =
  (kind: 'write' | 'read' | 'recordedRead') =>
  <E extends Endpoint>(handler: WorkHandler<E>): Implementation<E> =>
  (http, endpoint) =>
    http[kind](endpoint, handler)

export const write = byWork('write')
export const read = byWork('read')
export const recordedRead = byWork('recordedRead')

export const readOnce =
  <E extends Endpoint>(
    handler: CallHandler<E>,
    long?: { when: (input: HandlerInput<E>) => boolean; handler: CallHandler<E> },
  ): Implementation<E> =>
  (http, endpoint) =>
    http.readOnce(endpoint, handler, long)

export const handle =
  <E extends Endpoint>(handler: CallHandler<E>, translate?: Translate): Implementation<E> =>
  (http, endpoint) =>
    http.handle(endpoint, handler, translate)

export const bytes =
  <E extends Endpoint>(handler: BytesHandler<E>): Implementation<E> =>
  (http, endpoint) =>
    http.bytes(endpoint, handler)
