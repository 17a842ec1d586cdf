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
  ...faultsIn('src/server/platform/reseal/former-addresses.ts', ['reseal'], {
    removeFormerAddresses: [
      without('action = ${received} and '),
      without(" and actor like '%@%'", { equivalent: 'The actor of such an event is the same already.' }),
      without("where error like '%@%'", { equivalent: 'Nothing is replaced where there is no address.' }),
      without("where detail like '%@%'", { equivalent: 'Nothing is replaced where there is no address.' }),
    ],
  }),
  ...faultsIn('src/server/platform/reseal/reseal-files.ts', ['reseal'], {
    switchFile: [
      instead(' and ${sql.ref(files.key)} is null', ''),
      instead('${sql.ref(files.formerName)} = ${formerName} and ', ''),
    ],
    removeReplacedFiles: [without(".where('at', '<=', until)"), without(".where('name', '=', name)")],
  }),
]
