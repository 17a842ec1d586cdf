/** Pages to offer: the first, the last, and three around the current one; 'gap' where some are left out. Pages count from 1. */
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
