import { reseal, type ResealResult } from '#server/platform/reseal.ts'
import { formatNumber, noArguments } from './command.ts'
import { onPlatform } from './on-platform.ts'

const resealSummary = ({ keyIds, ...result }: ResealResult): string[] => [
  `${formatNumber(result.rows)} rows were sealed anew.`,
  ...(result.lateRows > 0
    ? [
        `Rows that a server sealed by another key meanwhile: ${formatNumber(result.lateRows)}. Start every server with the key ${keyIds[0]} in front, then run this again.`,
      ]
    : []),
  result.isFinished
    ? `The key ${keyIds[0]} alone is needed from now on. Take the others out only when every server has it in front: what a server seals by another key would be lost.`
    : `This is not finished: keep ${keyIds.join(', ')}.`,
]

export const resealCommand = onPlatform('npm run cli -- reseal', async (platform, args) => {
  noArguments(args)
  const result = await reseal(platform, {
    progress: (what, count) => console.error(`${what}: ${formatNumber(count)}`),
  })
  console.error(resealSummary(result).join('\n'))
  return result.isFinished ? 0 : 1
})
