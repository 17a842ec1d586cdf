import * as z from 'zod/mini'
import { openText, type Seal } from '../seal.ts'
import type { MailRow } from './mail-rows.ts'

export interface StoredContent {
  kind: string
  subject: string
  props: object
}

type ContentColumns = Pick<MailRow, 'id' | 'kind' | 'sealed_subject' | 'sealed_props'>

const anyProps = z.record(z.string(), z.unknown())

export const sealContent = (
  seal: Pick<Seal, 'seal'>,
  id: string,
  { kind, subject, props }: StoredContent,
) => ({
  id,
  kind,
  sealed_subject: seal.seal('mails.sealed_subject', id, subject),
  sealed_props: seal.seal('mails.sealed_props', id, props),
})

export const openSubject = (
  seal: Seal,
  { id, sealed_subject }: Pick<ContentColumns, 'id' | 'sealed_subject'>,
): string => openText(seal, 'mails.sealed_subject', id, sealed_subject)

/** Unparsed; the kind's `parse` types them. */
export const openProps = (seal: Seal, row: Pick<ContentColumns, 'id' | 'sealed_props'>) =>
  seal.open(anyProps, 'mails.sealed_props', row.id, row.sealed_props)

export const openContent = (seal: Seal, row: ContentColumns): StoredContent => ({
  kind: row.kind,
  subject: openSubject(seal, row),
  props: openProps(seal, row),
})
