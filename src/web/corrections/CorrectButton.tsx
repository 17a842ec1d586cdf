import { Button } from '@mantine/core'
import { useState } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { useShownNumbers } from '#web/identity-numbers/shown-numbers.ts'
import { useKeyProps } from '#web/lib/own-keys.ts'
import { Icon } from '#web/ui/Icon.tsx'
import css from './corrections.module.css'
import { correctionTitles, CorrectionDialog } from './CorrectionDialog.tsx'
import { useBegunCorrection } from './use-correction.ts'
import type { CorrectionSection } from './values.ts'

interface CorrectButtonProps {
  order: OrderDetails
  section: CorrectionSection
}

export function CorrectButton({ order, section }: CorrectButtonProps) {
  const [opened, setOpened] = useState(false)
  const { areHidden, show } = useShownNumbers()
  const keyProps = useKeyProps()
  const isBegun = useBegunCorrection(order, section).view.content.form !== ''
  // A masked number would be saved as it is shown.
  const open = async () => {
    if (await show()) setOpened(true)
  }
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        className={css.correct}
        leftSection={<Icon name="pen" />}
        aria-label={`${correctionTitles[section]}${isBegun ? ' begun' : ''}`}
        {...keyProps('correct')}
        data-correct
        {...(areHidden && { title: 'Shows the masked numbers first; this is recorded' })}
        onClick={() => void open()}
      >
        Correct
        {isBegun && <span className={`warning tiny ${css.mark}`}>begun</span>}
      </Button>
      <CorrectionDialog order={order} section={section} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
