import type { Page } from '@playwright/test'

/** Missing in Safari 15.0 or Chrome 92. */
const youngerThanThePhones = [
  'URLSearchParams.prototype.size',
  'URLSearchParams.prototype.has.length',
  'URL.canParse',
  'AbortSignal.timeout',
  'AbortSignal.any',
  'Array.prototype.at',
  'Array.prototype.findLast',
  'Array.prototype.toReversed',
  'Array.prototype.toSorted',
  'Array.prototype.toSpliced',
  'Array.prototype.with',
  'Array.fromAsync',
  'String.prototype.at',
  'String.prototype.isWellFormed',
  'Object.hasOwn',
  'Object.groupBy',
  'Map.groupBy',
  'Promise.withResolvers',
  'Promise.try',
  'Set.prototype.union',
  'Element.prototype.checkVisibility',
  'HTMLDialogElement.prototype.showModal',
  'HTMLElement.prototype.showPopover',
  'Navigator.prototype.userActivation',
  'Document.prototype.startViewTransition',
  'structuredClone',
  'reportError',
  'navigation',
  'scheduler',
  'requestIdleCallback',
  'CSSStyleSheet.prototype.replaceSync',
  'crypto.randomUUID',
]

/** Makes the page's browser as poor as the phones of 2021 that it supports. */
export const takeYoungerFeaturesAway = (page: Page) =>
  page.addInitScript((names: string[]) => {
    for (const name of names) {
      const path = name.split('.')
      const last = path.pop() ?? ''
      const owner: unknown = path.reduce<unknown>(
        (found, key) => (found instanceof Object ? Reflect.get(found, key) : undefined),
        globalThis,
      )
      if (owner instanceof Object) Reflect.deleteProperty(owner, last)
    }
  }, youngerThanThePhones)
