import type { Chance } from '#server/demo/random.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { anOrder } from '../../test/support/orders.ts'
import type { FuzzRequest } from './exchange.ts'
import { contentTypes, garbageBody, hostileHeader, hostileText, hostileValue } from './hostile-values.ts'
import { sample, type KnownValues } from './json-schema.ts'
import type { Operation } from './operations.ts'

export interface FormFile {
  name: string
  bytes: Buffer
}

interface Draft {
  method: string
  path: string
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
  file: FormFile | null
  headers: Record<string, string>
  /** Sent in place of `body`. */
  raw?: Buffer
}

const oneOf = <T>(chance: Chance, weighted: readonly (readonly [number, T])[]): T => {
  let left = chance.integer(
    1,
    weighted.reduce((sum, [weight]) => sum + weight, 0),
  )
  for (const [weight, item] of weighted) {
    left -= weight
    if (left <= 0) return item
  }
  throw new RangeError('nothing to pick from')
}

function spoil(value: unknown, chance: Chance): unknown {
  if (typeof value !== 'object' || value === null || chance.percent(8)) return hostileValue(chance, value)
  if (Array.isArray(value)) {
    if (value.length === 0) return hostileValue(chance, value)
    const at = chance.integer(0, value.length - 1)
    return value.map((item, index) => (index === at ? spoil(item, chance) : item))
  }
  return spoilField(value, chance)
}

function spoilField(value: object, chance: Chance): Record<string, unknown> {
  const entries = Object.entries(value)
  if (entries.length === 0 || chance.percent(6)) return { ...value, [hostileText(chance).slice(0, 300)]: 1 }
  const [name, inner] = chance.pick(entries)
  return chance.percent(10)
    ? Object.fromEntries(entries.filter(([other]) => other !== name))
    : { ...value, [name]: spoil(inner, chance) }
}

const spoilers: readonly (readonly [number, (draft: Draft, chance: Chance) => Draft])[] = [
  // Valid, and one field away from valid.
  [25, (draft) => draft],
  [
    50,
    (draft, chance) => {
      const parts = (['params', 'query', 'body'] as const).filter(
        (part) => Object.keys(draft[part] ?? {}).length > 0,
      )
      if (parts.length === 0)
        return { ...draft, query: { [hostileText(chance).slice(0, 100)]: hostileText(chance) } }
      const part = chance.pick(parts)
      return {
        ...draft,
        [part]: part === 'body' ? spoil(draft.body, chance) : spoilField(draft[part], chance),
      }
    },
  ],
  [6, (draft, chance) => ({ ...draft, headers: { ...draft.headers, ...hostileHeader(chance) } })],
  [8, (draft, chance) => ({ ...draft, raw: garbageBody(chance) })],
  [
    4,
    (draft, chance) => ({
      ...draft,
      headers: { ...draft.headers, 'content-type': chance.pick(contentTypes) },
    }),
  ],
  [
    3,
    (draft, chance) => ({
      ...draft,
      method: chance.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']),
    }),
  ],
  [2, (draft, chance) => ({ ...draft, path: `${draft.path}/${encode(hostileText(chance).slice(0, 600))}` })],
]

const encode = (text: string) => encodeURIComponent(text.toWellFormed())
const asText = (value: unknown) =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 3000)

const asIs = (value: unknown) => value

const boundary = 'fuzzBoundary8f3a'

function encodeForm(fields: Record<string, unknown>, fileField: string, file: FormFile | null): Buffer {
  const head = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`
  const quote = (text: string) => text.replaceAll(/[\r\n]/g, ' ').replaceAll('"', '%22')
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`${head(`name="${quote(name)}"`)}\r\n${asText(value)}\r\n`),
  )
  if (file)
    parts.push(
      Buffer.from(
        `${head(`name="${fileField}"; filename="${quote(file.name)}"`)}Content-Type: application/pdf\r\n\r\n`,
      ),
      file.bytes,
      Buffer.from('\r\n'),
    )
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
}

function write(
  { method, path, params, query, body, file, headers, raw }: Draft,
  fileField: string | null,
): FuzzRequest {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(asText(params[name])))
  const search = Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(asText(value))}`)
    .join('&')
  const hasBody = raw !== undefined || body !== null
  const bytes =
    raw ??
    (fileField === null
      ? Buffer.from(JSON.stringify(body) ?? '')
      : encodeForm({ ...(typeof body === 'object' && body) }, fileField, file))
  const type = fileField === null ? 'application/json' : `multipart/form-data; boundary=${boundary}`
  return {
    method,
    path: `${filled}${search && '?'}${search}`,
    headers: { ...(hasBody && { 'content-type': type }), ...headers },
    body: hasBody ? bytes : null,
  }
}

