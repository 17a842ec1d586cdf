import type { JsonSchema } from './json-schema.ts'

interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: JsonSchema
}

export interface Operation {
  method: 'get' | 'post' | 'put' | 'delete'
  /** Below `/api`, parameters in braces. */
  path: string
  /** A permission of members, or another kind of caller. */
  allow: string
  parameters: readonly Parameter[]
  body: JsonSchema | null
  /** The file field of a form. */
  file: string | null
  kind: 'json' | 'bytes'
  reply: JsonSchema
  weight: number
}

interface Content {
  schema: JsonSchema
}
interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      {
        description: string
        parameters: Parameter[]
        requestBody?: { content: Record<string, Content> }
        responses: { 200: { content: Record<string, Content> } }
      }
    >
  >
}

/** Weights of slow calls, which hash a password, or draw or parse a PDF. */
const weights: Record<string, number> = {
  '/admin/admin-login': 4,
  '/admin/change-password': 2,
  '/admin/add-team-member': 4,
  '/admin/update-team-member': 4,
  '/admin/reset-password': 4,
  '/admin/get-defence-pack-pdf': 1,
  '/admin/defence-pack-details': 4,
  '/admin/upload-visa-document': 3,
  '/admin/match-documents': 3,
  '/admin/take-document': 8,
  '/admin/send-invoice': 4,
  '/admin/logout': 2,
}
const usualWeight = 20

export const callName = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

export function readOperations(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { description, parameters, requestBody, responses }]) => {
      const [bodyType, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
      const [replyType = '', reply] = Object.entries(responses[200].content)[0] ?? []
      const fields = Object.entries(body?.schema.properties ?? {})
      const file = fields.find(([, { format, items }]) => (items?.format ?? format) === 'binary')?.[0]
      return {
        method: method as Operation['method'],
        path,
        allow: /^Open to: (\w+)/.exec(description)?.[1] ?? '',
        parameters,
        body: body?.schema ?? null,
        file: bodyType === 'multipart/form-data' ? (file ?? null) : null,
        kind: replyType === 'application/json' ? 'json' : 'bytes',
        reply: reply?.schema ?? {},
        weight: weights[path] ?? usualWeight,
      }
    }),
  )
}
