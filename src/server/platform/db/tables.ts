import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely'
import type { BulkRunAction } from '#contract/bulk-runs.ts'
import type { RequestState, RequestSubject } from '#contract/rules/customer-requests.ts'
import type { DraftKind } from '#contract/drafts.ts'
import type { DisputeReason, DisputeStage, DisputeState, Settlement } from '#contract/rules/disputes.ts'
import type { UncheckedReason } from '#contract/rules/document-faults.ts'
import type { OwnColumnValues } from '#contract/rules/order-columns.ts'
import type { RequestChannel, RequestKind, RequestStep } from '#contract/rules/privacy.ts'
import type { ListFilters } from '#contract/rules/list-filters.ts'
import type { SortField } from '#contract/rules/list-order.ts'
import type { MailStateName } from '#contract/rules/mail-states.ts'
import type { Mode, QueueName } from '#contract/rules/queues.ts'
import type { RemarkFlag } from '#contract/rules/remark-flags.ts'
import type { StagedTarget } from '#contract/rules/staged-moves.ts'
import type { TemplatePurpose, TemplateTexts } from '#contract/rules/templates.ts'
import type { Role } from '#contract/rules/roles.ts'
import type { KeySettings } from '#contract/session.ts'
import type { DisclosureTexts } from '#contract/sites.ts'
import type { Status } from '#contract/rules/statuses.ts'

type Id = ColumnType<number, never, never>
type OptionalDate = Date | null
type Money = string | null
type Json<T extends object> = JSONColumnType<T>
type JsonWithDefault<T extends object> = JSONColumnType<T, string | undefined>

