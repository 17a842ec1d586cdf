export const requestKinds = ['access', 'correction', 'restriction', 'erasure'] as const
export type RequestKind = (typeof requestKinds)[number]

export const requestChannels = ['e-mail', 'telephone', 'site', 'letter'] as const
export type RequestChannel = (typeof requestChannels)[number]

/** Steps of a request; each is ticked with member and time. */
export const requestSteps = ['identity', 'restriction', 'correction', 'access', 'erasure'] as const
export type RequestStep = (typeof requestSteps)[number]

/** The two forms of an access file. */
export const accessFileKinds = ['PDF', 'JSON'] as const
export type AccessFileKind = (typeof accessFileKinds)[number]

/** Validity of a link to an access file. */
export const accessLinkDays = 14

const hourMs = 60 * 60_000
/** The law's time to answer. */
export const answerHours = 72
/** Below this the clock is amber. */
const soonHours = 12

export const answerDueAt = (askedAt: Date): Date => new Date(askedAt.getTime() + answerHours * hourMs)

/** `31 h left`; minutes under two hours. */
const inHours = (ms: number) =>
  ms < 2 * hourMs ? `${Math.max(Math.floor(ms / 60_000), 0)} min` : `${Math.floor(ms / hourMs)} h`

export interface RequestClock {
  text: string
  tone: 'plain' | 'soon' | 'late' | 'closed'
  percent: number
}

/** The clock beside a request. Instants are ISO texts. */
export function requestClock(
  { asked_at: askedAt, closed_at: closedAt }: { asked_at: string; closed_at: string | null },
  now: Date,
): RequestClock {
  const asked = Date.parse(askedAt)
  if (closedAt)
    return { text: `closed in ${inHours(Date.parse(closedAt) - asked)}`, tone: 'closed', percent: 0 }
  const passed = now.getTime() - asked
  const left = answerHours * hourMs - passed
  const percent = Math.min(Math.max(Math.round((passed / (answerHours * hourMs)) * 100), 0), 100)
  if (left <= 0) return { text: `late ${inHours(-left)}`, tone: 'late', percent }
  return { text: `${inHours(left)} left`, tone: left < soonHours * hourMs ? 'soon' : 'plain', percent }
}

/** Scope of an erasure. `disputed`: all but the data of an open dispute; `details`: data that only the declaration needed. */
export type ErasedPart = 'all' | 'disputed' | 'details'
