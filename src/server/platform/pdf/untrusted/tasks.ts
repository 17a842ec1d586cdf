/** What is done with uploaded files in processes of their own; each loads what its one task needs. */
export const tasks = {
  embedFirstPage: async () => (await import('../embed.ts')).embedFirstPage,
  greyPicture: async () => (await import('./grey-picture.ts')).renderGreyPicture,
  pdfText: async () => (await import('./pdf-text.ts')).readPdfText,
  preview: async () => (await import('./preview.ts')).renderPreview,
  proposedDocument: async () => (await import('./proposed-document.ts')).readProposedDocument,
  qrText: async () => (await import('./qr-text.ts')).readQrText,
}
