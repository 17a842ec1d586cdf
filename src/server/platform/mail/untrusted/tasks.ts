export const tasks = {
  readMail: async () => (await import('./read-mail.ts')).parseMail,
  safeHtml: async () => (await import('./safe-html.ts')).safeHtml,
}
