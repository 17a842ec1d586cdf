import { useKeyProps } from '#web/lib/own-keys.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { formatCount } from './format-count.ts'
import { Icon } from './Icon.tsx'
import css from './pagination.module.css'

interface PageNumbersProps {
  /** From 1. */
  page: number
  pages: number
  onPageChange: (page: number) => void
  /** The page's button is hovered or focused. */
  onPageIntent?: ((page: number) => void) | undefined
}

export function PageNumbers({ page, pages, onPageChange, onPageIntent }: PageNumbersProps) {
  const handlersFor = (target: number) => {
    const handleIntent = () => onPageIntent?.(target)
    return {
      onClick: () => onPageChange(target),
      onPointerEnter: handleIntent,
      onFocus: handleIntent,
    }
  }
  const keyProps = useKeyProps()
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
        {...keyProps('previousPage')}
        {...handlersFor(page - 1)}
      >
        <Icon name="left" />
      </button>
      <button
        type="button"
        className={css.page}
        aria-label="Next page"
        disabled={page >= pages}
        {...keyProps('nextPage')}
        {...handlersFor(page + 1)}
      >
        <Icon name="right" />
      </button>
    </nav>
  )
}

/** The first, the last, and three pages around the current one; 'gap' stands for skipped ones. Pages count from 1. */
export function pageList(page: number, pages: number): (number | 'gap')[] {
  const first = Math.max(1, Math.min(page - 1, pages - 2))
  const last = Math.min(pages, first + 2)
  const list: (number | 'gap')[] = []
  if (first > 1) list.push(1)
  if (first > 2) list.push('gap')
  for (let n = first; n <= last; n++) list.push(n)
  if (last < pages - 1) list.push('gap')
  if (last < pages) list.push(pages)
  return list
}
