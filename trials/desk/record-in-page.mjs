// Runs in each page that `npm run trial -- desk` works on: tells what the page was given, as the browser says it.

const kinds = ['keydown', 'pointerdown', 'drop']

function record(event) {
  if (!event.isTrusted || event.repeat) return
  const { type, clientX: x = 0, clientY: y = 0 } = event
  void window.recordInput({ type, x, y })
}

// Before the page's own listeners, which may stop the event.
for (const kind of kinds) window.addEventListener(kind, record, true)
