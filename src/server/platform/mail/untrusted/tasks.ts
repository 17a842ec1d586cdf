/** What is done in threads with mails that came in. */
export const tasks = {
  readMail: async () => (await import('./read-mail.ts')).readMail,
  wordsOf: async () => (await import('./read-mail.ts')).wordsOf,
}
