import * as z from 'zod/mini'
import { roles } from '#contract/rules/roles.ts'

/** Local storage key of the signed-in user's record (spec §3, Auth state). */
const storageKey = 'user'

const storedRecord = z.object({ accessToken: z.string() })
const tokenPayload = z.object({
  user: z.object({ id: z.number(), name: z.string(), type: z.enum(roles) }),
})

export type TokenUser = z.infer<typeof tokenPayload>['user']

export interface StoredUser {
  accessToken: string
  /** From the token's payload: name and role (spec §3). */
  user: TokenUser
}

function parse<S extends z.core.$ZodType>(schema: S, json: string): z.core.output<S> | null {
  try {
    const result = z.safeParse(schema, JSON.parse(json))
    return result.success ? result.data : null
  } catch {
    return null
  }
}

function decodePayload(token: string): string {
  const base64 = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  try {
    return new TextDecoder().decode(
      Uint8Array.from(atob(base64), (character) => Number(character.codePointAt(0))),
    )
  } catch {
    return ''
  }
}

/** The stored record with its token's payload; null if absent or unreadable. */
export function parseStoredUser(stored: string | null): StoredUser | null {
  const accessToken = parse(storedRecord, stored ?? '')?.accessToken
  const user = accessToken === undefined ? undefined : parse(tokenPayload, decodePayload(accessToken))?.user
  return accessToken !== undefined && user ? { accessToken, user } : null
}

const listeners = new Set<() => void>()
let cachedUser: { text: string | null; user: StoredUser | null } = { text: null, user: null }

/** Returns the same object until the record changes, as useSyncExternalStore requires. */
export function readStoredUser(): StoredUser | null {
  const text = localStorage.getItem(storageKey)
  if (text !== cachedUser.text) cachedUser = { text, user: parseStoredUser(text) }
  return cachedUser.user
}

export function storeUser(accessToken: string): void {
  localStorage.setItem(storageKey, JSON.stringify({ accessToken }))
  for (const listener of listeners) listener()
}

export function removeUser(): void {
  localStorage.removeItem(storageKey)
  for (const listener of listeners) listener()
}

/** Calls the listener on every change of the record, in this tab and in others. */
export function subscribeToUser(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}
