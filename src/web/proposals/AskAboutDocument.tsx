import { Button } from '@mantine/core'
import { useState } from 'react'
import { getOrder } from '#contract/order-details.ts'
import { fieldsOfIdentifiers } from '#contract/rules/document-identifiers.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { shortcutProps, useShortcuts } from '#web/lib/shortcuts.ts'
import type { TargetOrder } from '#web/proposed-document/target-order.ts'
import { Kbd } from '#web/ui/Kbd.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'

const AskCustomerDialog = lazyDialog(
  () => import('#web/questions/AskCustomerDialog.tsx'),
  'AskCustomerDialog',
)

/** Asks the customer of the order that a document may be of, to begin with about the fields that it contradicts. */
export function AskAboutDocument({ order: { orderId, contradicts } }: { order: TargetOrder }) {
  const [isOpen, setIsOpen] = useState(false)
  // Read only when it is asked for: the view of an order is recorded.
  const { data, error, refetch } = useRead(getOrder, { params: { orderId } }, { enabled: isOpen })
  const ask = () => {
    setIsOpen(true)
    if (error) void refetch()
  }
  useShortcuts({ ask })
  const order = data?.orderDetails
  const fields = fieldsOfIdentifiers(contradicts.map(({ identifier }) => identifier))
  return (
    <>
      <Button size="xs" {...shortcutProps('ask')} onClick={ask}>
        Ask the customer <Kbd>q</Kbd>
      </Button>
      {order && (
        <AskCustomerDialog
          order={order}
          proposed={{ fields, isAdded: true }}
          opened={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
