import pg from 'pg'
import { sql } from 'kysely'
import type { ConnectionSettings, Db } from './database.ts'
import type { Tables } from './tables.ts'

export const serverRole = 'pabean_server'
const chainWriter = 'pabean_audit_writer'

/** ms until a database that says nothing counts as unreachable. */
const connectMs = 10_000

async function withClient<T>(
  connection: ConnectionSettings,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionTimeoutMillis: connectMs, ...connection })
  // A lost connection fails the current statement or the next one.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Creates `serverRole` as the superuser. Roles belong to the cluster, so another process may create it at the same
 * time.
 */
export const createServerRole = (owner: ConnectionSettings): Promise<void> =>
  withClient(owner, async (client) => {
    await client.query(`do $$ begin
      if to_regrole('${serverRole}') is null then create role ${serverRole} login; end if;
    exception when duplicate_object or unique_violation then null;
    end $$`)
  })

/**
 * Role and database of a connection. Retried once: another process may end the role's idle connections at its start
 * (`applyRoleSettings`), this one included.
 */
export function readSession(connection: ConnectionSettings): Promise<{ role: string; database: string }> {
  const read = () =>
    withClient(connection, async (client) => {
      const { rows } = await client.query<{ role: string; database: string }>(
        `select current_user as role, current_database() as database`,
      )
      return rows[0] ?? { role: '', database: '' }
    })
  return read().catch(read)
}

/** Whether the audit chain has a role that appends to it, and whether the server's role is a member of that. */
const selectChainWriter = `
  select coalesce(has_table_privilege(to_regrole('${chainWriter}')::oid, 'audit_chain', 'insert'), false) as has,
    coalesce(pg_has_role($1, to_regrole('${chainWriter}')::oid, 'member'), false) as "isMember"`

interface Relation {
  schema: string
  name: string
  isSequence: boolean
  present: string[]
}

/** The tables and sequences whose rights the owner may grant. */
const selectRelations = `
  select n.nspname as schema, c.relname as name, c.relkind = 'S' as "isSequence", array(
    select lower(a.privilege_type) from aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where r.rolname = $1) as present
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($2) and c.relkind in ('r', 'p', 'S') and pg_has_role(c.relowner, 'usage')`

/** Revokes the unneeded rights of `public`, and grants the schemas that the role lacks. */
const selectSchemaStatements = `
  select 'revoke create on schema public from public' as statement
  from pg_namespace n, aclexplode(n.nspacl) a
  where n.nspname = 'public' and a.grantee = 0 and a.privilege_type = 'CREATE' and pg_has_role(n.nspowner, 'usage')
  union all
  select format('revoke temporary on database %I from public', d.datname)
  from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
  where d.datname = current_database() and a.grantee = 0 and a.privilege_type = 'TEMPORARY'
    and pg_has_role(d.datdba, 'usage')
  union all
  select format('grant usage on schema %I to %I', n.nspname, $1::text) from pg_namespace n
  where n.nspname = any($2) and not has_schema_privilege($1, n.oid, 'usage')`

function rightsFor({ schema, name, isSequence }: Relation, hasChainWriter: boolean): readonly string[] {
  if (isSequence) return schema === 'public' && usedSequences.includes(name) ? ['usage'] : []
  const writes: readonly WriteRight[] | undefined = schemaRights[schema]?.[name]
  if (!writes) return []
  return ['select', ...writes, ...(name === 'audit_chain' && !hasChainWriter ? ['insert'] : [])]
}

