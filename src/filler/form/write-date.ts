/** Parses the sheet's DD/MM/YYYY; null for anything else. */
export function parseDay(text: string): { day: number; month: number; year: number } | null {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? []
  return day && month && year ? { day: Number(day), month: Number(month), year: Number(year) } : null
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Indonesian months whose first three letters differ. */
const indonesianMonths: Record<string, number> = { mei: 5, agu: 8, agt: 8, okt: 10, des: 12 }

/** 1 to 12 from a month's name in English or Indonesian, or undefined. */
export function monthOf(name: string): number | undefined {
  const start = name.trim().slice(0, 3).toLowerCase()
  return monthNames.includes(start) ? monthNames.indexOf(start) + 1 : indonesianMonths[start]
}

const twoDigits = (n: number) => String(n).padStart(2, '0')

/** Date parts of a format; the longer tokens come first. */
const tokens: Record<string, (date: { day: number; month: number; year: number }) => string> = {
  yyyy: ({ year }) => String(year),
  mmm: ({ month }) => {
    const name = monthNames[month - 1] ?? ''
    return name.charAt(0).toUpperCase() + name.slice(1)
  },
  mm: ({ month }) => twoDigits(month),
  dd: ({ day }) => twoDigits(day),
}
const format = /^(?:(?:yyyy|mmm|mm|dd)[-/. ]?){3}$/

/** The sheet's date in the format of an input's type or placeholder. */
export function writeDate(
  text: string,
  { type, placeholder }: { type: string; placeholder: string },
): string {
  const date = parseDay(text)
  if (!date) return text
  if (type === 'date') return `${date.year}-${twoDigits(date.month)}-${twoDigits(date.day)}`
  const shown = placeholder
    .trim()
    .toLowerCase()
    .replaceAll('tttt', 'yyyy')
    .replaceAll('hh', 'dd')
    .replaceAll('bb', 'mm')
  return format.test(shown)
    ? shown.replaceAll(/yyyy|mmm|mm|dd/g, (token) => tokens[token]?.(date) ?? token)
    : text
}
