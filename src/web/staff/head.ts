// A script of the HTML's head, before the styles and the code of the page: it is small, and waits for nothing.
import type { Role } from '#contract/rules/roles.ts'
import { askEarly } from '#web/lib/early-responses.ts'
import { decodePayload, userStorageKey } from '#web/lib/stored-token.ts'
import { firstReadUrls } from './first-reads.ts'

/** So that the chosen scheme stands before the first paint. Mantine keeps the choice under this key. */
function setColorScheme() {
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  const isKnown = chosen === 'dark' || chosen === 'light'
  document.documentElement.dataset['mantineColorScheme'] = isKnown ? chosen : prefersDark ? 'dark' : 'light'
}

/** The page checks both as it starts; nothing is asked for by what cannot be read. */
function askForFirstReads() {
  try {
    const { accessToken }: { accessToken: string } = JSON.parse(localStorage.getItem(userStorageKey) ?? '{}')
    const { user }: { user: { name: string; type: Role } } = JSON.parse(decodePayload(accessToken))
    const { pathname, search } = location
    for (const url of firstReadUrls({ pathname, search, state: history.state }, user))
      askEarly(accessToken, url)
  } catch {
    // Nobody is signed in.
  }
}

setColorScheme()
askForFirstReads()
