import { parse } from 'bowser'

/** The names of browser and system; empty where the text does not tell. */
export function deviceOf(userAgent: string): { browser: string; os: string } {
  if (!userAgent) return { browser: '', os: '' }
  const { browser, os } = parse(userAgent)
  return { browser: browser.name ?? '', os: os.name ?? '' }
}
