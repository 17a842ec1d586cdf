import { phoneCode } from './countries.ts'
import { normalizeText } from './search-text.ts'
import { missingText } from './missing-text.ts'

/** The digits only, for searching and comparing numbers. */
export const telephoneDigits = (text: string): string => normalizeText(text).replaceAll(/\D/g, '')

/** `62`, `+62`, `0062`, `INDONESIA` and `Indonesia (+62)` are all 62 (product §5). */
export function diallingCode(codeOrCountry: string): string | undefined {
  const isNumber = /^[\d\s()-]+$|\+/.test(codeOrCountry)
  return (
    phoneCode(codeOrCountry) ?? ((isNumber && telephoneDigits(codeOrCountry).replace(/^0+/, '')) || undefined)
  )
}

/** `+62 81234567`; the number alone if it has its own code or none is known, '-' without a number (spec §3). */
export function displayTelephone(code: string | null | undefined, number: string | null | undefined): string {
  const local = number?.trim().replaceAll(/\s+/g, ' ')
  if (!local) return missingText
  const needsCode = !/^\(?\+/.test(local) && telephoneDigits(local) !== ''
  const prefix = needsCode && code ? diallingCode(code) : undefined
  return prefix ? `+${prefix} ${local}` : local
}
