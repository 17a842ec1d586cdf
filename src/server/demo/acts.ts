import type { Platform, Work } from '#server/platform/work.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { TeamMember } from './histories.ts'
import { devices } from './payments.ts'
import { createChance } from './random.ts'
import { demoTeam } from './team.ts'

export type DemoMemberName = (typeof demoTeam)[number]['name']

/** A member's action outside an order's history. */
export interface Act {
  at: Date
  by: DemoMemberName
  perform: (work: Work) => Promise<unknown>
}

const desktops = devices.filter(({ os }) => ['Windows', 'macOS', 'Linux'].includes(os))

/** Each member acts in their own session. */
function createCallers(team: readonly TeamMember[], now: Date) {
  const chance = createChance(20_261_121)
  return new Map<string, Pick<Work, 'actor' | 'ip' | 'userAgent'>>(
    demoTeam.map(({ name, email, role }, index) => [
      name,
      {
        actor: {
          kind: 'member',
          id: team.find((it) => it.name === name)?.id ?? 0,
          name,
          email,
          role,
          sessionId: chance.fillPattern('########-####-4###-8###-############'),
          tokenId: '',
          authenticatedAt: now,
          mustEnrol: false,
        },
        ip: `203.0.113.${20 + index}`,
        userAgent: desktops[index % desktops.length]?.userAgent ?? '',
      },
    ]),
  )
}

/** Performs the earliest act first, so that the numbers of audit entries follow time. */
export async function performActs(
  { now, ...platform }: Platform & { tx: Tx; now: Date },
  team: readonly TeamMember[],
  acts: readonly Act[],
): Promise<void> {
  const callers = createCallers(team, now)
  for (const { at, by, perform } of acts.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const caller = callers.get(by)
    if (caller) await perform({ ...platform, ...caller, now: at })
  }
}
