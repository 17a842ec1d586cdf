import { faultsIn, without, type SqlFault } from '../sql-fault.ts'

/** Of what is kept of the pages. */
export const pageFaults: SqlFault[] = faultsIn('src/server/platform/http/kept-assets.ts', ['kept-assets'], {
  keepAssets: [
    without(".where('path', 'in', replaced)"),
    without(".where('path', 'in', returned)"),
    without(".where('replaced_at', '<', keptSince)"),
  ],
})
