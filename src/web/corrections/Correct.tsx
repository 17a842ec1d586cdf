import { Button, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { showToast } from '#web/ui/toast.tsx'
import css from './Correct.module.css'
import { FamilyInputs } from './FamilyInputs.tsx'
import { FieldInputs } from './FieldInputs.tsx'
import { fieldGroups } from './fields.ts'
import { GoodsInputs } from './GoodsInputs.tsx'
import { useCorrection } from './use-correction.ts'
import type { Part } from './values.ts'

const titles: Record<Part, string> = {
  information: 'Correct Order Information',
  arrival: 'Correct Arrival',
  departure: 'Correct Departure',
  family: 'Correct Family Information',
  goods: 'Correct Importing Goods',
}

interface CorrectProps {
  order: OrderDetails
  part: Part
}

/** The quiet button of a section, and the dialog in which its data are corrected. */
export function Correct({ order, part }: CorrectProps) {
  const [opened, setOpened] = useState(false)
  const [changed, setChanged] = useState(false)
  const close = () => {
    setOpened(false)
    setChanged(false)
  }
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        className={css.correct}
        leftSection={<Icon name="pen" />}
        aria-label={titles[part]}
        onClick={() => setOpened(true)}
      >
        Correct
      </Button>
      <Dialog title={titles[part]} size="wide" opened={opened} onClose={close} kept={changed}>
        <CorrectionForm order={order} part={part} onChanged={setChanged} onClose={close} />
      </Dialog>
    </>
  )
}

interface CorrectionFormProps extends CorrectProps {
  onChanged: (changed: boolean) => void
  onClose: () => void
}

/** Stands for as long as the dialog is open, so that it begins with what is stored now. */
function CorrectionForm({ order, part, onChanged, onClose }: CorrectionFormProps) {
  const { element, form, onSubmit, busy, changed } = useCorrection(order, part, (message) => {
    onClose()
    showToast({ tone: 'good', title: message })
  })
  useEffect(() => onChanged(changed), [changed, onChanged])

  return (
    <form ref={element} onSubmit={(event) => void onSubmit(event)} noValidate>
      {part === 'family' ? (
        <FamilyInputs form={form} />
      ) : part === 'goods' ? (
        <GoodsInputs form={form} />
      ) : (
        <FieldInputs form={form} groups={fieldGroups(order, part)} />
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
