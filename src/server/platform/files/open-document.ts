import {
  documentFaults,
  unacceptedMessage,
  type DocumentFault,
  type UncheckedReason,
} from '#contract/rules/document-faults.ts'

import { readDocument, type DocumentContent } from '../pdf/pictures.ts'
import { refuse } from '../refusal.ts'
import { faultOfKind, sniff, type FileKind } from './sniff.ts'

/** A file that its readers open. */
export interface OpenedDocument extends Omit<DocumentContent, 'fault'> {
  kind: FileKind
  /** Why this server could not see all of it; null if it did. */
  unchecked: UncheckedReason | null
}

interface Unopened {
  fault: DocumentFault
  /** The sentence that refuses it. */
  message: string
}

/** The opened file, or why it cannot be a document. */
export async function openDocument(bytes: Buffer): Promise<OpenedDocument | Unopened> {
  const kind = await sniff(bytes)
  if (!kind) {
    const { fault, found } = await faultOfKind(bytes)
    const type = found === '' ? '' : ` This one is ${found}.`
    return { fault, message: fault === 'type' ? unacceptedMessage + type : documentFaults[fault] }
  }
  const read = await readDocument(bytes, kind.contentType)
  if (read?.fault) return { fault: read.fault, message: documentFaults[read.fault] }
  const { pages, text, qrText, preview } = read ?? { pages: 0, text: '', qrText: '', preview: null }
  return { kind, pages, text, qrText, preview, unchecked: uncheckedReason(read) }
}

/** Of what was read, or null where a limit was reached. */
export const uncheckedReason = (read: Pick<DocumentContent, 'preview'> | null): UncheckedReason | null =>
  read ? (read.preview ? null : 'not drawn') : 'not read'

/** 415 with the reason if the file cannot be opened. */
export async function requireDocument(bytes: Buffer, field: string): Promise<OpenedDocument> {
  const opened = await openDocument(bytes)
  if ('fault' in opened) return refuse('unsupported', opened.message, { errors: { [field]: opened.message } })
  return opened
}
