import { Icon } from '#web/ui/Icon.tsx'
import { Tag } from '#web/ui/Tag.tsx'

export const PendingRefundTag = () => (
  <Tag tone="attention">
    <Icon name="undo" size={12} />
    To refund
  </Tag>
)