export interface Tables {
  members: {
    id: Id
    name: string
    email: string | null
    password_hash: string | null
    role: Role
    created_at: Date
    removed_at: Date | null
    password_expires_at: Date | null
    key_settings: JSONColumnType<KeySettings> | null
  }
  sessions: {
    id: Generated<string>
    member_id: number
    created_at: Date
    authenticated_at: Date
    expires_at: Date
    last_seen_at: Date
    revoked_at: Date | null
    ip: string
    user_agent: string
    remembered: Generated<boolean>
    token_id: string | null
    former_token_id: string | null
    former_token_until: Date | null
  }
  member_devices: {
    member_id: number
    token_hash: Buffer
    created_at: Date
    last_seen_at: Date
    user_agent: string
  }
  totp_factors: {
    member_id: number
    sealed: Buffer
    created_at: Date
    confirmed_at: OptionalDate
    last_step: number | null
  }
  recovery_codes: { member_id: number; code_hash: Buffer; used_at: OptionalDate }
  passkeys: {
    id: string
    member_id: number
    name: string
    public_key: Buffer
    counter: number
    transports: string[]
    created_at: Date
    last_used_at: OptionalDate
  }
  passkey_challenges: {
    challenge_hash: Buffer
    member_id: number
    purpose: 'enrol' | 'prove'
    expires_at: Date
  }
  password_resets: { token_hash: Buffer; member_id: number; expires_at: Date; used_at: Date | null }
  attempts: { id: Id; scope: string; key: string; at: Date }
  intake_keys: {
    id: Id
    name: string
    key_hash: Buffer
    domains: string[] | null
    created_at: Date
    last_used_at: Date | null
    revoked_at: Date | null
  }
  idempotency_keys: {
    owner: string
    key: string
    body_hash: Buffer
    sealed_reply: Buffer | null
    created_at: Date
  }
  imported_orders: { order_id: number; sha256: Buffer; key: string }
  import_files: {
    sha256: Buffer
    started_at: Date
    finished_at: Date | null
    records: Generated<number>
    imported: Generated<number>
    known: Generated<number>
    refused: Generated<number>
    report_bytes: Generated<number>
    name: Generated<string>
    imported_by: Generated<string>
  }
  audit_events: {
    id: Id
    at: Date
    member_id: number | null
    action: string
    details: JsonWithDefault<object>
    actor: string
    role: Role | null
    order_id: number | null
    session_id: string | null
    ip: string | null
    user_agent: string | null
    mac: Buffer
    xid: Generated<string>
  }
  audit_chain: { seq: number; event_id: number; previous: Buffer; hash: Buffer; chained_at: Date }
  site_policies: {
    domain: string
    kind: 'terms' | 'refund' | 'disclosure'
    version: string
    text: string
    translations: JSONColumnType<Partial<DisclosureTexts>> | null
    first_seen_at: Date
  }
  payment_gateways: {
    id: Id
    gateway_name: string
    is_active: Generated<boolean>
    active_since: OptionalDate
    fallback: number | null
  }
  silent_sites: { domain: string; silent_since: Date; noticed_at: Date }
  orders: OrdersTable
  order_counts: {
    id: Id
    process_status: Status
    assignee_id: number | null
    processing_mode: Mode | null
    window_opens_on: string | null
    n: number
  }
  order_months: { id: Id; process_status: Status; month: string; n: number }
  order_events: {
    id: Generated<number>
    order_id: number
    at: Date
    member_id: number | null
    actor: string
    action: string
    before: JSONColumnType<OrderState> | null
    after: JSONColumnType<OrderState> | null
    details: JsonWithDefault<Record<string, unknown>>
    sealed: Buffer | null
    sealed_details: Buffer | null
    xid: Generated<string>
  }
  order_changes: { order_id: number; xid: Generated<string> }
  name_words: { word: string; forms: string[] }
  order_viewers: { order_id: number; member_id: number; seen_at: Date; has_left: boolean }
  views: {
    id: Generated<number>
    owner_id: number | null
    name: string
    queue: QueueName
    filters: JSONColumnType<ListFilters>
    sort: SortField
    sort_order: 'asc' | 'desc'
    created_at: Date
    deleted_at: OptionalDate
  }
  view_pins: { member_id: number; view_id: number }
  form_origins: { id: Id; origin: string; created_at: Date; created_by: number }
  fill_tokens: {
    token_hash: Buffer
    order_id: number
    traveller: number
    session_id: string
    expires_at: Date
  }
  drafts: {
    order_id: number
    member_id: number
    kind: DraftKind
    revision: Generated<number>
    sealed: Buffer
    updated_at: Date
  }
  templates: {
    id: Id
    owner_id: number | null
    purpose: TemplatePurpose
    name: string
    texts: JSONColumnType<TemplateTexts>
    move_to: StagedTarget | null
    flags: RemarkFlag[]
    revision: Generated<number>
    changed_by: number
    changed_at: Date
    deleted_at: OptionalDate
  }
  order_evidence_keys: {
    order_id: number
    kind: 'card' | 'account' | 'email' | 'ip' | 'device'
    hash: Buffer
    transacted_at: Date
  }
  bulk_runs: {
    id: Generated<string>
    member_id: number
    session_id: string
    queue: QueueName
    action: JSONColumnType<BulkRunAction>
    total: number
    pass: 'change' | 'undo' | null
    worked_at: Date
    started_at: Date
    done_batches: Generated<number>
    changed: Generated<number>
    refused: Generated<number>
    finished_at: OptionalDate
    stop_reason: string | null
    undo_started_at: OptionalDate
    undone_batches: Generated<number>
    undone: Generated<number>
    kept: Generated<number>
    undo_finished_at: OptionalDate
    undo_stop_reason: string | null
  }
  bulk_run_batches: {
    run_id: string
    number: number
    order_ids: number[]
    event_ids: number[] | null
    refusals: JSONColumnType<{ orderId: number; reason: string }[]> | null
    kept: JSONColumnType<{ orderId: number; reason: string }[]> | null
  }
  undo_tokens: {
    token_hash: Buffer
    member_id: number
    event_ids: number[]
    expires_at: Date
    used_at: Date | null
  }
  remarks: {
    id: Id
    order_id: number
    at: Date
    member_id: number | null
    remark_name: string | null
    sealed_remark: Buffer
    whatsapp: Generated<boolean>
    telephone: Generated<boolean>
    status_refund: Generated<boolean>
    voided: Generated<boolean>
    chargeback: Generated<boolean>
  }
  disputes: {
    id: Id
    order_id: number | null
    gateway: string
    gateway_dispute_id: string | null
    charge_id: string | null
    payment_intent_id: string | null
    transaction_id: string | null
    stage: DisputeStage
    reason: DisputeReason
    network: string | null
    network_code: string | null
    amount: Money
    currency: string | null
    opened_at: Date
    updated_at: Date
    state_rank: number
    due_at: OptionalDate
    is_due_guessed: Generated<boolean>
    outcome: DisputeState
    settled_as: Settlement | null
    settled_at: OptionalDate
    settled_by: number | null
    received_at: Date
    event_id: number | null
    moved_as: 'chargeback' | 'prevented' | null
    told_hours: number | null
    told_due_at: OptionalDate
  }
  gateway_refunds: {
    id: Id
    order_id: number | null
    gateway: string
    charge_id: string | null
    payment_intent_id: string | null
    transaction_id: string | null
    amount: string
    currency: string
    updated_at: Date
    received_at: Date
  }
  refunds: {
    id: Id
    order_id: number
    at: Date
    member_id: number | null
    amount: Money
    currency: string | null
    sealed_reference: Buffer | null
  }
  documents: {
    id: Id
    order_id: number
    file1: string
    stored_as: string
    file_key: Buffer
    sealed_name: Buffer
    content_type: string
    size: number
    sha256: Buffer
    mail_service_provider: string
    created_at: Date
    member_id: number | null
    withdrawn_at: OptionalDate
    withdrawn_by: number | null
    sealed_withdrawn_reason: Buffer | null
    replaced_by: number | null
    preview_file: string | null
    preview_key: Buffer | null
    sealed_qr_text: Buffer | null
    message_file_id: number | null
    visible_from: OptionalDate
    traveller: number | null
    pages: number | null
    unchecked: UncheckedReason | null
    checked_at: OptionalDate
    checked_by: number | null
  }
  proposals: {
    id: Id
    created_at: Date
    expires_at: Date
    member_id: number | null
    message_file_id: number | null
    stored_as: string
    file_key: Buffer
    content_type: string
    size: number
    sha256: Buffer
    sealed: Buffer
    preview_file: string | null
    preview_key: Buffer | null
    attempted_at: OptionalDate
    attempts: Generated<number>
    read_at: OptionalDate
    order_ids: Generated<number[]>
    certain_order_id: number | null
    send_at: OptionalDate
    dismissed_at: OptionalDate
    dismissed_by: number | null
    sent_at: OptionalDate
    sent_by: number | null
    sent_order_id: number | null
    sent_event_id: number | null
  }
  mails: {
    id: Generated<string>
    order_id: number | null
    kind: string
    recipient: string
    sealed_subject: Buffer
    sealed_props: Buffer
    provider: string
    state: Generated<MailState>
    document_id: number | null
    is_resend: Generated<boolean>
    event_id: number | null
    created_at: Date
    not_before: Date
    attempts: Generated<number>
    attempted_at: Date | null
    sent_at: Date | null
    provider_message_id: string | null
    error: string | null
    resend_of: string | null
    state_at: OptionalDate
    complained_at: OptionalDate
    doubted_at: OptionalDate
    settled_at: OptionalDate
    settled_by: number | null
    taken_back_at: OptionalDate
    waiting_since: OptionalDate
    to_order: Generated<boolean>
  }
  mail_reports: {
    id: Id
    mail_id: string
    provider: string
    provider_event_id: string
    kind: MailReportKind
    at: Date
    received_at: Date
    detail: string | null
  }
  mail_quotas: {
    scope: MailQuotaScope
    key: string
    proven: boolean
    hour: Date
    received: Generated<number>
    bytes: Generated<number>
    left_out: Generated<number>
  }
  messages: {
    id: Id
    order_id: number
    direction: 'in' | 'out'
    at: Date
    message_id: string
    sealed: Buffer
    from_customer: Generated<boolean>
    authentic: Generated<'pass' | 'fail' | 'unknown'>
    automatic: Generated<boolean>
    listed: 'always' | 'while waiting' | null
    handled_at: OptionalDate
    handled_by: number | null
    member_id: number | null
    mail_id: string | null
  }
  message_files: {
    id: Id
    message_id: number
    stored_as: string
    file_key: Buffer
    sealed_name: Buffer
    content_type: string
    size: number
    sha256: Buffer
    kind: Generated<'file' | 'inline' | 'original'>
  }
  downloads: {
    id: Id
    order_id: number
    document_id: number
    at: Date
    ip: string
    timezone: string
    browser: string
    os: string
    user_agent: string
    visit: Buffer | null
    sent: Generated<string>
    bytes_sent: number | null
    completed: Generated<boolean>
    repeats: Generated<number>
  }
  visitor_sessions: {
    token_hash: Buffer
    order_id: number
    ip: string
    created_at: Date
    expires_at: Date
    by_buyer: Generated<boolean>
  }
  invoice_numbers: {
    year: number
    number: number
    order_id: number
    issued_at: Date
    sealed_facts: Buffer
  }
  settings: { key: string; value: Json<object> }
  web_assets: { path: string; content: Buffer; replaced_at: Date | null }
  privacy_requests: {
    id: string
    sealed: Buffer | null
    kinds: RequestKind[]
    channel: RequestChannel
    order_ids: number[]
    asked_at: Date
    due_at: Date
    created_at: Date
    created_by: number
    closed_at: OptionalDate
    closed_by: number | null
    mail_id: string | null
  }
  privacy_steps: { request_id: string; step: RequestStep; at: Date; member_id: number }
  erasures: {
    request_id: string
    order_id: number
    part: 'all' | 'disputed'
    asked_at: Date
    asked_by: number
    done_at: OptionalDate
  }
  erased_orders: { order_id: number; part: 'all' | 'disputed' | 'details'; erased_at: Date }
  access_links: {
    token_hash: Buffer
    request_id: string
    mail_id: string | null
    sent_at: Date
    sent_by: number
    expires_at: Date
    replaced_at: OptionalDate
    opened_at: OptionalDate
    pdf_began_at: OptionalDate
    pdf_fetched_at: OptionalDate
    json_began_at: OptionalDate
    json_fetched_at: OptionalDate
  }
  customer_questions: {
    id: Id
    order_id: number
    token_hash: Buffer
    event_id: number
    mail_id: string
    asked_at: Date
    asked_by: number
    expires_at: Date
    sealed: Buffer
    replaces: number | null
    ended_at: OptionalDate
    ended_as: 'answered' | 'replaced' | 'cancelled' | null
  }
  customer_requests: {
    id: Id
    order_id: number
    about: RequestSubject
    asked_at: Date
    sealed_text: Buffer | null
    ended_as: Exclude<RequestState, 'open'> | null
    ended_at: OptionalDate
    ended_by: number | null
    sealed_answer: Buffer | null
    event_id: number | null
  }
  erased_files: { id: Id; place: 'store' | 'outbox'; name: string }
}

