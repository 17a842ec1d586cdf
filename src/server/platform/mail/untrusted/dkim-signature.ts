/** Characters; signatures of long keys over many headers have some 2,000. */
const maxSignatureChars = 8000

const plainDomain = /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i
/** An identity that cannot be taken for several entries where a report quotes it. */
const plainIdentity = /^[\w.+-]*@([a-z\d.-]+)$/i

/** The tags of a list (RFC 6376 §3.2); null where it is none, or names one twice. */
function tagsOf(list: string): ReadonlyMap<string, string> | null {
  const tags = new Map<string, string>()
  for (const tag of list.replace(/;\s*$/, '').split(';')) {
    const at = tag.indexOf('=')
    const name = tag.slice(0, at).trim()
    if (at < 0 || !/^[a-z]\w*$/i.test(name) || tags.has(name)) return null
    tags.set(name, tag.slice(at + 1).trim())
  }
  return tags
}

/**
 * The domain by which a DKIM-Signature header says that it is signed (RFC 6376 §3.5), in small letters; '' where that
 * could be read in more than one way: such a mail proves nothing by its signatures.
 */
export function signingDomain(signature: string): string {
  if (signature.length > maxSignatureChars) return ''
  const tags = tagsOf(signature)
  const domain = tags?.get('d')?.toLowerCase() ?? ''
  const identity = (tags?.get('i') ?? `@${domain}`).toLowerCase()
  const [, identityDomain = ''] = plainIdentity.exec(identity) ?? []
  const isWithin = identityDomain === domain || identityDomain.endsWith(`.${domain}`)
  return plainDomain.test(domain) && isWithin ? domain : ''
}
