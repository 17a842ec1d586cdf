// Runs in the page that `npm run trial -- web` measures: times are the browser's own, without the way to another process.

const isThere = ({ selector, notText }) => {
  const element = document.querySelector(selector)
  return element !== null && (notText === undefined || element.textContent !== notText)
}

/** Calls back once the next frame is painted. */
const afterPaint = (run) =>
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', run)
    port1.start()
    port2.postMessage(null)
  })

let startedAt = 0
// Registered before the page's own listeners, after which its screens may have changed already.
for (const type of ['click', 'popstate'])
  window.addEventListener(type, ({ timeStamp }) => (startedAt = timeStamp), true)

/** Calls back once it is there, and was changed after the time, ms. */
function whenThere(expected, since, run) {
  const observer = new MutationObserver(() => {
    if (startedAt < since || !isThere(expected)) return
    observer.disconnect()
    afterPaint(run)
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

window.measureUntil = (expected) =>
  new Promise((resolve) =>
    whenThere(expected, performance.now(), () => resolve(performance.now() - startedAt)),
  )

whenThere({ selector: 'tbody th[scope=row]' }, 0, () => performance.mark('first row'))
