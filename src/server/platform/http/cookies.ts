import type { Config } from '#server/config.ts'

/**
 * The name of a cookie: over https with the prefix by which browsers hold it to this host, this path and TLS, so that no
 * neighbouring host can set it.
 */
export const hostCookieName = ({ isHttps }: Pick<Config, 'isHttps'>, name: string): string =>
  isHttps ? `__Host-${name}` : name
