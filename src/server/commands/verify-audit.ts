import { headPath, readHead, type ChainHead } from '#server/audit/chain-head.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import { formatNumber, UsageError } from './command.ts'
import { onPlatform } from './on-platform.ts'

async function headsOf(args: string[]): Promise<ChainHead[]> {
  if (args.length === 0) return []
  const [option, path, ...others] = args
  if (option !== '--head' || path === undefined) throw new UsageError()
  const head = await readHead(path)
  if (!head) throw new UsageError(`${path} is not there.`)
  return [head, ...(await headsOf(others))]
}

export const verifyAuditCommand = onPlatform(
  'npm run cli -- verify-audit [--head FILE]…',
  async (platform, args) => {
    const kept = await readHead(headPath(platform.config))
    const heads = [...(kept ? [kept] : []), ...(await headsOf(args))]
    let faults = 0
    const { to, waiting } = await verifyAudit(platform, heads, (fault) => {
      faults += 1
      console.log(fault)
    })
    console.error(
      `${formatNumber(to.seq)} entries are chained, ${formatNumber(waiting)} wait for it; ` +
        `${formatNumber(heads.length)} heads were compared. ` +
        (faults > 0
          ? `${formatNumber(faults)} faults were found.`
          : 'Nothing was changed, removed or added.'),
    )
    return faults > 0 ? 1 : 0
  },
)
