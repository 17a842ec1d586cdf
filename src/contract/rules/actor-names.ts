/** Names of actors in histories, packs and the audit who are no members. */
export const actorNames = {
  customer: 'Customer',
  visitor: 'Visitor',
  incomingMail: 'Incoming mail',
  officialMail: 'Official mail',
  reminder: 'Reminder',
  privacyDesk: 'Privacy desk',
  retention: 'Retention',
  restore: 'Restore',
  serverStart: 'Server start',
  commandLine: 'Command line',
  import: 'Import',
  system: 'System',
  unknown: 'unknown',
} as const

/** Equal for names that look the same: ignores case and spaces. */
const asRead = (name: string) =>
  name
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

const reserved: ReadonlySet<string> = new Set(Object.values(actorNames).map(asRead))

/** Whether a member's name could be mistaken for one of them. */
export const isActorName = (name: string): boolean => reserved.has(asRead(name))
