import type { Tables } from './tables.ts'

/** What is done to a table beside reading it. Who locks rows needs the right to update them. */
export type WriteRight = 'insert' | 'update' | 'delete'

const grows = ['insert'] as const
const changes = ['insert', 'update'] as const
const comesAndGoes = ['insert', 'delete'] as const
const everything = ['insert', 'update', 'delete'] as const

/** What the server and the commands do to each table; every one of these has a statement. */
export const tableRights = {
  access_links: changes,
  attempts: everything,
  // The role that chains may add to it.
  audit_chain: [],
  audit_events: grows,
  bulk_run_batches: changes,
  bulk_runs: everything,
  customer_questions: everything,
  documents: everything,
  downloads: everything,
  drafts: everything,
  erased_files: comesAndGoes,
  erased_orders: changes,
  erasures: changes,
  fill_tokens: comesAndGoes,
  form_origins: comesAndGoes,
  idempotency_keys: everything,
  import_files: changes,
  intake_keys: changes,
  invoice_numbers: changes,
  mail_quotas: everything,
  mail_reports: comesAndGoes,
  mails: everything,
  member_devices: everything,
  members: changes,
  message_files: everything,
  messages: everything,
  // Triggers keep it, as the owner.
  name_words: [],
  // Triggers add to it, as the owner.
  order_changes: ['delete'],
  order_counts: everything,
  order_months: everything,
  order_events: changes,
  order_evidence_keys: comesAndGoes,
  order_viewers: everything,
  orders: changes,
  passkey_challenges: comesAndGoes,
  passkeys: everything,
  password_resets: everything,
  payment_gateways: ['update'],
  privacy_requests: changes,
  privacy_steps: comesAndGoes,
  proposals: everything,
  recovery_codes: everything,
  refunds: changes,
  remarks: everything,
  sessions: changes,
  settings: everything,
  site_policies: grows,
  templates: changes,
  totp_factors: everything,
  undo_tokens: everything,
  view_pins: comesAndGoes,
  views: changes,
  visitor_sessions: comesAndGoes,
  web_assets: everything,
} satisfies Record<keyof Tables, readonly WriteRight[]>

/** Kysely's, read to see that no migration is missing. */
const migrationRights = { kysely_migration: [], kysely_migration_lock: [] }

/** pg-boss's while it works; its schema and queues are made by the owner. */
const jobRights = {
  archive: comesAndGoes,
  job: everything,
  queue: [],
  schedule: everything,
  version: ['update'],
} satisfies Record<string, readonly WriteRight[]>

/** By schema and name of the table. */
export const schemaRights: Record<string, Record<string, readonly WriteRight[]>> = {
  public: { ...tableRights, ...migrationRights },
  jobs: jobRights,
}

/** Sequences that a statement names; those of identity columns need no right. */
export const usedSequences: readonly string[] = ['order_ids', 'order_events_id_seq']
