import { Button } from '@mantine/core'
import { Icon } from '#web/ui/Icon.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import css from './filing.module.css'
import type { useFiling } from './use-filing.ts'

/** The foot of the sheet: what is copied and filled, and the button of the form filler where the browser has it. */
export function FillerFoot({ filing }: { filing: ReturnType<typeof useFiling> }) {
  const { copiedCount, fieldCount, leftFields, copyFailed, filler, fillForm } = filing
  const hasLeft = leftFields.length > 0
  const wasFilled = filler.left.size > 0 || copiedCount === fieldCount
  return (
    <div className={`row spread gap-12 rigid muted tiny ruled ${css.foot}`}>
      <output className={`shrinkable ${css.progress}`}>
        {filler.failure !== '' && (
          <strong className={`danger medium ${css.failure}`}>{filler.failure}</strong>
        )}
        <b>
          {filler.isThere && hasLeft
            ? `Filled ${copiedCount}, left ${leftFields.length}`
            : `${copiedCount} of ${fieldCount} copied`}
        </b>
        {copyFailed && ' The last one could not be copied.'}
        <span className={css.leftNames}>
          {hasLeft
            ? leftFields.map(({ label }) => label).join(', ')
            : filler.isThere && 'The form filler is ready; it never submits.'}
        </span>
      </output>
      {filler.isThere && (
        <Button
          variant={wasFilled ? 'default' : 'filled'}
          leftSection={<Icon name="bolt" />}
          aria-keyshortcuts="Shift+F"
          loading={filler.busy}
          onClick={() => void fillForm()}
        >
          {wasFilled ? 'Fill again' : 'Fill the form'} <Kbd>Shift F</Kbd>
        </Button>
      )}
    </div>
  )
}
