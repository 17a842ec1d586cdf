/** Dots of other scripts, which count as dots in a domain (IDNA). */
const otherDots = /[\u3002\uff0e\uff61]/g
const label = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,62}$/u

const isEnding = (text: string) => /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/i.test(text) || /[^\x20-\x7e]/.test(text)

interface Parts {
  local: string
  domain: string
  labels: readonly string[]
}

/** What keeps mail from an address, in words that follow it; the first that fits is told. */
const faults: readonly (readonly [has: (parts: Parts) => boolean, words: string])[] = [
  [({ local, domain }) => /\s/.test(local + domain), 'has a blank in it'],
  [({ local, domain }) => local === '' || domain === '', 'has nothing on one side of the @'],
  [({ local }) => local.includes('@'), 'has two @'],
  [({ local }) => !/^[\x21-\x7e]*$/.test(local), 'has letters before the @ that mail services do not take'],
  [({ local }) => /^\.|\.$|\.\./.test(local), 'has a dot too many before the @'],
  [({ local }) => local.length > 64, 'has over 64 characters before the @'],
  [({ domain }) => domain.endsWith('.'), 'ends in a dot'],
  [({ labels }) => labels.includes(''), 'has a dot too many after the @'],
  [({ labels }) => labels.length < 2, 'has a domain without a dot'],
  [
    ({ labels }) => !labels.every((it) => label.test(it) && !it.endsWith('-')),
    'has a sign after the @ that no domain has',
  ],
  [({ labels }) => !isEnding(labels[labels.length - 1] ?? ''), 'has an ending that no domain has'],
]

/**
 * Why no mail service takes an address that intake took, in words that follow it; null where one does. A domain may have
 * letters of any script, since it goes out as Punycode.
 */
export function mailAddressFault(address: string): string | null {
  const at = address.lastIndexOf('@')
  if (at < 0) return 'has no @'
  const domain = address.slice(at + 1).replaceAll(otherDots, '.')
  const parts = { local: address.slice(0, at), domain, labels: domain.split('.') }
  return faults.find(([has]) => has(parts))?.[1] ?? null
}
