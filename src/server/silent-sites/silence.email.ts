import * as z from 'zod/mini'
import { estTimestamp } from '#contract/rules/dates.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { composeMail } from '#server/platform/mail/compose-mail.tsx'
import { defineMail } from '#server/platform/mail/define-mail.ts'

const silenceProps = z.object({
  name: z.string(),
  domain: z.string(),
  /** Its newest order before the silence. */
  since: z.string(),
  /** False: it speaks again. */
  isSilent: z.boolean(),
  /** Orders that its own hours had led to expect. */
  expected: z.number(),
})

/** Tells an Admin that no order comes from a site any more, or that orders come again (product §14). */
export const silenceMail = defineMail('silence', silenceProps, {
  render({ name, domain, since, isSilent, expected }, { publicUrl, shortTitle }) {
    return composeMail({
      brand: shortTitle,
      subject: isSilent ? `No orders from ${domain}` : `Orders come from ${domain} again`,
      name,
      parts: isSilent
        ? [
            `No order has come from ${domain} since ${estTimestamp(since)}.`,
            `By the same hours of the weeks before, at least ${expected} were expected. Its checkout, its payment gateway or its connection to us may be down.`,
            { label: 'Open Gateway Setting', url: publicUrl + staffScreens.gatewaySetting.path },
          ]
        : [`An order has come from ${domain}, the first since ${estTimestamp(since)}.`],
      footer: [{ label: 'Sign In', url: publicUrl }],
    })
  },
  sample: {
    name: 'Ayu Lestari',
    domain: 'arrival.example',
    since: '2026-11-21T05:00:00Z',
    isSilent: true,
    expected: 6,
  },
})
