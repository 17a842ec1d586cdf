import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const policy = z.object({ version: z.string(), text: z.string() })

/** One landing domain: brand, links, contact, terms and refund policy by version (product §10, SITES_FILE). */
export const site = z.strictObject({
  domain: z.string().check(z.minLength(1)),
  kind: z.enum(['product', 'portal']),
  name: z.string().check(z.minLength(1)),
  links: z.array(z.strictObject({ label: z.string(), url: z.string() })),
  contact: z.strictObject({ email: z.string(), phone: z.string(), address: z.string() }),
  terms: policy,
  refund: policy,
})
export type Site = z.infer<typeof site>

export const currentSite = endpoint({
  method: 'GET',
  path: '/front/site',
  summary: 'Brand and links of the site that a visitor is on',
  allow: 'anyone',
  query: z.looseObject({ orderId: z.optional(z.string()) }),
  reply: z.object({
    data: z.pick(site, { domain: true, kind: true, name: true, links: true, contact: true }),
  }),
})

/** Titles for the pages; asked before anyone signs in. */
export const productTitles = endpoint({
  method: 'GET',
  path: '/titles',
  summary: 'Title and short title of the product',
  allow: 'anyone',
  reply: z.object({ data: z.object({ title: z.string(), shortTitle: z.string() }) }),
})
