import { compareVersions, isInRange, parseRelease } from './versions.ts'

export type Severity = 'critical' | 'high' | 'moderate' | 'low' | 'info'

/** Days, as docs/security.md says under Packages; a test compares them. */
export const timeFrames = {
  /** Until a vulnerability of a package that serves is mended, since a version without it was published. */
  advisory: { critical: 3, high: 3, moderate: 14, low: 90, info: 90 } satisfies Record<Severity, number>,
  /** The same of a package that only builds and tests. */
  developmentAdvisory: 90,
  /** Until a package that we name is renewed, since the first newer version was published. */
  newerVersion: 90,
  /** The same where all newer versions have another major number. */
  newerMajor: 180,
} as const

export interface Advisory {
  package: string
  title: string
  severity: Severity
  range: string
  /** Paths in the lock file. */
  nodes: readonly string[]
}

export interface PackageFacts {
  now: Date
  /** `packages` of the lock file. */
  locked: Record<
    string,
    { version?: string | undefined; dev?: boolean | undefined; deprecated?: string | undefined }
  >
  /** Packages that `package.json` names. */
  direct: readonly string[]
  /** The newest version for general use, of each direct package that is not at it. */
  latest: Record<string, string>
  advisories: readonly Advisory[]
  /** When each version was published, of each package that is judged by it. */
  published: Record<string, Record<string, string>>
  exceptions: readonly PackageException[]
}

type Rule = 'advisory' | 'age' | 'deprecated'

/** What may breach one of the rules, and why. */
export interface PackageException {
  package: string
  rule: Rule
  reason: string
}

/** `days`: since when it could have been mended; null where no version mends it. */
export interface Breach {
  rule: Rule
  package: string
  version: string
  what: string
  days: number | null
  allowed: number
}

const dayMs = 24 * 60 * 60_000

/** Newer versions for general use with the day of each, oldest first. */
function newerReleases({ published }: PackageFacts, name: string, version: string) {
  return Object.entries(published[name] ?? {})
    .filter(([other]) => parseRelease(other) && compareVersions(other, version) > 0)
    .map(([other, at]) => ({ version: other, at: Date.parse(at) }))
    .toSorted((a, b) => a.at - b.at)
}

const daysSince = ({ now }: PackageFacts, at: number) => Math.floor((now.getTime() - at) / dayMs)

function judgeAdvisories(facts: PackageFacts): Breach[] {
  return facts.advisories.flatMap((advisory) =>
    advisory.nodes.flatMap((node) => {
      const { version, dev = false } = facts.locked[node] ?? {}
      if (version === undefined) throw new Error(`${node} is not in the lock file.`)
      if (!isInRange(version, advisory.range)) return []
      const mended = newerReleases(facts, advisory.package, version).find(
        (release) => !isInRange(release.version, advisory.range),
      )
      const allowed = dev ? timeFrames.developmentAdvisory : timeFrames.advisory[advisory.severity]
      const days = mended ? daysSince(facts, mended.at) : null
      if (days !== null && days <= allowed) return []
      const what = `${advisory.severity}: ${advisory.title}`
      return [{ rule: 'advisory' as const, package: advisory.package, version, what, days, allowed }]
    }),
  )
}

function judgeAge(facts: PackageFacts): Breach[] {
  return Object.entries(facts.latest).flatMap(([name, latest]) => {
    const { version = '' } = facts.locked[`node_modules/${name}`] ?? {}
    const newer = newerReleases(facts, name, version).filter(
      (release) => compareVersions(release.version, latest) <= 0,
    )
    const major = parseRelease(version)?.[0]
    const sameMajor = newer.find((release) => parseRelease(release.version)?.[0] === major)
    const judged = [
      { release: sameMajor, allowed: timeFrames.newerVersion },
      { release: newer[0], allowed: timeFrames.newerMajor },
    ]
    const breach = judged.find(({ release, allowed }) => release && daysSince(facts, release.at) > allowed)
    if (!breach?.release) return []
    const days = daysSince(facts, breach.release.at)
    return [
      {
        rule: 'age' as const,
        package: name,
        version,
        what: `${latest} is out`,
        days,
        allowed: breach.allowed,
      },
    ]
  })
}

/** Nobody says since when a package is deprecated: it is replaced before the next release. */
const judgeDeprecated = ({ direct, locked }: PackageFacts): Breach[] =>
  direct.flatMap((name) => {
    const { version = '', deprecated } = locked[`node_modules/${name}`] ?? {}
    return deprecated
      ? [
          {
            rule: 'deprecated' as const,
            package: name,
            version,
            what: 'marked as deprecated',
            days: null,
            allowed: 0,
          },
        ]
      : []
  })

/** What breaches a time frame, the listed exceptions apart. Throws for a range that cannot be read. */
export function judgePackages(facts: PackageFacts): Breach[] {
  return [...judgeAdvisories(facts), ...judgeAge(facts), ...judgeDeprecated(facts)].filter(
    (breach) => !facts.exceptions.some((it) => it.package === breach.package && it.rule === breach.rule),
  )
}
