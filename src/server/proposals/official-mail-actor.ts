import { actorNames } from '#contract/rules/actor-names.ts'
import type { JobActor } from '#server/platform/work.ts'

/** As an order's history names who sends certain documents by itself (product §12). */
export const officialMailActor: JobActor = { kind: 'job', name: actorNames.officialMail }
