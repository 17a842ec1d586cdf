import { flagSetting, listSetting, splitList, type SettingCheck, type SettingValues } from './setting.ts'

const domainPattern = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i

/** Mail of the customs office (product §12). */
export const officialSettings = {
  OFFICIAL_SENDERS: listSetting(
    (domain) => domainPattern.test(domain),
    'must be domains, separated by commas',
  ),
  OFFICIAL_AUTOSEND: flagSetting('0'),
}
type OfficialSettingValues = SettingValues<typeof officialSettings>

/** From whom documents come by mail. */
export interface OfficialConfig {
  /** Domains in small letters, with their subdomains; none: no mail proposes a document. */
  senders: readonly string[]
  /** Certain documents are sent without a member. */
  autosend: boolean
}

export const officialConfig = (s: OfficialSettingValues): OfficialConfig => ({
  senders: splitList(s.OFFICIAL_SENDERS?.toLowerCase() ?? '').filter((domain) => domain !== ''),
  autosend: s.OFFICIAL_AUTOSEND === '1',
})

export const officialSettingChecks: readonly SettingCheck<OfficialSettingValues>[] = [
  {
    setting: 'OFFICIAL_SENDERS',
    message: 'is missing beside OFFICIAL_AUTOSEND',
    isIncomplete: (s) => s.OFFICIAL_AUTOSEND === '1' && s.OFFICIAL_SENDERS === undefined,
  },
]
