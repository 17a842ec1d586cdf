import { Button, TextInput } from '@mantine/core'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { familyFields, emptyFamilyMember } from './family-fields.ts'
import { focusAfter } from './focus-after.ts'
import css from './corrections.module.css'
import type { CorrectionFormApi } from './use-correction.ts'

/** Inputs for the family members, with adding and removing. */
export function FamilyInputs({ form }: { form: CorrectionFormApi }) {
  const members = form.values.familyMember

  const add = () =>
    focusAfter(
      () => form.insertListItem('familyMember', emptyFamilyMember),
      `[data-path="familyMember.${members.length}.${familyFields[0].key}"]`,
    )
  const remove = (index: number) =>
    focusAfter(() => form.removeListItem('familyMember', index), '[data-add="member"]')
  return (
    <>
      {[...members.keys()].map((index) => (
        <fieldset key={index} className={css.group} aria-label={`Family member ${index + 1}`}>
          <h3 className={css.heading}>Family member {index + 1}</h3>
          <div className={css.fields}>
            {familyFields.map(({ key, label }) => (
              <TextInput
                key={key}
                label={label}
                autoComplete="off"
                dir="auto"
                {...form.getInputProps(`familyMember.${index}.${key}`)}
              />
            ))}
          </div>
          {/* Last, so that the focus begins in a field. */}
          <IconButton
            icon="trash"
            label={`Remove family member ${index + 1}`}
            className={css.remove}
            onClick={() => remove(index)}
          />
        </fieldset>
      ))}
      <Button data-add="member" size="xs" leftSection={<Icon name="user" />} onClick={add}>
        Add family member
      </Button>
    </>
  )
}
