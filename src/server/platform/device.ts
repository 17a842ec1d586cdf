import { parse } from 'bowser'

/** The names of browser and operating system; empty where they are not recognised. */
export function deviceOf(userAgent: string): { browser: string; os: string } {
  if (!userAgent) return { browser: '', os: '' }
  const { browser, os } = parse(userAgent)
  return { browser: browser.name ?? '', os: os.name ?? '' }
}
