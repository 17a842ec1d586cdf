import * as z from 'zod/mini'

/** A list as it was shown: its address with page and search, and its heading. */
const backTarget = z.object({ href: z.string().check(z.startsWith('/admin')), label: z.string() })
export type BackTarget = z.infer<typeof backTarget>

const storageKey = 'queue'

/** Where Back leads from a page that is opened next in this tab. */
export const rememberBackTarget = (target: BackTarget): void =>
  sessionStorage.setItem(storageKey, JSON.stringify(target))

/** The list that was shown last in this tab; null for none. */
export function lastBackTarget(): BackTarget | null {
  try {
    const read = z.safeParse(backTarget, JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
