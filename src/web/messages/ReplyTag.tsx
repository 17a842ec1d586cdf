import { Tag } from '#web/ui/Tag.tsx'

/** Marks unhandled replies; renders nothing if `count` is 0. */
export function ReplyTag({ count }: { count: number }) {
  if (count === 0) return null
  return <Tag tone="news">{count === 1 ? 'Reply' : `Reply ${count}`}</Tag>
}
