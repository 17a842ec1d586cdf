import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findWholeChromium } from '../test/support/browser/chromium.ts'

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** Requirements of trials: whether this machine meets them, and the message otherwise. */
export const needs = {
  mailFolders: {
    isMet: () => Boolean(process.env['MAIL_FOLDERS']),
    missing: 'needs folders with mails in MAIL_FOLDERS, colons between',
  },
  root: { isMet: () => process.getuid?.() === 0, missing: 'has to run as root' },
  debian: { isMet: () => existsSync('/usr/bin/apt-get'), missing: "needs Debian's packages" },
  networkNamespaces: {
    isMet: () => spawnSync('unshare', ['--net', 'true'], { stdio: 'ignore' }).status === 0,
    missing: 'needs the right to make network namespaces',
  },
  wholeChromium: {
    isMet: async () => (await findWholeChromium()) !== undefined,
    missing: 'needs a whole Chromium: install one, or name it in CHROMIUM_PATH',
  },
  history: {
    isMet: () => git('rev-parse', '--is-shallow-repository') === 'false',
    missing: 'needs the whole history of the repository',
  },
  cleanTree: {
    isMet: () => git('status', '--porcelain') === '',
    missing: 'is made of a commit: commit what has changed first',
  },
} satisfies Record<string, { isMet: () => boolean | Promise<boolean>; missing: string }>
