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
  ...faultsIn('src/server/platform/reseal.ts', ['reseal'], {
    resealRows: [
      without('t.ctid = v.place::tid and '),
      instead(' and t.xmin::text = v.version', '', {
        equivalent: 'A row that was changed stands elsewhere; a place is taken again after a cleaning only.',
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
  }),
]
