import { maskNumber } from '#contract/rules/masking.ts'

/** Masks all but the year. */
const maskDate = (day: string): string => day.replace(/^(\d{4})-\d{2}-\d{2}$/, '**-**-$1')

const numberFields = /_(passport_number|identity_number|visa_number|phone_number(_\d)?)$/
const dateFields = /_(dob|passport_expiry)$/

/** A declared field as a pack may show it. */
export const maskField = (key: string, value: string): string =>
  numberFields.test(key) ? maskNumber(value) : dateFields.test(key) ? maskDate(value) : value
