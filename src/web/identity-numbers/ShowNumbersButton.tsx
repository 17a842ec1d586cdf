import { Button } from '@mantine/core'
import { Icon } from '#web/ui/Icon.tsx'
import css from './identity-numbers.module.css'
import { useShownNumbers } from './shown-numbers.ts'

const whatIsShown = 'passport, identity and visa numbers of this order'

/** Shows the masked numbers of a finished order; stays afterwards as 'Shown' and keeps the focus. */
export function ShowNumbersButton() {
  const { areHidden, wereShown, busy, show } = useShownNumbers()
  if (!areHidden && !wereShown) return null
  const explanation = areHidden
    ? `Show the ${whatIsShown}; this is recorded`
    : `Shown: the ${whatIsShown}; this has been recorded`
  return (
    <Button
      variant="subtle"
      size="xs"
      className={css.show}
      leftSection={<Icon name={areHidden ? 'eye' : 'tick'} />}
      aria-label={explanation}
      title={explanation}
      aria-disabled={busy || wereShown}
      onClick={() => {
        if (areHidden && !busy) void show()
      }}
    >
      {areHidden ? 'Show' : 'Shown'}
    </Button>
  )
}
