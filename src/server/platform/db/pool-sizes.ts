import type { Config } from '#server/config.ts'

/** One by which other servers see this one's version, and one that watches a primary elsewhere. */
const besidePools = 2

/** Connections for long lists and exports, beside `databasePool` for requests and jobs. */
export const longReadsOf = ({ databasePool }: Pick<Config, 'databasePool'>): number =>
  Math.ceil(databasePool / 3)

/** Connections to the primary that a server keeps. */
export const connectionsOfServer = (config: Pick<Config, 'databasePool'>): number =>
  config.databasePool + longReadsOf(config) + besidePools
