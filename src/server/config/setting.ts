import * as z from 'zod/mini'

/** A setting is not valid: the server exits with this message, which names the setting. */
export class SettingError extends Error {}

/** A setting that stands alone and does nothing, or not what was meant; `message` follows its name. */
export interface SettingCheck<Settings> {
  setting: string
  message: string
  isIncomplete: (settings: Settings) => boolean
}

/** A whole number from `least` to `most`. */
export const wholeNumber = (fallback: number, least: number, most: number) =>
  z._default(
    z.coerce
      .number(`must be a number from ${least} to ${most}`)
      .check(
        z.int(`must be a whole number`),
        z.minimum(least, `must be at least ${least}`),
        z.maximum(most, `must be at most ${most}`),
      ),
    fallback,
  )

const notEmpty = () => z.string().check(z.minLength(1, 'must not be empty'))
export const textSetting = (fallback: string) => z._default(notEmpty(), fallback)
export const optionalText = z.optional(notEmpty())

/** An address of one of these protocols. */
export const address = (protocol: RegExp, error: string) => z.optional(z.url({ protocol, error }))
export const httpAddress = address(/^https?$/, 'must be an http or https address')

/** Switched by 0 or 1. */
export const flag = (fallback: '0' | '1') => z._default(z.enum(['0', '1'], 'must be 0 or 1'), fallback)

/** A text whose items, separated by commas, all pass. */
export const listOf = (isItem: (item: string) => boolean, error: string) =>
  z.optional(z.string().check(z.refine((list) => splitList(list).every(isItem), error)))

export const splitList = (list: string): string[] => list.split(',').map((item) => item.trim())

export const password = z.optional(z.string().check(z.minLength(6, 'must have at least 6 characters')))

/** The values of a group of settings, once read. */
export type Values<Group extends z.core.$ZodShape> = z.output<z.ZodMiniObject<Group>>
