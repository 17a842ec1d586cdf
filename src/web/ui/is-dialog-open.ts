/** Also one that has not taken the focus yet: keys are for it. */
export const isDialogOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

let wasOpen = false
// Before any dialog hears of the key: without motion it is gone as soon as it closes.
globalThis.addEventListener?.('keydown', () => (wasOpen = isDialogOpen()), { capture: true })

/** Whether one was open when the key went down that is handled now, which may have closed it. */
export const wasDialogOpen = (): boolean => wasOpen
