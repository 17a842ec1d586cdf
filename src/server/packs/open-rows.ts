import { orderEvents } from '#contract/rules/order-events.ts'
import { openDetails } from '#server/orders/events.ts'
import { documentFile } from '#server/platform/files/sealed-files.ts'
import { openContent } from '#server/platform/mail/mail-content.ts'
import { openOptionalText, openText } from '#server/platform/seal.ts'
import type { Work } from '#server/platform/work.ts'
import {
  selectCorrections,
  selectDocuments,
  selectDownloads,
  selectMails,
  selectRefund,
} from './case-file.queries.ts'

/** The rows of a case file, opened; each list oldest first. */
export async function loadDocuments({ tx, seal }: Work, orderId: number) {
  const rows = await selectDocuments(tx, orderId)
  return rows.map(({ sealed_name, sealed_withdrawn_reason, stored_as, file_key, sha256, ...row }) => ({
    ...row,
    sha256: sha256.toString('hex'),
    file: documentFile({ stored_as, file_key }),
    name: openText(seal, 'documents.sealed_name', row.file1, sealed_name),
    withdrawn_reason: openOptionalText(
      seal,
      'documents.sealed_withdrawn_reason',
      row.file1,
      sealed_withdrawn_reason,
    ),
  }))
}

export async function loadMails({ tx, seal }: Work, orderId: number) {
  const rows = await selectMails(tx, orderId)
  return rows.map(({ sealed_subject, sealed_props, ...row }) => ({
    ...row,
    ...openContent(seal, { ...row, sealed_subject, sealed_props }),
  }))
}

export async function loadDownloads({ tx, seal }: Work, orderId: number) {
  const rows = await selectDownloads(tx, orderId)
  return rows.map(({ file1, sealed_name, ...row }) => ({
    ...row,
    name: openText(seal, 'documents.sealed_name', file1, sealed_name),
  }))
}

export async function loadRefund({ tx, seal }: Work, orderId: number) {
  const row = await selectRefund(tx, orderId)
  if (!row) return undefined
  const { sealed_reference, ...refund } = row
  return {
    ...refund,
    reference: openOptionalText(seal, 'refunds.sealed_reference', orderId, sealed_reference),
  }
}

/** `fields` are the keys of what was corrected, `sealed` the values before and after. */
export async function loadCorrections({ tx, seal }: Work, orderId: number) {
  const rows = await selectCorrections(tx, orderId)
  return rows.map(({ at, by, sealed, ...event }) => {
    const details = orderEvents.corrected.details.safeParse(openDetails(seal, orderId, event))
    return { at, by, sealed, fields: details.data?.fields ?? [] }
  })
}
