import { keysOf } from '../../typed-keys.ts'

/** Regions within which living abroad is common; two-letter codes. */
const membersByRegion = {
  'South-East Asia': 'BN ID KH LA MM MY PH SG TH TL VN',
  'East Asia': 'CN HK JP KP KR MN MO TW',
  'South Asia': 'AF BD BT IN LK MV NP PK',
  'Central Asia': 'KG KZ TJ TM UZ',
  'Middle East': 'AE BH IL IQ IR JO KW LB OM PS QA SA SY TR YE',
  Europe:
    'AD AL AM AT AX AZ BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GE GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK',
  Africa:
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
  'North America': 'BM CA GL PM US',
  'Latin America':
    'AG AI AR AW BB BL BO BQ BR BS BZ CL CO CR CU CW DM DO EC FK GD GF GP GT GY HN HT JM KN KY LC MF MQ MS MX NI PA PE PR PY SR SV SX TC TT UY VC VE VG VI',
  Oceania: 'AS AU CC CK CX FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV VU WF WS',
} as const

export type Region = keyof typeof membersByRegion

const regionByCountry = new Map<string, Region>(
  keysOf(membersByRegion).flatMap((region) =>
    membersByRegion[region].split(' ').map((code) => [code, region] as const),
  ),
)

export const regionOf = (countryCode: string): Region | undefined => regionByCountry.get(countryCode)

/** Pairs between which many work abroad or live across a border. */
const neighbouringRegions: readonly (readonly [Region, Region])[] = [
  ['South-East Asia', 'East Asia'],
  ['South-East Asia', 'South Asia'],
  ['South-East Asia', 'Oceania'],
  ['South-East Asia', 'Middle East'],
  ['South Asia', 'Middle East'],
  ['Central Asia', 'Europe'],
  ['Central Asia', 'Middle East'],
  ['Europe', 'Middle East'],
  ['Middle East', 'Africa'],
  ['Europe', 'Africa'],
  ['North America', 'Latin America'],
]

/** Whether two countries lie in unrelated regions; false if one is in none. */
export function areFarApart(first: string, second: string): boolean {
  const [a, b] = [regionOf(first), regionOf(second)]
  if (a === undefined || b === undefined || a === b) return false
  return !neighbouringRegions.some((pair) => pair.includes(a) && pair.includes(b))
}
