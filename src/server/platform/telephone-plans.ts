import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { readTelephone, type NumberPlans, type TelephoneReader } from '#contract/rules/telephone.ts'

const mobileTypes: ReadonlySet<string> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

const numberPlans: NumberPlans = (international) => {
  const number = parsePhoneNumberFromString(international)
  if (!number) return null
  return {
    countryCode: number.countryCallingCode,
    national: number.nationalNumber,
    countries: number.country ? [number.country] : number.getPossibleCountries(),
    isPossible: number.isPossible(),
    isValid: number.isValid(),
    isMobile: mobileTypes.has(number.getType() ?? ''),
  }
}

/** `readTelephone` by libphonenumber's metadata. */
export const readTelephoneNumber: TelephoneReader = (given) => readTelephone(given, numberPlans)
