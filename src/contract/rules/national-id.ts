/** Indonesia's provinces, as its national identity numbers (NIK) begin. */
const provinces = /^(1[1-9]|21|3[1-6]|5[1-3]|6[1-5]|7[1-6]|8[12]|9[1-7])/
/** A woman's day of birth is increased by 40. */
const womansDays = 40

/**
 * Whether a text is a NIK: sixteen digits, the province first, the date of birth as DDMMYY from the seventh on. With the
 * person's date of birth (`YYYY-MM-DD`) it must be that one, so that a card number does not pass for one.
 */
export function isNationalId(text: string, dateOfBirth?: string): boolean {
  const digits = text.replaceAll(/[\s.-]/g, '')
  if (!/^\d{16}$/.test(digits) || !provinces.test(digits)) return false
  const written = Number(digits.slice(6, 8))
  const day = written > womansDays ? written - womansDays : written
  const [month, year] = [digits.slice(8, 10), digits.slice(10, 12)]
  const known = /^\d{2}(\d{2})-(\d{2})-(\d{2})$/.exec(dateOfBirth ?? '')
  if (known) return year === known[1] && month === known[2] && day === Number(known[3])
  return day >= 1 && day <= 31 && Number(month) >= 1 && Number(month) <= 12
}
