import { isIP } from 'node:net'
import { listSetting, splitList, type SettingValues } from './setting.ts'

/** An address, with a port where it is not 53: `192.0.2.1`, `192.0.2.1:5353`, `[2001:db8::1]:5353`. */
const isNameServer = (entry: string): boolean => {
  const bare = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i.exec(entry)
  return isIP(bare?.[1] ?? bare?.[2] ?? entry) !== 0
}

/** How `npm run cli -- doctor` finds out what the world knows of SEND_DOMAIN. */
export const nameServerSettings = {
  DNS_SERVERS: listSetting(isNameServer, 'must be addresses of DNS servers, separated by commas'),
  DKIM_SELECTORS: listSetting(
    (selector) => /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(selector),
    'must be selectors, separated by commas',
  ),
}

export interface NameServerConfig {
  /** None: those of this machine. */
  servers: readonly string[]
  /** Names of the keys by which mails of ours are signed, below `_domainkey`. */
  dkimSelectors: readonly string[]
}

const optionalList = (list: string | undefined) => (list ? splitList(list) : [])

export const nameServerConfig = (s: SettingValues<typeof nameServerSettings>): NameServerConfig => ({
  servers: optionalList(s.DNS_SERVERS),
  dkimSelectors: optionalList(s.DKIM_SELECTORS),
})
