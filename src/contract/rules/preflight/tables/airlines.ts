/** Airlines that fly to Indonesia, or within it, by their two-character designators (IATA). */
export const airlineDesignators: ReadonlySet<string> = new Set(
  '3K 3U 5J 6E 7C 8B 8L 9C AF AI AK AQ BA BI BR BX CA CI CX CZ D7 DE EK ET EY FD FM FY GA GF HO HU HX ID IN IP IT IU JL JQ JT KA KC KE KL LH LJ LX MF MH MI MU MW NH NZ OD OM OZ PK PR PX QF QG QH QR QZ RS SC SJ SL SQ SU SV TG TK TR TV TW UA UL UO VA VF VJ VN WY XJ XT Z2 ZG ZH ZL'.split(
    ' ',
  ),
)

/**
 * Flights that leave on the evening before they land, by designator and number: hours from the beginning of the day of
 * landing, Jakarta's clock, in which they are in the air. Timetables of 2026.
 */
export const overnightFlights: Readonly<Record<string, readonly [leaves: number, lands: number]>> = {
  KL809: [3, 18],
  KL835: [3, 18.5],
  SV816: [-3, 6.5],
  SV818: [-2, 7.5],
  SV826: [-4, 5.5],
  KE633: [-8, -0.5],
}
