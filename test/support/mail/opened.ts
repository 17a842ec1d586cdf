import { openContent } from '#server/platform/mail/mail-content.ts'
import type { TestApp } from '../test-app.ts'

type ContentColumns = Parameters<typeof openContent>[1]

/** The rows of mails with subject and props opened. */
export const opened = <Row extends ContentColumns>(app: TestApp, rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, ...openContent(app.platform.seal, row) }))
