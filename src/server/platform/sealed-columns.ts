import type { Tables } from './db/tables.ts'

export interface SealedColumn {
  column: string
  /** The column of the same row whose value is bound in, so that a value moved to another row does not open. */
  boundTo: string
}

export interface SealedTable {
  table: keyof Tables
  /** The columns of a unique key, in whose order `npm run cli -- reseal` walks the rows. */
  key: readonly string[]
  columns: readonly SealedColumn[]
}

/** Details of an event that stay readable for queries; they identify no person. */
export const readableDetails = ['file1', 'event'] as const

/**
 * Every sealed column of the database, the wrapped keys of files included; `docs/data-model.md` describes the contents.
 */
export const sealedTables = [
  { table: 'orders', key: ['order_id'], columns: [{ column: 'sealed', boundTo: 'order_id' }] },
  {
    table: 'order_events',
    key: ['id'],
    columns: [
      { column: 'sealed', boundTo: 'order_id' },
      { column: 'sealed_details', boundTo: 'order_id' },
    ],
  },
  {
    table: 'remarks',
    key: ['id'],
    columns: [{ column: 'sealed_remark', boundTo: 'order_id' }],
  },
  {
    table: 'refunds',
    key: ['id'],
    columns: [{ column: 'sealed_reference', boundTo: 'order_id' }],
  },
  {
    table: 'invoice_numbers',
    key: ['order_id'],
    columns: [{ column: 'sealed_facts', boundTo: 'order_id' }],
  },
  {
    table: 'documents',
    key: ['id'],
    columns: [
      { column: 'sealed_name', boundTo: 'file1' },
      { column: 'sealed_qr_text', boundTo: 'file1' },
      { column: 'sealed_withdrawn_reason', boundTo: 'file1' },
      { column: 'file_key', boundTo: 'stored_as' },
      { column: 'preview_key', boundTo: 'preview_file' },
    ],
  },
  {
    table: 'mails',
    key: ['id'],
    columns: [
      { column: 'sealed_subject', boundTo: 'id' },
      { column: 'sealed_props', boundTo: 'id' },
    ],
  },
  {
    table: 'drafts',
    key: ['order_id', 'member_id', 'kind'],
    columns: [{ column: 'sealed', boundTo: 'order_id' }],
  },
  { table: 'messages', key: ['id'], columns: [{ column: 'sealed', boundTo: 'order_id' }] },
  {
    table: 'message_files',
    key: ['id'],
    columns: [
      { column: 'sealed_name', boundTo: 'message_id' },
      { column: 'file_key', boundTo: 'stored_as' },
    ],
  },
  { table: 'customer_questions', key: ['id'], columns: [{ column: 'sealed', boundTo: 'order_id' }] },
  {
    table: 'customer_requests',
    key: ['id'],
    columns: [
      { column: 'sealed_text', boundTo: 'order_id' },
      { column: 'sealed_answer', boundTo: 'order_id' },
    ],
  },
  {
    table: 'proposals',
    key: ['id'],
    columns: [
      { column: 'sealed', boundTo: 'stored_as' },
      { column: 'file_key', boundTo: 'stored_as' },
      { column: 'preview_key', boundTo: 'preview_file' },
    ],
  },
  { table: 'privacy_requests', key: ['id'], columns: [{ column: 'sealed', boundTo: 'id' }] },
  { table: 'totp_factors', key: ['member_id'], columns: [{ column: 'sealed', boundTo: 'member_id' }] },
  {
    table: 'idempotency_keys',
    key: ['owner', 'key'],
    columns: [{ column: 'sealed_reply', boundTo: 'key' }],
  },
] as const satisfies readonly SealedTable[]

type ColumnOf<T> = T extends { table: infer Name extends string; columns: readonly (infer C)[] }
  ? C extends { column: infer Column extends string }
    ? `${Name}.${Column}`
    : never
  : never

export type SealedColumnName =
  | ColumnOf<(typeof sealedTables)[number]>
  | 'settings.value'
  | 'jobs.data'
  | 'late-records.record'