export type MailState = MailStateName

/** Counted by the quotas of incoming mail. */
export type MailQuotaScope = 'all' | 'order' | 'sender'
export type MailReportKind = 'accepted' | 'deferred' | 'delivered' | 'bounced' | 'complained' | 'refused'

/** Columns that a move or an assignment changes and undo restores. Instants are ISO texts. */
export interface OrderState {
  process_status: Status
  assignee_id: number | null
  processing_date: string | null
  processed_by: number | null
  refund_date: string | null
}

/** The displayed columns are in `order-columns.ts`. */
interface OrdersTable extends OwnColumnValues {
  assignee_id: number | null
  assigned_at: OptionalDate
  processed_by: number | null
  prefix: 'arrival' | 'departure' | ''
  full_name: string
  traveller_email: string
  phone_code: string
  phone_number: string
  telephone: string | null
  given_mode: Mode | null
  departure_time: string
  nationality: string
  country_name: string
  country_iso2: string | null
  search_text: string
  passport_hash: Buffer | null
  family_passport_hashes: Generated<(Buffer | null)[]>
  search_version: Generated<number>
  filed_at: OptionalDate
  household_keys: Generated<Buffer[]>
  traveller_keys: Generated<Buffer[]>
  sealed: Buffer
  state_event_id: number | null
}

export type OrderRow = Selectable<OrdersTable>
