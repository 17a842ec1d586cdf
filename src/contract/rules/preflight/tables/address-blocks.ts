import type { Region } from './world-regions.ts'

/** The regions that each regional internet registry gives addresses to. */
const regionsByRegistry = {
  AFRINIC: ['Africa'],
  APNIC: ['South-East Asia', 'East Asia', 'South Asia', 'Oceania'],
  ARIN: ['North America'],
  LACNIC: ['Latin America'],
  RIPE: ['Europe', 'Middle East', 'Central Asia'],
} as const satisfies Record<string, readonly Region[]>
type Registry = keyof typeof regionsByRegistry

/**
 * The first octets of IPv4 that IANA allocated to one registry as a whole (IANA IPv4 address space registry). Those of the
 * time before the registries are left out: they lie anywhere.
 */
const firstOctets: Record<Registry, readonly number[]> = {
  AFRINIC: [41, 102, 105, 154, 196, 197],
  APNIC: [
    1, 14, 27, 36, 39, 42, 43, 49, 58, 59, 60, 61, 101, 103, 106, 110, 111, 112, 113, 114, 115, 116, 117, 118,
    119, 120, 121, 122, 123, 124, 125, 126, 175, 180, 182, 183, 202, 203, 210, 211, 218, 219, 220, 221, 222,
    223,
  ],
  ARIN: [
    23, 24, 50, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 96, 97, 98, 99, 100, 104, 107, 108,
    173, 174, 184, 199, 204, 205, 206, 207, 208, 209, 216,
  ],
  LACNIC: [177, 179, 181, 186, 187, 189, 190, 200, 201],
  RIPE: [
    2, 5, 31, 37, 46, 62, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 109,
    176, 178, 185, 193, 194, 195, 212, 213, 217,
  ],
}

/** The first twelve bits of IPv6, in hexadecimal. */
const firstGroups: Record<Registry, string> = {
  AFRINIC: '2c0',
  APNIC: '240',
  ARIN: '260',
  LACNIC: '280',
  RIPE: '2a0',
}

/** Addresses for examples, private networks and what carriers share. */
const reservedAddress =
  /^(203\.0\.113|198\.51\.100|192\.0\.2|10|127|192\.168|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./

const registryOf = (address: string): Registry | undefined => {
  const registries = Object.keys(firstOctets) as Registry[]
  if (address.includes(':'))
    return registries.find((registry) => address.toLowerCase().startsWith(firstGroups[registry]))
  if (reservedAddress.test(address)) return undefined
  const octet = Number(/^(\d{1,3})(\.\d{1,3}){3}$/.exec(address)?.[1] ?? -1)
  return registries.find((registry) => firstOctets[registry].includes(octet))
}

/** The regions in which an IP address may be; undefined where its block does not tell. */
export function regionsOfAddress(address: string): readonly Region[] | undefined {
  const registry = registryOf(address.trim())
  return registry && regionsByRegistry[registry]
}
