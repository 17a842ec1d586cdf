import { isLoopbackUrl } from '#server/settings.ts'
import { configuredProviders } from '#server/platform/mail/providers.ts'
import { findingsOf, orElse, warning, type Check } from './check.ts'

/** That they can be read is known before any check runs. */
export const settingsCheck: Check = {
  name: 'settings',
  run({ config, allowsInsecureConnections }) {
    const isLocal = isLoopbackUrl(config.publicUrl)
    const found = findingsOf([
      [
        !config.isHttps && !isLocal,
        warning('PUBLIC_URL is http: let a proxy in front speak TLS, and name its https address'),
      ],
      [
        config.isHttps && config.trustProxy === undefined,
        warning('TRUST_PROXY is not set: every visitor counts as the proxy; name its address'),
      ],
      [config.demo && !isLocal, warning('DEMO is on: its members are known; set DEMO=0 where people work')],
      [
        allowsInsecureConnections,
        warning('ALLOW_INSECURE_CONNECTIONS is 1: only for a private network; otherwise take it out'),
      ],
      [
        config.hooks.snsSignatureVersions.includes('1'),
        warning("AWS_SNS_SIGNATURE_V1 is 1: set the topic's SignatureVersion to 2, then take it out"),
      ],
      [
        config.documents.alsoIn !== undefined,
        warning(
          `DOCUMENTS_ALSO_IN is set: run npm run cli -- move-documents --to ${config.documents.keptIn}, then take it out`,
        ),
      ],
      [
        configuredProviders(config).length === 0,
        warning('no mail provider is configured: mails stay in the outbox; set one (settings.md, Mail)'),
      ],
    ])
    return orElse(found, 'they can be read, and none is insecure')
  },
}
