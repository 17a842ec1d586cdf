import { shortcutProps, useShortcuts } from '#web/lib/shortcuts.ts'
import { formatCount } from './format-count.ts'
import { Icon } from './Icon.tsx'
import { pageList } from './page-list.ts'
import css from './pagination.module.css'

interface PageNumbersProps {
  /** From 1. */
  page: number
  pages: number
  onPageChange: (page: number) => void
  /** The button of a page is pointed at, or has the focus. */
  onPageIntent?: ((page: number) => void) | undefined
}

/** The pages of a list, by number and by arrows. */
export function PageNumbers({ page, pages, onPageChange, onPageIntent }: PageNumbersProps) {
  const handlersFor = (target: number) => {
    const handleIntent = () => onPageIntent?.(target)
    return {
      onClick: () => onPageChange(target),
      onPointerEnter: handleIntent,
      onFocus: handleIntent,
    }
  }
  useShortcuts({
    previousPage: page > 1 ? () => onPageChange(page - 1) : undefined,
    nextPage: page < pages ? () => onPageChange(page + 1) : undefined,
  })
  return (
    <nav className={css.pages} aria-label="Pages">
      <span className={`row gap-2 ${css.numbers}`}>
        {pageList(page, pages).map((entry, index) =>
          entry === 'gap' ? (
            <span key={`gap-${index < 2 ? 'start' : 'end'}`} className={css.gap}>
              …
            </span>
          ) : (
            <button
              key={entry}
              type="button"
              className={css.page}
              aria-label={`Page ${entry}`}
              aria-current={entry === page ? 'page' : undefined}
              {...handlersFor(entry)}
            >
              {formatCount(entry)}
            </button>
          ),
        )}
      </span>
      <button
        type="button"
        className={css.page}
        aria-label="Previous page"
        disabled={page <= 1}
        {...shortcutProps('previousPage')}
        {...handlersFor(page - 1)}
      >
        <Icon name="left" />
      </button>
      <button
        type="button"
        className={css.page}
        aria-label="Next page"
        disabled={page >= pages}
        {...shortcutProps('nextPage')}
        {...handlersFor(page + 1)}
      >
        <Icon name="right" />
      </button>
    </nav>
  )
}
