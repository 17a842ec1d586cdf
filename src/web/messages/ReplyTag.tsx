import { Tag } from '#web/ui/Tag.tsx'

/** Says that the customer wrote and nobody has handled it; nothing where `count` is 0. */
export function ReplyTag({ count }: { count: number }) {
  if (count === 0) return null
  return <Tag tone="attention">{count === 1 ? 'Reply' : `Reply ${count}`}</Tag>
}
