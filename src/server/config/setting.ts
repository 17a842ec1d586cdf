import * as z from 'zod/mini'

/** A setting is not valid: the server exits with this message, which names the setting. */
export class SettingError extends Error {}

/** A check that a setting has the others that it needs; `message` follows the name of `setting`. */
export interface SettingCheck<Settings> {
  setting: string
  message: string
  isIncomplete: (settings: Settings) => boolean
}

/** A whole number from `min` to `max`. */
export const wholeNumberSetting = (fallback: number, min: number, max: number) =>
  z._default(
    z.coerce
      .number(`must be a number from ${min} to ${max}`)
      .check(
        z.int(`must be a whole number`),
        z.minimum(min, `must be at least ${min}`),
        z.maximum(max, `must be at most ${max}`),
      ),
    fallback,
  )

const nonEmptyText = () => z.string().check(z.minLength(1, 'must not be empty'))
export const textSetting = (fallback: string) => z._default(nonEmptyText(), fallback)
export const optionalTextSetting = z.optional(nonEmptyText())

/** An address of one of these protocols. */
export const urlSetting = (protocol: RegExp, error: string) => z.optional(z.url({ protocol, error }))
export const httpUrlSetting = urlSetting(/^https?$/, 'must be an http or https address')

/** The host is this machine, by the name or address that a URL or a socket has. */
export const isLoopbackHost = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host)

/** The host of the address is this machine. */
export const isLoopbackUrl = (url: string): boolean => isLoopbackHost(new URL(url).hostname)

/** Switched by 0 or 1. */
export const flagSetting = (fallback: '0' | '1') => z._default(z.enum(['0', '1'], 'must be 0 or 1'), fallback)

/** A text whose items, separated by commas, all pass. */
export const listSetting = (isItem: (item: string) => boolean, error: string) =>
  z.optional(z.string().check(z.refine((list) => splitList(list).every(isItem), error)))

export const splitList = (list: string): string[] => list.split(',').map((item) => item.trim())

export const passwordSetting = z.optional(z.string().check(z.minLength(6, 'must have at least 6 characters')))

/** The values of a group of settings, once read. */
export type SettingValues<Group extends z.core.$ZodShape> = z.output<z.ZodMiniObject<Group>>
