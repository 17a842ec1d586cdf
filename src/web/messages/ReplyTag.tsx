import { Tag } from '#web/ui/Tag.tsx'

export function ReplyTag({ count }: { count: number }) {
  if (count === 0) return null
  return <Tag tone="news">{count === 1 ? 'Reply' : `Reply ${count}`}</Tag>
}