function rightStatements(role: string, relation: Relation, needed: readonly string[]): string[] {
  const { schema, name, isSequence, present } = relation
  const kind = isSequence ? 'sequence' : 'table'
  const on = `on ${kind} ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
  const missing = needed.filter((right) => !present.includes(right))
  const extra = present.filter((right) => !needed.includes(right))
  return [
    ...(missing.length > 0 ? [`grant ${missing.join(', ')} ${on} to ${role}`] : []),
    ...(extra.length > 0 ? [`revoke ${extra.join(', ')} ${on} from ${role}`] : []),
  ]
}

/**
 * Gives the server's role exactly `schemaRights`, as the owner of the database; writes differences only. Several
 * servers may do so at once.
 */
export const grantServerRights = (owner: ConnectionSettings, role: string): Promise<void> =>
  withClient(owner, async (client) => {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtextextended('server rights', 0))`)
    const quoted = pg.escapeIdentifier(role)
    const schemas = Object.keys(schemaRights)
    const { rows: writers } = await client.query<{ has: boolean; isMember: boolean }>(selectChainWriter, [
      role,
    ])
    const { has, isMember } = writers[0] ?? { has: false, isMember: false }
    const { rows: schemaStatements } = await client.query<{ statement: string }>(selectSchemaStatements, [
      role,
      schemas,
    ])
    const { rows: relations } = await client.query<Relation>(selectRelations, [role, schemas])
    const statements = [
      ...schemaStatements.map(({ statement }) => statement),
      ...relations.flatMap((relation) => rightStatements(quoted, relation, rightsFor(relation, has))),
      ...(has && !isMember ? [`grant ${chainWriter} to ${quoted}`] : []),
    ]
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  })

/** Whether the role could change the schema, create tables, or reach other databases, roles or files. */
export async function hasExcessRights(db: Db): Promise<boolean> {
  const { rows } = await sql<{ excess: boolean }>`
    select r.rolsuper or r.rolcreatedb or r.rolcreaterole or r.rolreplication or r.rolbypassrls
      or has_schema_privilege('public', 'create') or has_database_privilege(current_database(), 'create, temporary')
      or exists (select from pg_class c where c.oid = to_regclass('public.orders') and pg_has_role(c.relowner, 'usage'))
      as excess
    from pg_roles r where r.rolname = current_user`.execute(db)
  return rows[0]?.excess ?? true
}

/** Rights besides `select`. Locking rows needs `update`. */
export type WriteRight = 'insert' | 'update' | 'delete'

const grows = ['insert'] as const
const changes = ['insert', 'update'] as const
const comesAndGoes = ['insert', 'delete'] as const
const everything = ['insert', 'update', 'delete'] as const

/** What the server and the commands do to each table; each right has a statement that needs it. */
export const tableRights = {
  access_links: changes,
  attempts: everything,
  // Only the chain writer may append.
  audit_chain: [],
  audit_events: grows,
  bulk_run_batches: changes,
  bulk_runs: everything,
  customer_requests: everything,
  customer_questions: everything,
  disputes: everything,
  documents: everything,
  downloads: everything,
  drafts: everything,
  erased_files: comesAndGoes,
  erased_orders: changes,
  erasures: changes,
  fill_tokens: comesAndGoes,
  form_origins: comesAndGoes,
  gateway_refunds: everything,
  idempotency_keys: everything,
  import_files: changes,
  // A function of the schema deletes, as the owner.
  imported_orders: grows,
  intake_keys: changes,
  invoice_numbers: changes,
  mail_quotas: everything,
  mail_reports: comesAndGoes,
  mails: everything,
  member_devices: everything,
  members: changes,
  message_files: everything,
  messages: everything,
  name_words: [],
  // Triggers insert, as the owner.
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
  silent_sites: comesAndGoes,
  site_policies: grows,
  templates: changes,
  totp_factors: everything,
  undo_tokens: everything,
  view_pins: comesAndGoes,
  views: changes,
  visitor_sessions: comesAndGoes,
  web_assets: everything,
} satisfies Record<keyof Tables, readonly WriteRight[]>

/** Read to find missing migrations. */
const migrationRights = { kysely_migration: [], kysely_migration_lock: [] }

const jobRights = {
  archive: comesAndGoes,
  job: everything,
  queue: [],
  schedule: everything,
  version: ['update'],
} satisfies Record<string, readonly WriteRight[]>

export const schemaRights: Record<string, Record<string, readonly WriteRight[]>> = {
  public: { ...tableRights, ...migrationRights },
  jobs: jobRights,
}

/** Sequences that a statement names; identity columns need no right. */
export const usedSequences: readonly string[] = ['order_ids', 'order_events_id_seq']
