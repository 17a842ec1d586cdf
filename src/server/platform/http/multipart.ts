import type { FastifyRequest } from 'fastify'
import { maxUploadBytes } from '#contract/documents.ts'
import { maskCards } from '#contract/rules/card-numbers.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'
import { refuseMalware } from '../files/scan-file.ts'
import { createSlots } from '../shares/slots.ts'
import { isLarge, speedOf, tooMuchAtOnce } from './body-guard.ts'
import { holderOf, holdUntilAnswered } from './holdings.ts'
import { RefusalError, refuse } from '../refusal.ts'
import type { Platform } from '../work.ts'

export const maxFormBytes = maxUploadBytes + 1024 * 1024

/** Forms with large files stay in memory until their call is answered. */
const largeForms = createSlots({ perAddress: 2, perHolder: 6, strangers: 8, total: 16 })

function holdForm(request: FastifyRequest): void {
  if (!isLarge(request)) return
  const end = () => request.raw.destroy()
  const release = largeForms(holderOf(request), { speed: speedOf(request), end })
  if (!release) throw tooMuchAtOnce
  holdUntilAnswered(request, release)
}

const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`

export interface Upload {
  name: string
  bytes: Buffer
}

/**
 * The fields and the one file of a multipart form. Refuses a form without a file unless `isOptional`, a second file, one that is too large (product §7), and
 * malware. 503 where the scanner gives no verdict.
 */
export async function readUpload(
  platform: Platform,
  request: FastifyRequest,
  fileField: string,
  isOptional = false,
): Promise<{ fields: Record<string, string>; file: Upload | undefined }> {
  const { fields, file } = await readForm(request, fileField)
  if (!file && isOptional) return { fields, file }
  if (!file) return refuse('invalid', 'File is required', { errors: { [fileField]: 'File is required' } })
  await refuseMalware(platform, file.bytes, fileField)
  return { fields, file }
}

/** The same with an optional file, which the caller has to scan. */
export async function readForm(
  request: FastifyRequest,
  fileField: string,
): Promise<{ fields: Record<string, string>; file: Upload | undefined }> {
  if (!request.isMultipart()) return refuse('unsupported', 'Send the file as multipart/form-data.')
  holdForm(request)
  return parseForm(request, fileField).catch((error: Error) => {
    if (error instanceof RefusalError || 'statusCode' in error) throw error
    // The parser's plain errors: no boundary, a truncated form.
    return refuse('invalid', 'The form could not be read.')
  })
}

interface FilePart {
  filename: string
  file: { truncated: boolean }
  toBuffer: () => Promise<Buffer>
}

/** Null where the file is too large. 400 where the form ends within it. */
async function readPart(part: FilePart): Promise<Buffer | null> {
  const { file } = part
  const bytes = await part.toBuffer().catch((error: Error) => {
    if (file.truncated || ('code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE')) return null
    return refuse('invalid', 'The upload broke off before its end. Send the file again.')
  })
  return file.truncated ? null : bytes
}

/** Browsers escape these characters in a form's file names, and no others. */
const escapes = { '%22': '"', '%0D': '\r', '%0A': '\n' } as const
const unescapeName = (name: string) =>
  keysOf(escapes).reduce((text, escaped) => text.replaceAll(escaped, escapes[escaped]), name)

const nameOf = ({ filename }: FilePart) => maskCards(unescapeName(filename))

/** One of several files; a too large one has no bytes. */
export interface FormFile extends Upload {
  isTooLarge: boolean
}

/** The fields and up to `maxFiles` files of a form; the caller scans them for malware. */
export async function readUploads(
  request: FastifyRequest,
  fileField: string,
  maxFiles: number,
): Promise<{ fields: Record<string, string>; files: FormFile[] }> {
  if (!request.isMultipart()) return refuse('unsupported', 'Send the files as multipart/form-data.')
  holdForm(request)
  const maxBytes = request.routeOptions.bodyLimit ?? maxFormBytes
  let bytesLeft = maxBytes
  const fields: Record<string, string> = {}
  const files: FormFile[] = []
  const tooMany = `At most ${maxFiles} files at once.`
  try {
    for await (const part of request.parts({ limits: { files: maxFiles + 1 } })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields[part.fieldname] = part.value
        continue
      }
      if (part.fieldname !== fileField || files.length === maxFiles) {
        part.file.resume()
        return refuse('invalid', tooMany, { errors: { [fileField]: tooMany } })
      }
      const bytes = await readPart(part)
      bytesLeft -= bytes?.length ?? 0
      if (bytesLeft < 0)
        return refuse('tooLarge', `The files have more than ${megabytes(maxBytes)} together.`)
      files.push({ name: nameOf(part), bytes: bytes ?? Buffer.alloc(0), isTooLarge: !bytes })
    }
  } catch (error) {
    if (error instanceof RefusalError || (error instanceof Error && 'statusCode' in error)) throw error
    return refuse('invalid', 'The form could not be read.')
  }
  if (files.length === 0)
    return refuse('invalid', 'File is required', { errors: { [fileField]: 'File is required' } })
  return { fields, files }
}

async function parseForm(request: FastifyRequest, fileField: string) {
  const fields: Record<string, string> = {}
  let file: Upload | undefined
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value
      continue
    }
    if (part.fieldname !== fileField || file) {
      part.file.resume()
      return refuse('invalid', 'Send one file.', { errors: { [fileField]: 'Send one file.' } })
    }
    const bytes = await readPart(part)
    if (!bytes) return refuse('tooLarge', `The file is larger than ${maxUploadBytes / 1024 / 1024} MB.`)
    // A form without a chosen file has one without a name.
    if (bytes.length > 0 || part.filename !== '') file = { name: nameOf(part), bytes }
  }
  return { fields, file }
}
