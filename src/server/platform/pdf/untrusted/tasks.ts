/** What is done with uploaded files in threads; a thread loads what its one task needs. */
export const tasks = {
  embedFirstPage: async () => (await import('../embed.ts')).embedFirstPage,
  greyPicture: async () => (await import('./grey-picture.ts')).greyPicture,
  preview: async () => (await import('./preview.ts')).preview,
  qrText: async () => (await import('./qr-text.ts')).qrText,
}
