import { parse } from 'bowser'

/** Empty names where the browser or the system is not recognised. */
export function deviceOf(userAgent: string): { browser: string; os: string } {
  if (!userAgent) return { browser: '', os: '' }
  const { browser, os } = parse(userAgent)
  return { browser: browser.name ?? '', os: os.name ?? '' }
}
