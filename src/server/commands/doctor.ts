import { readConfig, type Config } from '#server/config.ts'
import { SettingError } from '#server/settings.ts'
import type { Finding } from '#server/doctor/check.ts'
import { openInstallation } from '#server/doctor/open-installation.ts'
import { runChecks } from '#server/doctor/run-checks.ts'
import { UsageError, type Command } from './command.ts'

const show = (name: string, { status, line }: Finding) =>
  console.log(`${status.padEnd(8)}${name.padEnd(10)}${line}`)

/** Null after a report of an invalid setting. */
function readSettings(env: NodeJS.ProcessEnv): Config | null {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    show('settings', { status: 'fault', line: `${error.message}; nothing else was looked at` })
    return null
  }
}

/** Does not start the platform, which would repair part of what is checked. */
export const doctorCommand: Command = {
  usage: 'npm run cli -- doctor [--all]',
  async run(args, env) {
    if (args.some((it) => it !== '--all') || args.length > 1) throw new UsageError()
    const config = readSettings(env)
    if (!config) return 1
    const { installation, close } = openInstallation(config, {
      isThorough: args.length === 1,
      allowsInsecureConnections: env['ALLOW_INSECURE_CONNECTIONS'] === '1',
    })
    try {
      return (await runChecks(installation, show)) ? 1 : 0
    } finally {
      await close()
    }
  },
}
