/** Tasks on uploaded files, run in separate processes; each loads only its own code. */
export const tasks = {
  embedFirstPage: async () => (await import('../embed.ts')).embedFirstPage,
  greyPicture: async () => (await import('./grey-picture.ts')).renderGreyPicture,
  pdfText: async () => (await import('./pdf-text.ts')).readPdfText,
  preview: async () => (await import('./preview.ts')).renderPreview,
  proposedDocument: async () => (await import('./proposed-document.ts')).readProposedDocument,
  qrText: async () => (await import('./qr-text.ts')).readQrText,
}
