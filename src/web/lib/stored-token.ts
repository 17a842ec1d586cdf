/** Local storage key of the signed-in user's record (spec §3, Auth state). */
export const userStorageKey = 'user'

/** The JSON of a token's payload; '' for one that is unreadable. */
export function decodePayload(token: string): string {
  const base64 = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  try {
    return new TextDecoder().decode(
      Uint8Array.from(atob(base64), (character) => Number(character.codePointAt(0))),
    )
  } catch {
    return ''
  }
}
