import '#contract/zod-without-eval.ts'
import type { FillOutcome, FilledField } from '#contract/filler-messages.ts'
import { pageMessage } from '#contract/filler-messages.ts'
import { fetchFieldsToFill } from '#contract/form-filler.ts'
import { originsOfPermissions } from '#contract/rules/filler-manifest.ts'
import type { FillForm } from './fill-form-in-page.ts'

// The extension's service worker: exchanges the filing sheet's token for the fields and fills the official page.

const manifest = chrome.runtime.getManifest()
const { product, forms } = originsOfPermissions(
  'host_permissions' in manifest ? (manifest.host_permissions ?? []) : [],
)

const failed = (message: string): FillOutcome => ({ to: 'filing sheet', type: 'failed', message })

type Fetched = { message: string; data?: Parameters<FillForm>[0] }

async function fetchFields(token: string, origin: string): Promise<Fetched> {
  const answer = await fetch(`${product}/api${fetchFieldsToFill.path}`, {
    method: fetchFieldsToFill.method,
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, origin }),
  })
  const body: { message?: unknown } = await answer.json()
  const parsed = fetchFieldsToFill.reply.safeParse(body)
  return { message: String(body.message), ...(answer.ok && parsed.success && { data: parsed.data.data }) }
}

/** The official page's tab that was used last. */
async function findFormTab(): Promise<chrome.tabs.Tab | undefined> {
  const tabs = forms.length === 0 ? [] : await chrome.tabs.query({ url: forms.map((form) => `${form}/*`) })
  return tabs.sort((a, b) => (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0))[0]
}

async function fillTab(tabId: number, origin: string, data: Parameters<FillForm>[0]): Promise<FilledField[]> {
  const target = { tabId }
  await chrome.scripting.insertCSS({ target, files: ['marks.css'] })
  await chrome.scripting.executeScript({ target, files: ['fill-form-in-page.js'] })
  const [result] = await chrome.scripting.executeScript({
    target,
    // The tab may have navigated to another origin meanwhile.
    func: (expected: string, data: Parameters<FillForm>[0]) =>
      location.origin === expected ? globalThis.fillOfficialForm?.(data) : undefined,
    args: [origin, data],
  })
  return result?.result ?? []
}

async function fill(token: string): Promise<FillOutcome> {
  const tab = await findFormTab()
  if (tab?.id === undefined || tab.url === undefined)
    return failed('No official page is open. Open it, then press Fill the form again.')
  const { origin } = new URL(tab.url)
  const { message, data } = await fetchFields(token, origin)
  if (!data) return failed(message)
  const fields = await fillTab(tab.id, origin, data)
  if (fields.length === 0) return failed('The official page was left while it was being filled.')
  return { to: 'filing sheet', type: 'filled', fields }
}

chrome.runtime.onMessage.addListener((message: unknown, sender, respond) => {
  const parsed = pageMessage.safeParse(message)
  if (sender.id !== chrome.runtime.id || sender.origin !== product) return false
  if (!parsed.success || parsed.data.type !== 'fill') return false
  void fill(parsed.data.token)
    .catch((error: unknown) => failed(`The form could not be filled: ${String(error)}`))
    .then(respond)
  // True keeps the channel open for the asynchronous answer.
  return true
})
