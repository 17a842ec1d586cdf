import * as z from 'zod/mini'
import { textLimits } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { languageCodes } from './rules/languages.ts'
import { recordOf } from './rules/typed-keys.ts'

const text = (expected: string) =>
  z.string(`must be ${expected}`).check(z.minLength(1, `must be ${expected}`))

/** A text that customers agree to; a changed text needs a new version. */
const policy = z.strictObject({ version: text('a version'), text: text('the words of the policy') })

const disclosureText = text('the words of the disclosure').check(
  z.maxLength(2000, 'must be at most 2,000 characters'),
)

/** English is used where a language is missing. */
const disclosureTexts = z.strictObject({
  ...recordOf(languageCodes, () => z.optional(disclosureText)),
  en: disclosureText,
})
export type DisclosureTexts = z.infer<typeof disclosureTexts>

/** What the site shows before the sale (product §14); a changed text needs a new version. */
const disclosure = z.strictObject({ version: text('a version'), text: disclosureTexts })

const link = z.strictObject({
  label: text('a label'),
  url: z
    .string('must be an address')
    .check(z.regex(/^(https?:\/\/|mailto:|tel:|\/)\S*$/, 'must be an address')),
})

/** Issuer of a site's invoices, where it differs from the site's name and contact (product §7). */
const seller = z.strictObject({
  /** The registered name. */
  name: z.optional(text('the registered name')),
  address: z.optional(text('an address')),
  taxNumber: z.optional(text('a tax number')),
  /** The country's name of that number, such as NPWP or VAT ID. */
  taxLabel: z.optional(text('a label')),
})

/** One landing domain: brand, links, contact, terms, refund policy and disclosure by version (product §10, SITES_FILE). */
export const site = z.strictObject({
  domain: z
    .string('must be a domain name or *')
    .check(z.toLowerCase(), z.regex(/^(\*|[a-z0-9-]+(\.[a-z0-9-]+)*)$/, 'must be a domain name or *')),
  kind: z.enum(['product', 'portal'], 'must be product or portal'),
  name: text('a name'),
  links: z.array(link, 'must be a list of links'),
  contact: z.strictObject({
    email: z.email('must be an e-mail address'),
    phone: z.string(),
    address: z.string(),
  }),
  seller: z.optional(seller),
  terms: policy,
  refund: policy,
  disclosure: z.optional(disclosure),
})
export type Site = z.infer<typeof site>

/** The page of a payment in each gateway's own dashboard, by the gateway's name. */
const dashboards = z.record(
  z.string(),
  z
    .string('must be an address')
    .check(
      z.regex(
        /^https:\/\/[^\s/{}]+\/[^\s{}]*\{transaction_id\}[^\s{}]*$/,
        'must be an https address with {transaction_id} in its path',
      ),
    ),
  'must be addresses by gateway',
)

/** A list of sites, or that list with what holds for all of them. */
export const sitesFile = z.strictObject(
  {
    sites: z.array(site, 'must be a list of sites'),
    dashboards: z._default(dashboards, {}),
  },
  'must be a list of sites',
)
export type SitesFile = z.infer<typeof sitesFile>

export const currentSite = endpoint({
  method: 'GET',
  path: '/front/site',
  summary: 'Brand and links of the present site, or of the site of an opened order',
  allow: 'visitor',
  readsReplica: 'whileAway',
  query: z.looseObject({ orderId: z.optional(z.string().check(z.maxLength(textLimits.line))) }),
  reply: z.object({
    // Not strict: the site's policies are stripped from the reply rather than refused.
    data: z.object(z.pick(site, { domain: true, kind: true, name: true, links: true, contact: true }).shape),
  }),
})

/** Titles for the pages, needed before sign-in. */
export const productTitles = endpoint({
  method: 'GET',
  path: '/titles',
  summary: 'Title and short title of the product',
  allow: 'anyone',
  readsReplica: 'whileAway',
  reply: z.object({ data: z.object({ title: z.string(), shortTitle: z.string() }) }),
})
