import type { PackageException } from './judge-packages.ts'

const withoutBinaries =
  'newer versions lack binaries of some platforms in the registry, so that npm ci fails there'

const forNewerNode = 'newer versions need a Node newer than the oldest that is supported'

/** Packages that `npm run trial -- packages` lets pass, each with why. */
export const packageExceptions: readonly PackageException[] = [
  { package: 'oxlint', rule: 'age', reason: withoutBinaries },
  { package: 'oxlint-tsgolint', rule: 'age', reason: withoutBinaries },
  { package: 'oxfmt', rule: 'age', reason: withoutBinaries },
  { package: '@types/node', rule: 'age', reason: 'types of the oldest Node that is supported' },
  { package: '@fastify/cookie', rule: 'age', reason: forNewerNode },
  { package: '@fastify/static', rule: 'age', reason: forNewerNode },
]
