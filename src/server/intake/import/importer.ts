import type { IntakeActor } from '#server/platform/work.ts'

/** Who imports, in events, and whose keys of repeats they are. */
export const importer: IntakeActor = { kind: 'intake', name: 'import', domains: null }
