import { actorNames } from '#contract/rules/actor-names.ts'
import { rereadMails } from '#server/hooks/inbound/reread-mails.ts'
import { backgroundCall } from '#server/platform/work.ts'
import { formatNumber, noArguments } from './command.ts'
import { onPlatform } from './on-platform.ts'

export const rereadMailsCommand = onPlatform('npm run cli -- reread-mails', async (platform, args) => {
  noArguments(args)
  const call = backgroundCall(platform, { kind: 'job', name: actorNames.commandLine })
  const { read, changed, files } = await rereadMails(call, (count) =>
    console.error(`read: ${formatNumber(count)}`),
  )
  console.error(
    `${formatNumber(read)} mails were read again. Text or files were added to ${formatNumber(changed)}, ${formatNumber(files)} files in all.`,
  )
  return 0
})
