import type { Config } from '#server/config.ts'

/**
 * Over https a cookie's name has the prefix that binds it to this host, to the root path and to TLS, so that no
 * neighbouring host can set it.
 */
export const hostCookieName = ({ isHttps }: Pick<Config, 'isHttps'>, name: string): string =>
  isHttps ? `__Host-${name}` : name
