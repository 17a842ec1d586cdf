import { Tag } from '#web/ui/Tag.tsx'

export const PendingRefundTag = () => <Tag tone="attention">To refund</Tag>
