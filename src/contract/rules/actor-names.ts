/** By whom histories, packs and the audit say that something was done, where it was no member. */
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

/** As a reader compares them: whatever looks the same, in capitals or not, with any spaces. */
const asRead = (name: string) =>
  name
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

const reserved: ReadonlySet<string> = new Set(Object.values(actorNames).map(asRead))

/** Whether a member of this name could be taken for one of them. */
export const isActorName = (name: string): boolean => reserved.has(asRead(name))
