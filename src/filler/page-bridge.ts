import '#contract/zod-without-eval.ts'
import { pageMessage, type FillerMessage } from '#contract/filler-messages.ts'

// Content script of the product's pages: relays messages between the filing sheet and the extension.

const postToPage = (message: FillerMessage) => window.postMessage(message, location.origin)

window.addEventListener('message', ({ source, origin, data }) => {
  if (source !== window || origin !== location.origin) return
  const parsed = pageMessage.safeParse(data)
  if (!parsed.success) return
  if (parsed.data.type === 'are you there') return postToPage({ to: 'filing sheet', type: 'here' })
  chrome.runtime
    .sendMessage<unknown, FillerMessage>(parsed.data)
    .then(postToPage)
    .catch(() =>
      postToPage({
        to: 'filing sheet',
        type: 'failed',
        message: 'The form filler was updated. Reload this page, then press Fill the form again.',
      }),
    )
})

// The page may have asked before this script was loaded.
postToPage({ to: 'filing sheet', type: 'here' })
