import { keysOf } from './typed-keys.ts'

/** The groups by which entries are filtered, in the order of the page. */
export const auditGroups = {
  'sign-in': 'Signed in, refused',
  view: 'Viewed, unmasked',
  search: 'Searched',
  download: 'Downloaded, exported',
  change: 'Changed',
} as const
export type AuditGroup = keyof typeof auditGroups

interface AuditActionTraits {
  /** The act, in the past tense, as the page shows it. */
  verb: string
  group: AuditGroup
  icon: 'signIn' | 'signOut' | 'refused' | 'view' | 'key' | 'search' | 'download' | 'document' | 'change'
  /** The act was refused. */
  isRefusal?: true
}

/** Every action that is recorded outside an order's history. */
const auditActions = {
  'signed in': { verb: 'Signed in', group: 'sign-in', icon: 'signIn' },
  'signed out': { verb: 'Signed out', group: 'sign-in', icon: 'signOut' },
  'sign-in refused': { verb: 'Sign-in refused', group: 'sign-in', icon: 'refused', isRefusal: true },
  refused: { verb: 'Refused', group: 'sign-in', icon: 'refused', isRefusal: true },
  'order viewed': { verb: 'Viewed', group: 'view', icon: 'view' },
  'messages viewed': { verb: 'Viewed', group: 'view', icon: 'view' },
  'mail viewed': { verb: 'Viewed', group: 'view', icon: 'view' },
  'outbox viewed': { verb: 'Viewed', group: 'view', icon: 'view' },
  'numbers shown': { verb: 'Unmasked', group: 'view', icon: 'key' },
  'form filled': { verb: 'Filled', group: 'view', icon: 'document' },
  'lists read': { verb: 'Read', group: 'view', icon: 'view' },
  searched: { verb: 'Searched', group: 'search', icon: 'search' },
  'document opened': { verb: 'Opened', group: 'download', icon: 'document' },
  'document previewed': { verb: 'Previewed', group: 'download', icon: 'document' },
  'document read': { verb: 'Viewed', group: 'view', icon: 'view' },
  'proposal compared': { verb: 'Viewed', group: 'view', icon: 'view' },
  'documents matched': { verb: 'Matched', group: 'change', icon: 'document' },
  'message file opened': { verb: 'Opened', group: 'download', icon: 'document' },
  'original mail opened': { verb: 'Opened', group: 'download', icon: 'document' },
  'pack opened': { verb: 'Opened', group: 'download', icon: 'document' },
  exported: { verb: 'Exported', group: 'download', icon: 'download' },
  'member added': { verb: 'Added', group: 'change', icon: 'change' },
  'member changed': { verb: 'Changed', group: 'change', icon: 'change' },
  'member removed': { verb: 'Removed', group: 'change', icon: 'change' },
  'gateway fallbacks changed': { verb: 'Changed', group: 'change', icon: 'key' },
  'gateway changed': { verb: 'Changed', group: 'change', icon: 'key' },
  'password changed': { verb: 'Changed', group: 'change', icon: 'key' },
  'password reset': { verb: 'Reset', group: 'change', icon: 'key' },
  'sessions ended': { verb: 'Ended', group: 'change', icon: 'signOut' },
  'second factor added': { verb: 'Added', group: 'change', icon: 'key' },
  'second factor removed': { verb: 'Removed', group: 'change', icon: 'key' },
  'second factor reset': { verb: 'Reset', group: 'change', icon: 'key' },
  'recovery codes renewed': { verb: 'Renewed', group: 'change', icon: 'key' },
  'second factor by role': { verb: 'Changed', group: 'change', icon: 'key' },
  'intake key made': { verb: 'Made', group: 'change', icon: 'key' },
  'intake key revoked': { verb: 'Revoked', group: 'change', icon: 'key' },
  'file imported': { verb: 'Imported', group: 'change', icon: 'change' },
  'import taken back': { verb: 'Took back', group: 'change', icon: 'change' },
  'form origin added': { verb: 'Added', group: 'change', icon: 'key' },
  'form origin removed': { verb: 'Removed', group: 'change', icon: 'key' },
  'privacy request viewed': { verb: 'Viewed', group: 'view', icon: 'view' },
  'access file made': { verb: 'Exported', group: 'download', icon: 'download' },
  'access link sent': { verb: 'Sent', group: 'change', icon: 'change' },
  'access file fetched': { verb: 'Exported', group: 'download', icon: 'download' },
  'privacy request recorded': { verb: 'Recorded', group: 'change', icon: 'change' },
  'privacy step ticked': { verb: 'Ticked', group: 'change', icon: 'change' },
  'privacy step unticked': { verb: 'Unticked', group: 'change', icon: 'change' },
  'orders restricted': { verb: 'Restricted', group: 'change', icon: 'change' },
  'restriction lifted': { verb: 'Lifted', group: 'change', icon: 'change' },
  'erasure confirmed': { verb: 'Confirmed', group: 'change', icon: 'change' },
  'order erased': { verb: 'Erased', group: 'change', icon: 'change' },
  'retention turned on': { verb: 'Turned on', group: 'change', icon: 'change' },
  'retention turned off': { verb: 'Turned off', group: 'change', icon: 'change' },
  'retention ran': { verb: 'Erased', group: 'change', icon: 'change' },
  'privacy request closed': { verb: 'Closed', group: 'change', icon: 'change' },
} as const satisfies Record<string, AuditActionTraits>
export type AuditAction = keyof typeof auditActions

/** The traits of a recorded action; undefined for one of another version. */
export const findAuditAction = (action: string): AuditActionTraits | undefined =>
  Object.hasOwn(auditActions, action) ? auditActions[action as AuditAction] : undefined

export const actionsOfGroups = (groups: readonly AuditGroup[]): AuditAction[] =>
  keysOf(auditActions).filter((action) => groups.includes(auditActions[action].group))
