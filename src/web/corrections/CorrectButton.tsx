import { Button, TextInput } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { useShownNumbers } from '#web/identity-numbers/shown-numbers.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { showToast } from '#web/ui/toast.tsx'
import css from './CorrectButton.module.css'
import { FamilyInputs } from './FamilyInputs.tsx'
import { FieldInputs } from './FieldInputs.tsx'
import { fieldGroups } from './fields.ts'
import { GoodsInputs } from './GoodsInputs.tsx'
import { useCorrection } from './use-correction.ts'
import type { CorrectionSection } from './values.ts'

const titles: Record<CorrectionSection, string> = {
  information: 'Correct Order Information',
  arrival: 'Correct Arrival',
  departure: 'Correct Departure',
  family: 'Correct Family Information',
  goods: 'Correct Importing Goods',
}

interface CorrectButtonProps {
  order: OrderDetails
  section: CorrectionSection
}

/** The quiet button of a section, and the dialog in which its data are corrected. */
export function CorrectButton({ order, section }: CorrectButtonProps) {
  const [opened, setOpened] = useState(false)
  const [isDirty, setIsDirty] = useState(false)
  const { areHidden, show } = useShownNumbers()
  // Masked numbers would be saved as they are shown.
  const open = async () => {
    if (await show()) setOpened(true)
  }
  const close = () => {
    setOpened(false)
    setIsDirty(false)
  }
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        className={css.correct}
        leftSection={<Icon name="pen" />}
        aria-label={titles[section]}
        aria-keyshortcuts="e"
        data-correct
        title={areHidden ? 'Shows the masked numbers first; this is recorded' : undefined}
        onClick={() => void open()}
      >
        Correct
      </Button>
      <Dialog title={titles[section]} size="wide" opened={opened} onClose={close} isDirty={isDirty}>
        <CorrectionFormApi order={order} section={section} onDirtyChange={setIsDirty} onClose={close} />
      </Dialog>
    </>
  )
}

interface CorrectionFormProps extends CorrectButtonProps {
  onDirtyChange: (isDirty: boolean) => void
  onClose: () => void
}

/** Stands for as long as the dialog is open, so that it begins with what is stored now. */
function CorrectionFormApi({ order, section, onDirtyChange, onClose }: CorrectionFormProps) {
  const { element, form, onSubmit, busy, isDirty } = useCorrection(order, section, (message) => {
    onClose()
    showToast({ tone: 'good', title: message })
  })
  // Before the next event: a click outside may follow the first letter at once.
  useLayoutEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])

  return (
    <form ref={element} onSubmit={(event) => void onSubmit(event)} noValidate>
      {section === 'family' ? (
        <FamilyInputs form={form} />
      ) : section === 'goods' ? (
        <GoodsInputs form={form} />
      ) : (
        <FieldInputs form={form} groups={fieldGroups(order, section)} />
      )}
      <div className={css.end}>
        <TextInput
          className={css.reason}
          label="Reason"
          autoComplete="off"
          readOnly={busy}
          {...form.getInputProps('reason')}
        />
        <div className={css.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" type="submit" aria-disabled={busy}>
            Save
          </Button>
        </div>
      </div>
    </form>
  )
}
