import { staffPaths } from '#contract/rules/staff-addresses.ts'
import * as z from 'zod/mini'

/** The list shown last: its URL including page and search, and its heading. */
const backTarget = z.object({ href: z.string().check(z.startsWith(staffPaths.dashboard)), label: z.string() })
export type BackTarget = z.infer<typeof backTarget>

const storageKey = 'back-target'

/** Remembers where Back leads from the next page of this tab. */
export const rememberBackTarget = (target: BackTarget): void =>
  sessionStorage.setItem(storageKey, JSON.stringify(target))

/** The list shown last in this tab, or null. */
export function lastBackTarget(): BackTarget | null {
  try {
    const read = z.safeParse(backTarget, JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
