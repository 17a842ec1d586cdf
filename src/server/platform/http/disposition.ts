const percentEncode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** A Content-Disposition with the full name, and an ASCII fallback for old clients (RFC 6266). */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, percentEncode)
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${full}`
}
