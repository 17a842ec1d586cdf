/** Also one that has not taken the focus yet: keys are for it. */
export const isDialogOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
