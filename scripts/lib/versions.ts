/** A released version, `major.minor.patch`; null for one that is not for general use, such as `2.0.0-beta.1`. */
export function parseRelease(version: string): [number, number, number] | null {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)(?:\+.*)?$/.exec(version) ?? []
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)]
}

const numbersOf = (version: string) => (version.split(/[-+]/)[0] ?? '').split('.').map(Number)

/** Below 0 where `a` is the older; what comes before a release is compared as that release. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  for (const at of [0, 1, 2]) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

const comparisons: Record<string, (difference: number) => boolean> = {
  '<': (it) => it < 0,
  '<=': (it) => it <= 0,
  '>': (it) => it > 0,
  '>=': (it) => it >= 0,
  '=': (it) => it === 0,
}

function meets(version: string, comparator: string): boolean {
  if (comparator === '*') return true
  const [, operator = '=', than] = /^(<=|>=|<|>|=)?v?(\d+\.\d+\.\d+(?:[-+].*)?)$/.exec(comparator) ?? []
  const isMet = comparisons[operator]
  if (than === undefined || !isMet) throw new Error(`The range ${comparator} cannot be read.`)
  return isMet(compareVersions(version, than))
}

/** Whether a version is in a range as advisories write it: `>=1.0.0 <1.2.3 || 2.0.0 - 2.1.0`. Throws for others. */
export function isInRange(version: string, range: string): boolean {
  const alternatives = range.replaceAll(/(\S+) - (\S+)/g, '>=$1 <=$2').split('||')
  return alternatives.some((alternative) => {
    const comparators = alternative
      .replaceAll(/([<>=]) +/g, '$1')
      .trim()
      .split(/\s+/)
    return comparators.every((comparator) => meets(version, comparator))
  })
}
