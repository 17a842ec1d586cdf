import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { freshSignInMinutes, reauthRequired } from '#contract/session.ts'
import type { Identify } from '../auth/identify.ts'
import { fileFormats } from '../spreadsheet/formats.ts'
import type { Platform } from '../work.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

const toJsonSchema = (schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'openapi-3.0',
  })
  return rest
}

const parametersOf = (schema: z.core.$ZodType | undefined, location: 'path' | 'query') => {
  if (!schema) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }))
}

const frame = { status: { type: 'integer', enum: [1] }, message: { type: 'string' } }

const responseContent = {
  json: (endpoint: Endpoint) => {
    const reply: JsonSchema = endpoint.reply ? toJsonSchema(endpoint.reply, 'output') : { type: 'object' }
    const properties = { ...frame, ...reply.properties }
    return { 'application/json': { schema: { ...reply, properties } } }
  },
  pdf: () => ({ 'application/pdf': { schema: { type: 'string', format: 'binary' } } }),
  table: () =>
    Object.fromEntries(
      Object.values(fileFormats).map(({ contentType }) => [
        contentType.split(';')[0],
        { schema: { type: 'string', format: 'binary' } },
      ]),
    ),
  events: () => ({ 'text/event-stream': { schema: { type: 'string' } } }),
  file: () => ({ 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }),
} satisfies Record<NonNullable<Endpoint['kind']>, (endpoint: Endpoint) => object>

function bodyOf({ body, file, maxFiles }: Endpoint) {
  if (!body) return undefined
  const schema = toJsonSchema(body, 'input')
  if (!file) return { content: { 'application/json': { schema } } }
  const oneFile = { type: 'string', format: 'binary' }
  const files = maxFiles === undefined ? oneFile : { type: 'array', maxItems: maxFiles, items: oneFile }
  const properties = { ...schema.properties, [file]: files }
  return { content: { 'multipart/form-data': { schema: { ...schema, properties } } } }
}

const descriptionOf = ({ allow, needsFreshSignIn }: Endpoint) =>
  [
    `Open to: ${allow}`,
    ...(needsFreshSignIn
      ? [
          `Needs a sign-in of the last ${freshSignInMinutes} minutes; else 403 with the code ${reauthRequired}`,
        ]
      : []),
  ].join('. ')

const operationOf = (endpoint: Endpoint) => ({
  summary: endpoint.summary,
  tags: [endpoint.path.split('/')[1]],
  description: descriptionOf(endpoint),
  security: endpoint.allow === 'anyone' || endpoint.allow === 'visitor' ? [] : [{ token: [] }],
  parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
  requestBody: bodyOf(endpoint),
  responses: {
    200: { description: 'Done', content: responseContent[endpoint.kind ?? 'json'](endpoint) },
    default: { description: 'Refused: `{status: 0 | 401, message, code?, errors?}`' },
  },
})

type Paths = Record<string, Record<string, unknown>>

function describePaths(endpoints: readonly Endpoint[]): Paths {
  const paths: Paths = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return paths
}

function openApi(endpoints: readonly Endpoint[], title: string) {
  let paths: Paths | undefined
  return {
    openapi: '3.0.3' as const,
    info: { title, version: '1' },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: { token: { type: 'apiKey' as const, in: 'header', name: 'Authorization' } },
    },
    // Computed at the first request: it takes as long as registering the routes.
    get paths() {
      return (paths ??= describePaths(endpoints))
    },
  }
}

/** `/api/docs` for people, `/api/docs/json` for programs; outside a demo for members only. */
export async function serveDocs(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  { config, clock }: Platform,
  identify: Identify,
) {
  const document = openApi(endpoints, config.title)
  await app.register(async (docs) => {
    if (!config.demo)
      docs.addHook('onRequest', async (request) => {
        await identify(request, { allow: 'workOrders', cookie: true }, clock())
      })
    await docs.register(swagger, { mode: 'static', specification: { document } })
    await docs.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  })
}
