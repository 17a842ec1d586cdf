import { openContent } from '#server/platform/mail/mail-content.ts'
import type { TestApp } from '../test-app.ts'

type ContentColumns = Parameters<typeof openContent>[1]

/** The rows of mails with subject and props opened. */
export const opened = <Row extends ContentColumns>(app: TestApp, rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, ...openContent(app.platform.seal, row) }))

/** The mails of an order, newest first, with subject and props opened. */
export const loadOrderMails = async (app: TestApp, orderId: number) =>
  opened(
    app,
    await app.platform.db
      .selectFrom('mails')
      .selectAll()
      .where('order_id', '=', orderId)
      .orderBy('created_at', 'desc')
      .orderBy('is_resend', 'desc')
      .execute(),
  )
