function refuse(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Runs the work while no form of the page is sent, whatever the page makes of what is filled. */
export async function neverSubmitting<T>(work: () => Promise<T>): Promise<T> {
  window.addEventListener('submit', refuse, { capture: true })
  try {
    return await work()
  } finally {
    window.removeEventListener('submit', refuse, { capture: true })
  }
}
