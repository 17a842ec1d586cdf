import * as contract from '#contract/privacy.ts'
import { estDate } from '#contract/rules/dates.ts'
import { contentDisposition } from '#server/platform/http/disposition.ts'
import { bytes, implement } from '#server/platform/http/implement.ts'
import type { MailTemplates } from '#server/platform/mail/define-mail.ts'
import type { Call } from '#server/platform/work.ts'
import { createThread } from '#server/platform/thread.ts'
import { makeAccessFile, type AccessFile } from './access-file.ts'

const inThread = createThread<typeof import('./render-access-file.ts')>(import.meta.url, 'render-access-file')

export const drawAccessFile = async (file: AccessFile): Promise<Buffer> =>
  Buffer.from(await inThread('renderAccessFile', file))

const fileDate = ({ now }: Call) => estDate(now)

export const accessFileCalls = (templates: MailTemplates) =>
  implement(contract, {
    accessFilePdf: bytes(async (call, { params, reply }) => {
      const bytes = await drawAccessFile(await makeAccessFile(call, templates, params.id, 'PDF'))
      return reply
        .type('application/pdf')
        .header('cache-control', 'no-store')
        .header('content-disposition', contentDisposition('attachment', `access-file-${fileDate(call)}.pdf`))
        .send(bytes)
    }),
    accessFileJson: bytes(async (call, { params, reply }) => {
      const file = await makeAccessFile(call, templates, params.id, 'JSON')
      return reply
        .type('application/json')
        .header('cache-control', 'no-store')
        .header('content-disposition', contentDisposition('attachment', `access-file-${fileDate(call)}.json`))
        .send(JSON.stringify(file, null, 2))
    }),
  })
