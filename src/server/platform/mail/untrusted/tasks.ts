/** What is done in threads with mails that came in. */
export const tasks = {
  readMail: async () => (await import('./read-mail.ts')).parseMail,
  wordsOf: async () => (await import('./read-mail.ts')).htmlToText,
}
