import { createMalwareScanner } from '#server/platform/files/malware-scanner.ts'
import { findMailConfinement } from '#server/platform/mail/untrusted/in-sandbox.ts'
import { findPdfConfinement } from '#server/platform/pdf/untrusted/in-sandbox.ts'
import { addressCheck, clockCheck, webhooksCheck } from './address-checks.ts'
import {
  fault,
  NotThere,
  ok,
  reasonOf,
  warning,
  type Check,
  type Finding,
  type Installation,
} from './check.ts'
import { backupsCheck, databaseCheck, jobsCheck, keysCheck, mailsCheck } from './database-checks.ts'
import { domainCheck } from './domain-check.ts'
import { diskCheck, filesCheck } from './files-checks.ts'
import { settingsCheck } from './settings-check.ts'

const scannerCheck: Check = {
  name: 'scanner',
  run: async ({ config }) =>
    config.scanner
      ? [
          (await createMalwareScanner(config.scanner).isReachable())
            ? ok('answers')
            : fault('does not answer, and uploads are refused: start clamd, or see CLAMD'),
        ]
      : [ok('none is set')],
}

const parsersCheck: Check = {
  name: 'parsers',
  async run() {
    try {
      const found = await Promise.all([findPdfConfinement(), findMailConfinement()])
      return [
        found.every(({ stricterWays }) => stricterWays === 0)
          ? ok('start, and reach nothing but what they read')
          : warning(
              'start with fewer limits than Pabean would set: docs/security.md says what the machine must allow',
            ),
      ]
    } catch (error) {
      return [fault(`do not start, so that no file and no mail can be read: ${reasonOf(error)}`)]
    }
  },
}

/** In the order in which what is amiss with one explains what is amiss with the next. */
const checks: readonly Check[] = [
  settingsCheck,
  databaseCheck,
  keysCheck,
  diskCheck,
  parsersCheck,
  addressCheck,
  webhooksCheck,
  domainCheck,
  clockCheck,
  scannerCheck,
  backupsCheck,
  filesCheck,
  mailsCheck,
  jobsCheck,
]

async function findingsOfCheck({ name, run }: Check, installation: Installation): Promise<Finding[]> {
  try {
    return await run(installation)
  } catch (error) {
    if (error instanceof NotThere && error.what !== name)
      return [warning(`not looked at, because of the ${error.what}: ${error.message}`)]
    return [fault(`could not be looked at: ${reasonOf(error)}`)]
  }
}

/** Runs one check after the other and tells what each finds; answers whether there was a fault. */
export async function runChecks(
  installation: Installation,
  report: (name: string, finding: Finding) => void,
  isChosen: (name: string) => boolean = () => true,
): Promise<boolean> {
  let hasFault = false
  for (const check of checks.filter(({ name }) => isChosen(name)))
    for (const finding of await findingsOfCheck(check, installation)) {
      report(check.name, finding)
      hasFault ||= finding.status === 'fault'
    }
  return hasFault
}
