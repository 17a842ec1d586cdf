/** Tasks on uploaded files, run in separate processes; each loads only its own code. */
export const tasks = {
  embedFirstPage: async () => (await import('../embed.ts')).embedFirstPage,
  greyPicture: async () => (await import('./grey-picture.ts')).renderGreyPicture,
  document: async () => (await import('./read-document.ts')).readDocument,
}
