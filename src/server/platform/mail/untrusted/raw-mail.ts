import * as z from 'zod/mini'

/** Characters of a text that are kept. */
export const maxTextChars = 1_000_000
/** Characters of a file's name that are looked at, from its end. */
export const maxNameChars = 400

const address = z.object({ name: z.string(), address: z.string() })
export type Address = z.infer<typeof address>

/** An attachment or inline part. */
const mailPart = z.object({
  name: z.optional(z.string()),
  contentType: z.string(),
  isInline: z.boolean(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
})
export type MailPart = z.infer<typeof mailPart>

/** A parsed mail, as it comes out of its sandbox. */
export const rawMail = z.object({
  /** With its angle brackets; null where there is none. */
  messageId: z.nullable(z.string()),
  references: z.array(z.string()),
  from: address,
  to: z.array(address),
  subject: z.string(),
  /** Without card numbers. */
  text: z.string(),
  /** The same, where it was not to be converted to text. */
  html: z.string(),
  /** The first value of each header, by its name in small letters. */
  headers: z.map(z.string(), z.string()),
  /** Whether its header names one sender, whom every reader takes for the same. */
  isFromPlain: z.boolean(),
  /** Domains that signed it (DKIM), whether or not that is true; '' for one that could be read in several ways. */
  signedBy: z.array(z.string()),
  parts: z.array(mailPart),
})
export type RawMail = z.infer<typeof rawMail>
