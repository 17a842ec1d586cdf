import { uploadDocument } from '#contract/documents.ts'
import { aPdf, asFile } from '../../../test/support/document-fixtures.ts'
import { declaration } from '../../../test/filler/declarations.ts'
import type { Journey } from '../run-desk.ts'

export const bouncedMail: Journey = {
  name: 'a bounced mail: its address corrected, resent by the other provider',
  before: '59 s',
  aim: 12,
  async prepare({ page }, { server }) {
    const email = 'emma.weber@exmaple.com'
    const orderId = await server.takeIn({ ...declaration(7), email, arrival_email: email })
    const file = asFile(await aPdf(), 'approved.pdf')
    await server.call('Team', uploadDocument, { body: { orderId, email }, file })
    await server.query(
      `update mails set state = 'bounced', attempts = 1, error = 'No such host' where order_id = $1`,
      [orderId],
    )
    await page.goto('/admin/recent-order')
    await page.getByRole('rowheader').first().waitFor()
  },
  async run({ page, press, think, type, waitFor }) {
    await press('g', 'i')
    await waitFor(page.getByRole('rowheader').first())
    think()
    await press('j', 'Enter')
    const dialog = page.getByRole('dialog', { name: 'Correct and resend' })
    await waitFor(dialog.getByRole('textbox', { name: 'E-mail' }))
    think()
    // From the end back over the domain, which is then written anew.
    await press('End')
    for (const _ of 'exmaple.com') await press('Backspace')
    await type('example.com')
    await press('Enter')
    await waitFor(page.getByText('The mail is on its way again.'))
  },
}
