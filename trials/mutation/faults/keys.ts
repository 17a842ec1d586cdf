import { faultsIn, instead, without, type SqlFault } from '../sql-fault.ts'

/** Of what seals, and of what seals anew. */
export const keyFaults: SqlFault[] = [
  ...faultsIn('src/server/platform/server-keys.ts', ['reseal'], {
    resealServerKeys: [without(".where('key', '=', key)")],
    forgetFormerKeys: [
      without(".where('key', 'like', `${checkPrefix}%`)"),
      without(".where('key', '<>', checkOf(seal.currentKeyId))"),
    ],
  }),
  ...faultsIn('src/server/platform/reseal/reseal-rows.ts', ['reseal'], {
    resealRows: [
      without('t.ctid = v.place::tid and '),
      instead(' and t.xmin::text = v.version', '', {
        equivalent: 'A row that was changed stands elsewhere; a place is taken again after a cleaning only.',
      }),
    ],
  }),
  ...faultsIn('src/server/platform/reseal/former-addresses.ts', ['reseal', 'safety/key-rotation'], {
    columns: [
      without('action = ${received} and '),
      without(" and actor like '%@%'", { equivalent: 'The actor of such an event is the same already.' }),
    ],
    removeNextAddresses: [
      instead(' and ${column.where}', '', { seenBy: ['reseal'] }),
      without('id between ${ids[0]} and ${ids[1]} and ', {
        equivalent: 'The first batch would do the work of all.',
      }),
    ],
  }),
  ...faultsIn('src/server/platform/jobs/sealed-payload.ts', ['safety/key-rotation'], {
    resealJobs: [
      without('where id = ${id} and name = ${name}'),
      instead('where id = ${id} and name = ${name}', 'where id = ${id}', {
        equivalent: 'An id is of one job; the name says in which part of the table.',
      }),
    ],
    isReadable: [without('name = any(${sealedJobs}) and '), without(" and not data ? 'sealed'")],
    deleteReadableJobs: [
      without(" and state in ('completed', 'cancelled', 'failed')", {
        equivalent:
          'Those to be worked are sealed by then, but for one that an older version adds meanwhile.',
      }),
    ],
  }),
  ...faultsIn('src/server/platform/reseal/reseal-files.ts', ['reseal'], {
    switchFile: [
      instead(' and ${sql.ref(files.key)} is null', ''),
      instead('${sql.ref(files.formerName)} = ${former.name} and ', ''),
      instead('sql`id = ${former.id} and`', 'sql``'),
      without('files.isShared ? sql`` : '),
    ],
    removeReplacedFiles: [without(".where('at', '<=', until)"), without(".where('name', '=', name)")],
  }),
]
