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
    resealRow: [instead(' and xmin::text = ${row.version}', '')],
  }),
  ...faultsIn('src/server/platform/reseal/reseal-files.ts', ['reseal'], {
    switchFile: [
      instead(' and ${sql.ref(files.key)} is null', ''),
      instead('${sql.ref(files.formerName)} = ${formerName} and ', ''),
    ],
    removeReplacedFiles: [without(".where('at', '<=', until)"), without(".where('name', '=', name)")],
  }),
]
