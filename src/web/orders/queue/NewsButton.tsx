import { formatCount } from '#web/ui/format-count.ts'
import type { News } from './list/use-order-rows.ts'
import css from './queue.module.css'

interface NewsButtonProps {
  news: News | null
  onShow: () => void
}

function newsText(news: News): string {
  if (news.count === null) return 'The list has changed'
  const count = `${formatCount(news.count)}${news.isMore ? ' or more' : ''}`
  return `${count} new ${news.count === 1 ? 'order' : 'orders'}`
}

/** `3 new orders – Show`: rows held back so that the table does not move. */
export const NewsButton = ({ news, onShow }: NewsButtonProps) => (
  <output className={css.newsPlace}>
    {news && (
      <button type="button" className={`nowrap small medium ${css.news}`} onClick={onShow}>
        {newsText(news)} – <span className={css.act}>Show</span>
      </button>
    )}
  </output>
)
