import { faultsIn, instead, without, type SqlFault } from '../sql-fault.ts'

/** Of what records and chains. */
export const auditFaults: SqlFault[] = [
  ...faultsIn('src/server/audit/audit.queries.ts', ['audit: every act is recorded'], {
    recordedWith: [
      instead(
        ".where(({ exists, selectFrom }) =>\n            exists(\n              selectFrom('orders as o').select('o.order_id').whereRef('o.order_id', '=', 'entry.order_id'),\n            ),\n          )",
        '',
      ),
      without(".whereRef('o.order_id', '=', 'entry.order_id')"),
    ],
  }),
  ...faultsIn('src/server/audit/chain.queries.ts', ['audit-chain: entries'], {
    isSettled: [
      instead('e.xid < pg_snapshot_xmin(pg_current_snapshot())', 'true'),
      without('or e.xid >= pg_snapshot_xmax(pg_current_snapshot())'),
    ],
    isUnchained: [
      instead('not exists (select from audit_chain c where c.event_id = e.id)', 'true', {
        equivalent: 'What is after the last link has none; elsewhere a second link is refused by the table.',
      }),
    ],
  }),
]
