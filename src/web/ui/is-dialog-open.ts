/** Also true before the dialog has taken the focus. */
export const isDialogOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

let wasOpen = false
// Captured before a dialog handles the key: without animations it is gone once closed.
globalThis.addEventListener?.('keydown', () => (wasOpen = isDialogOpen()), { capture: true })

/** Whether a dialog was open at the current keydown, which may have closed it. */
export const wasDialogOpen = (): boolean => wasOpen
