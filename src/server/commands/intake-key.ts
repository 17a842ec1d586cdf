import { createIntakeKey as createIntakeKeyCall } from '#contract/intake-keys.ts'
import { commandLineAuditContext } from '#server/audit/audit.ts'
import { createIntakeKey, listIntakeKeys, revokeIntakeKey } from '#server/intake-keys/intake-keys.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { onlyArgument, UsageError } from './command.ts'
import { onPlatform } from './on-platform.ts'

const formatDay = (date: Date | null) => date?.toISOString().slice(0, 10) ?? '-'

const verbs: Record<string, (platform: Platform, args: string[]) => Promise<number>> = {
  async create(platform, args) {
    const [name = '', ...domains] = args
    const body = createIntakeKeyCall.body.safeParse({ name, domains: domains.join(' ') })
    if (!body.success) throw new UsageError()
    const key = await inTransaction(platform.db, (tx) =>
      createIntakeKey(commandLineAuditContext(platform, tx, platform.clock()), body.data),
    )
    console.error('The key is shown only once:')
    console.log(key)
    return 0
  },
  async revoke(platform, args) {
    await inTransaction(platform.db, (tx) =>
      revokeIntakeKey(commandLineAuditContext(platform, tx, platform.clock()), onlyArgument(args)),
    )
    console.error(`${onlyArgument(args)} is revoked.`)
    return 0
  },
  async list({ db }) {
    const keys = await inTransaction(db, (tx) => listIntakeKeys(tx))
    console.table(
      keys.map(({ name, domains, created_at, last_used_at, revoked_at }) => ({
        name,
        domains: domains?.join(' ') ?? 'all',
        created: formatDay(created_at),
        'last used': formatDay(last_used_at),
        revoked: formatDay(revoked_at),
      })),
    )
    return 0
  },
}

export const intakeKeyCommand = onPlatform(
  'npm run intake-key -- create NAME DOMAIN... | revoke NAME | list',
  async (platform, [name = '', ...args]) => {
    const verb = verbs[name]
    if (!verb) throw new UsageError()
    return verb(platform, args)
  },
)
