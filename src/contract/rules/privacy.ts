/** What a customer can ask of their data (UU 27/2022). */
export const requestKinds = ['access', 'correction', 'restriction', 'erasure'] as const
export type RequestKind = (typeof requestKinds)[number]

/** How a request came. */
export const requestChannels = ['e-mail', 'telephone', 'site', 'letter'] as const
export type RequestChannel = (typeof requestChannels)[number]

/** What is done for a request; each is ticked with who and when. */
export const requestSteps = ['identity', 'restriction', 'correction', 'access', 'erasure'] as const
export type RequestStep = (typeof requestSteps)[number]

/** The two forms of an access file. */
export const accessFileKinds = ['PDF', 'JSON'] as const
export type AccessFileKind = (typeof accessFileKinds)[number]

/** For how long a customer can fetch an access file by its link. */
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
  /** How much of the 72 hours has passed, from 0 to 100. */
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

/** What of an order goes. `disputed`: what an open dispute needs stays; `details`: what only the declaration needed. */
export type ErasedPart = 'all' | 'disputed' | 'details'
