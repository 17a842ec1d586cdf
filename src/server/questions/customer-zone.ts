export const jakarta = 'Asia/Jakarta'

/** Countries with one legal time, though their regions have zones of their own. */
const legalZones: Readonly<Record<string, string>> = { CN: 'Asia/Shanghai' }

/** A method in newer versions of Intl, a property in older ones. */
interface ZonedLocale {
  getTimeZones?: () => string[] | undefined
  timeZones?: string[]
}

function zonesOf(country: string): readonly string[] {
  const legal = legalZones[country]
  if (legal) return [legal]
  const locale: Intl.Locale & ZonedLocale = new Intl.Locale(`und-${country}`)
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}

const clockOf = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)

/** By the ISO code of the nationality; null if the country is unknown or has several times. */
export function zoneOfCountry(country: string | null, at: Date): string | null {
  if (country === null || !/^[A-Z]{2}$/.test(country)) return null
  const [first, ...others] = zonesOf(country)
  if (first === undefined) return null
  const clock = clockOf(first, at)
  return others.every((zone) => clockOf(zone, at) === clock) ? first : null
}
