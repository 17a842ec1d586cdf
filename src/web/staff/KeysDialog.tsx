import { Fragment } from 'react'
import { Link, useLocation, useRouter, matchRoute } from 'wouter'
import { filingPattern, viewOrderPattern } from '#contract/rules/staff-addresses.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { screensInOrder, type KeyRow, type KeyScreenName } from '#web/lib/key-sheet.ts'
import { useKeySettings, useKeysOf } from '#web/lib/own-keys.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import css from './KeysDialog.module.css'

/** The alternatives of a row, each as a sequence of keys. */
function alternativesOf(
  { isGroup, ofControl, actions = [] }: KeyRow,
  keysOf: (action: string) => string,
): string[][] {
  const keys = ofControl ?? actions.map(keysOf)
  const shown = isGroup ? keys.map((it) => it.slice(0, 1)) : keys
  return [...new Set(shown)]
    .filter((it) => it !== '')
    .slice(0, 3)
    .map((it) => it.split(/[ +]/))
}

const screenPatterns: readonly [string, KeyScreenName][] = [
  [viewOrderPattern, 'order'],
  [filingPattern, 'filing'],
  [staffScreens.proposals.path, 'proposals'],
  [staffScreens.mailProblems.path, 'mailProblems'],
  [staffScreens.replies.path, 'replies'],
]

interface KeysDialogProps {
  opened: boolean
  onClose: () => void
}

/** `?`: all keys, those of the current screen first. */
export function KeysDialog({ opened, onClose }: KeysDialogProps) {
  const { parser } = useRouter()
  const [path] = useLocation()
  const keysOf = useKeysOf()
  const { areOn } = useKeySettings()
  const present = screenPatterns.find(([pattern]) => matchRoute(parser, pattern, path)[0])?.[1] ?? 'queue'
  const screens = screensInOrder.toSorted(
    ([first], [second]) => Number(second === present) - Number(first === present),
  )
  return (
    <Dialog title="Keys" size="full" opened={opened} onClose={onClose}>
      <p className="muted small">
        {areOn
          ? 'Off while you type in a field, but for those with Ctrl. '
          : 'You have switched them off, but for those with Ctrl. '}
        <Link href={staffScreens.myAccount.path} onClick={onClose}>
          Change them in My account
        </Link>
      </p>
      <div className={css.columns}>
        {screens.map(([name, { title, rows }]) => (
          <section key={name} className={css.screen} aria-label={title}>
            <h3 className={`row gap-8 small strong ${css.title}`}>
              {title} {name === present && <Tag>this screen</Tag>}
            </h3>
            <dl>
              {rows.map((row) => (
                <div key={row.words} className={`row spread gap-12 small ruled ${css.row}`}>
                  <dt>{row.words}</dt>
                  <dd>
                    {alternativesOf(row, keysOf).map((keys, index) => (
                      <Fragment key={keys.join(' ')}>
                        {index > 0 && <span className="muted tiny">or</span>}
                        {keys.map((key) => (
                          <kbd key={key} className={`centered muted ${css.key}`}>
                            {key}
                          </kbd>
                        ))}
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
