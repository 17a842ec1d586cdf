import { actorNames } from '#contract/rules/actor-names.ts'
import type { JobActor } from '#server/platform/work.ts'

/** The actor of documents that are certain and sent automatically (product §12). */
export const officialMailActor: JobActor = { kind: 'job', name: actorNames.officialMail }