/** What a call needs beyond its schema. */
const bodies: Record<string, (fields: Record<string, unknown>, chance: Chance) => unknown> = {
  // An order has two hundred fields: few are sent besides the required ones.
  '/intake/orders': (fields, chance) => ({
    ...Object.fromEntries(Object.entries(fields).filter(() => chance.percent(3))),
    ...anOrder(),
  }),
  // The values that the member saw would seldom match the stored ones.
  '/admin/upload-visa-document': ({ orderId, email }) => ({ orderId, email }),
  '/admin/take-document': ({ orderId, messageFileId, handled }) => ({
    orderId,
    messageFileId,
    handled,
    senderConfirmed: true,
  }),
}

const bodyFor = (path: string, sampled: unknown, chance: Chance): unknown =>
  chance.percent(20) ? sampled : (bodies[path]?.({ ...(sampled as object) }, chance) ?? sampled)

/** A valid, nearly valid or invalid request of a call. */
export function makeRequest(
  { method, path, parameters, body, file }: Operation,
  { chance, known, files }: { chance: Chance; known: KnownValues; files: readonly FormFile[] },
): FuzzRequest {
  const valuesIn = (place: 'path' | 'query') =>
    Object.fromEntries(
      parameters
        .filter((it) => it.in === place && (it.required || chance.percent(40)))
        .map(({ name, schema }) => [name, sample(schema, name, chance, known)]),
    )
  const draft: Draft = {
    method: method.toUpperCase(),
    path: `/api${path}`,
    params: valuesIn('path'),
    query: valuesIn('query'),
    body: body && bodyFor(path, sample(body, '', chance, known), chance),
    file: file !== null && chance.percent(90) ? chance.pick(files) : null,
    headers: {},
  }
  return write(oneOf(chance, spoilers)(draft, chance), file)
}

const pagePaths = [
  '/',
  '/admin',
  '/admin/{text}',
  '/admin/view-order/{order}',
  '/admin/manage-team/{text}',
  '/track-order',
  '/track-order/{order}',
  '/track-order/{text}',
  '/get-new-order-details/{order}',
  '/get-new-order-details/{order}',
  '/get-new-order-details/{text}',
  '/reset-password/{text}',
  '/chargeback',
  '/{text}',
  '/assets/{text}',
  '/uploads/docs/{file}',
  '/uploads/docs/{text}',
  '/uploads/previews/{file}',
  '/api/{text}',
  '/api/docs/{text}',
  '/healthz',
  '/readyz',
  '/robots.txt',
] as const

const rawPaths = [
  '/%',
  '/%ff',
  '/%00',
  '/..%2f..%2fetc/passwd',
  '//fz.example/%2e%2e',
  '/track-order/%e0%a4%a',
  '/admin/..;/',
] as const

/** A page, a file or an unknown address; sometimes a form of the tracking page. */
export function makePageRequest({ chance, known }: { chance: Chance; known: KnownValues }): FuzzRequest {
  const orderId = Number(known('orderId', asIs))
  const order = Number.isSafeInteger(orderId) && orderId > 0 ? encodeOrderId(orderId) : 'x'
  const values: Record<string, string> = {
    text: encode(hostileText(chance).slice(0, 2000)),
    order,
    file: encode(`${orderId}_${asText(known('file1', asIs))}`),
  }
  const path = chance.percent(5)
    ? chance.pick(rawPaths)
    : chance.pick(pagePaths).replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const language = chance.pick([
    '',
    '?lang=fr',
    '?lang=ar',
    `?lang=${values['text']}`,
    `?inline=1&${values['text']}=1`,
  ])
  const headers = { accept: 'text/html', ...(chance.percent(15) && hostileHeader(chance)) }
  if (!path.startsWith('/track-order') || chance.percent(60))
    return { method: chance.percent(95) ? 'GET' : 'HEAD', path: `${path}${language}`, headers, body: null }
  const fields = [known('orderId', asIs), known('email', asIs)].map((value) =>
    encode(chance.percent(50) ? asText(value) : hostileText(chance).slice(0, 2000)),
  )
  return {
    method: 'POST',
    path: `${path}${chance.pick(['', '?link'])}`,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(`orderId=${fields[0]}&email=${fields[1]}`),
  }
}
