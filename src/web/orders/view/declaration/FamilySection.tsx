import type { OrderDetails } from '#contract/order-details.ts'
import { normaliseCountry } from '#contract/rules/countries.ts'
import { CorrectButton } from '#web/corrections/CorrectButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SmallTable } from '#web/ui/SmallTable.tsx'

type Member = OrderDetails['familyMember'][number]

const columns = [
  { label: 'Name', of: (member: Member) => member.family_member_name },
  { label: 'Passport', of: (member: Member) => member.family_passport_number },
  {
    label: 'Nationality',
    of: (member: Member) =>
      [
        member.family_nationality && normaliseCountry(member.family_nationality).name,
        member.family_other_nationalities,
      ]
        .filter((text) => text.trim() !== '')
        .join(', '),
  },
  { label: 'Relationship', of: (member: Member) => member.family_relationship },
]

/** The family members travelling along. */
export function FamilySection({ order }: { order: OrderDetails }) {
  const members = order.familyMember
  return (
    <Card
      title="Family Information"
      count={members.length || undefined}
      end={<CorrectButton order={order} section="family" />}
    >
      {members.length === 0 ? (
        <EmptyState kind="list" />
      ) : (
        <SmallTable label="Family Information" columns={columns} rows={members} />
      )}
    </Card>
  )
}
