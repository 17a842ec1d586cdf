// Runs in the page that `npm run bench:web` measures: times are the browser's own, without the way to another process.

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

function whenThere(expected, run) {
  const observer = new MutationObserver(() => {
    if (!isThere(expected)) return
    observer.disconnect()
    afterPaint(run)
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

window.measureUntil = (expected) =>
  new Promise((resolve) => {
    const begin = ({ timeStamp }) => {
      for (const type of ['click', 'popstate']) window.removeEventListener(type, begin, true)
      whenThere(expected, () => resolve(performance.now() - timeStamp))
    }
    for (const type of ['click', 'popstate']) window.addEventListener(type, begin, true)
  })

whenThere({ selector: 'tbody th[scope=row]' }, () => performance.mark('first row'))
