import { readConfig } from '#server/config.ts'
import type { Platform } from '#server/platform/work.ts'
import { startPlatform, type PlatformOptions } from '../services.ts'
import type { Command } from './command.ts'

/** A command that works on the configured database and files, also while servers run. */
export const onPlatform = (
  usage: string,
  run: (platform: Platform, args: string[]) => Promise<number>,
  optionsOf: (args: string[]) => Pick<PlatformOptions, 'contracts'> = () => ({}),
): Command => ({
  usage,
  async run(args, env) {
    const options = optionsOf(args)
    const config = readConfig(env)
    console.error(
      `Into the database of ${config.databaseUrl ? 'DATABASE_URL' : `DATA_DIR ${config.dataDir}`}`,
    )
    const { platform, stop } = await startPlatform(config, { worker: false, ...options })
    try {
      return await run(platform, args)
    } finally {
      await stop()
    }
  },
})
