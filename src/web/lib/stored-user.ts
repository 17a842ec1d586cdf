import * as z from 'zod/mini'
import { roles } from '#contract/rules/roles.ts'
import { createListeners } from './listeners.ts'
import { tryToStore } from './storage.ts'

const storedRecord = z.object({ accessToken: z.string() })
const tokenPayload = z.object({
  sid: z.string(),
  user: z.object({ id: z.number(), name: z.string(), type: z.enum(roles) }),
})

/** Local storage key (spec §3, Auth state). */
const userStorageKey = 'user'

/** The JSON of the payload; '' if unreadable. */
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

export type TokenUser = z.infer<typeof tokenPayload>['user']

export interface StoredUser {
  accessToken: string
  /** Stays the same when the token is renewed by a confirmed sign-in. */
  sessionId: string
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

/** Null if unreadable. */
export function parseToken(accessToken: string): StoredUser | null {
  const payload = parse(tokenPayload, decodePayload(accessToken))
  if (!payload) return null
  return { accessToken, sessionId: payload.sid, user: payload.user }
}

/** Null if absent or unreadable. */
export function parseStoredUser(stored: string | null): StoredUser | null {
  const record = parse(storedRecord, stored ?? '')
  return record && parseToken(record.accessToken)
}

const listeners = createListeners()
let cachedUser: { text: string | null; user: StoredUser | null } = { text: null, user: null }

/** Returns the same object until the record changes, as useSyncExternalStore requires. */
export function readStoredUser(): StoredUser | null {
  const text = localStorage.getItem(userStorageKey)
  if (text !== cachedUser.text) cachedUser = { text, user: parseStoredUser(text) }
  return cachedUser.user
}

/** False if the browser has no room for the record. */
export function storeUser(accessToken: string): boolean {
  const isStored = tryToStore(localStorage, userStorageKey, JSON.stringify({ accessToken }))
  listeners.notify()
  return isStored
}

/** Stores the token only if its session is still the stored one. */
export function renewToken(accessToken: string): void {
  if (readStoredUser()?.sessionId === parseToken(accessToken)?.sessionId) storeUser(accessToken)
}

export function removeUser(): void {
  localStorage.removeItem(userStorageKey)
  listeners.notify()
}

/** Reports changes of this tab and of others. */
export function subscribeToUser(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === userStorageKey || event.key === null) listener()
  }
  const unsubscribe = listeners.subscribe(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', onStorage)
  }
}
