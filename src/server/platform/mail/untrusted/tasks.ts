export const tasks = {
  readMail: async () => (await import('./read-mail.ts')).parseMail,
  maskText: async () => (await import('./read-mail.ts')).maskText,
  wordsOf: async () => (await import('./read-mail.ts')).htmlToText,
}
