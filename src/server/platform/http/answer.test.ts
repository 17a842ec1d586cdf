import fastify from 'fastify'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { sendSuccess } from './answer.ts'

const readMember = endpoint({
  method: 'GET',
  path: '/member',
  summary: 'A member',
  allow: 'anyone',
  reply: z.object({ data: z.object({ name: z.string() }) }),
})

test('an answer has the fields that the contract states, whatever else a handler found', async () => {
  const app = fastify()
  const found = { data: { name: 'Ketut', password_hash: 'argon' }, row: 7 }
  app.get('/', (_request, reply) => sendSuccess(reply, readMember, found))
  const answer = await app.inject('/')
  expect(answer.json()).toEqual({ status: 1, message: '', data: { name: 'Ketut' } })
})
