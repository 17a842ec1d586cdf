import { Button, TextInput } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import css from './corrections.module.css'
import { FamilyInputs } from './FamilyInputs.tsx'
import { FieldInputs } from './FieldInputs.tsx'
import { fieldGroups } from './fields.ts'
import { GoodsInputs } from './GoodsInputs.tsx'
import { useCorrection } from './use-correction.ts'
import type { CorrectionSection } from './values.ts'

export const correctionTitles: Record<CorrectionSection, string> = {
  information: 'Correct Order Information',
  arrival: 'Correct Arrival',
  departure: 'Correct Departure',
  family: 'Correct Family Information',
  goods: 'Correct Importing Goods',
}

interface CorrectionDialogProps {
  order: OrderDetails
  section: CorrectionSection
  /** The field in which the focus begins, as a correction names it, or a path within a list; else the first. */
  focusOn?: string | undefined
  opened: boolean
  onClose: () => void
}

/** In which a section's data are corrected, with a reason. */
export function CorrectionDialog({ order, section, focusOn, opened, onClose }: CorrectionDialogProps) {
  const [isDirty, setIsDirty] = useState(false)
  const close = () => {
    setIsDirty(false)
    onClose()
  }
  return (
    <Dialog title={correctionTitles[section]} size="wide" opened={opened} onClose={close} isDirty={isDirty}>
      <CorrectionForm
        order={order}
        section={section}
        focusOn={focusOn}
        onDirtyChange={setIsDirty}
        onClose={close}
      />
    </Dialog>
  )
}

/** The input of a field, or where it can be added. */
const inputOf = (form: HTMLElement | null, field: string) =>
  [`[data-path="fields.${field}"]`, `[data-path="${field}"]`, `[data-add="${field}"]`, '[data-add="member"]']
    .map((selector) => form?.querySelector(selector))
    .find((element) => element)

interface CorrectionFormProps {
  order: OrderDetails
  section: CorrectionSection
  focusOn: string | undefined
  onDirtyChange: (isDirty: boolean) => void
  onClose: () => void
}

/** Stands for as long as the dialog is open, so that it begins with what is stored now. */
function CorrectionForm({ order, section, focusOn, onDirtyChange, onClose }: CorrectionFormProps) {
  const { element, form, onSubmit, busy, isDirty } = useCorrection(order, section, (message) => {
    onClose()
    showToast({ tone: 'good', title: message })
  })
  // Before the dialog looks for where the focus begins.
  useLayoutEffect(() => {
    if (focusOn !== undefined) inputOf(element.current, focusOn)?.setAttribute('data-autofocus', '')
  }, [element, focusOn])
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
      <div className={`flex wrap gap-12 ruled ${css.end}`}>
        <TextInput
          className={css.reason}
          label="Reason"
          autoComplete="off"
          readOnly={busy}
          {...form.getInputProps('reason')}
        />
        <div className={`flex gap-8 push-end ${css.buttons}`}>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" type="submit" aria-disabled={busy}>
            Save
          </Button>
        </div>
      </div>
    </form>
  )
}
