import * as z from 'zod/mini'

export const maxTextChars = 1_000_000
/** Characters of a file's name that are kept, from its end. */
export const maxNameChars = 400

const address = z.object({ name: z.string(), address: z.string() })
export type Address = z.infer<typeof address>

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

const mailPart = z.object({
  name: z.optional(z.string()),
  contentType: z.string(),
  /** A picture that stands in the text. */
  isInline: z.boolean(),
  bytes,
})
export type MailPart = z.infer<typeof mailPart>

export const rawMail = z.object({
  /** With angle brackets. */
  messageId: z.nullable(z.string()),
  references: z.array(z.string()),
  from: address,
  to: z.array(address),
  subject: z.string(),
  /** Without card numbers. */
  text: z.string(),
  /** The same, where it was not converted to text. */
  html: z.string(),
  /** The first value of each header, by its name in lower case. */
  headers: z.map(z.string(), z.string()),
  /** Whether From names one sender without ambiguity. */
  isFromPlain: z.boolean(),
  /** Domains of its DKIM signatures, unverified; '' for an ambiguous one. */
  signedBy: z.array(z.string()),
  /** Its files, and those within mails and containers among them. */
  parts: z.array(mailPart),
  /** The mail with card numbers of its heads and texts masked; null if it has none. */
  masked: z.nullable(bytes),
})
export type RawMail = z.infer<typeof rawMail>
