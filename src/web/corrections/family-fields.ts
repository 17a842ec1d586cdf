import type * as z from 'zod/mini'
import type { familyMember } from '#contract/order-details.ts'

export type FamilyMember = z.infer<typeof familyMember>

/** The fields of a family member (spec §3). */
export const familyFields = [
  { key: 'family_member_name', label: 'Name' },
  { key: 'family_passport_number', label: 'Passport' },
  { key: 'family_nationality', label: 'Nationality' },
  { key: 'family_other_nationalities', label: 'Other nationalities' },
  { key: 'family_relationship', label: 'Relationship' },
] as const satisfies readonly { key: keyof FamilyMember; label: string }[]

export const emptyFamilyMember: FamilyMember = {
  family_member_name: '',
  family_passport_number: '',
  family_nationality: '',
  family_other_nationalities: '',
  family_relationship: '',
}
