import * as z from 'zod/mini'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { ownKey, saveKeySettings, type KeySettings } from '#contract/session.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { isTextKey, readKey } from '#web/lib/key-reading.ts'
import { actionWords, takenBy } from '#web/lib/key-sheet.ts'
import { isChanging, standardKeys } from '#web/lib/key-table.ts'
import { setKeySettings, useKeySettings } from '#web/lib/own-keys.ts'
import { Card } from '#web/ui/Card.tsx'
import { StackedForm } from '#web/ui/StackedForm.tsx'
import { showToast } from '#web/ui/toast.tsx'
import css from './account.module.css'

/** Keys that change something; the others are only switched off together. */
const changingKeys = [...standardKeys].filter(([action]) => isChanging(action))

function errorOf(settings: KeySettings, action: string, keys: string): string | undefined {
  if (keys === '') return undefined
  const { error } = z.safeParse(ownKey, keys)
  if (error) return error.issues[0]?.message
  const other = takenBy(settings, action, keys)
  return other === '' ? undefined : `Taken: ${other}`
}

/** Switches the keys of the desk off, or gives the changing ones others (WCAG 2.1.4). */
export function KeysCard() {
  const saved = useKeySettings()
  const [{ areOn, own }, setDraft] = useState(saved)
  const [showsErrors, setShowsErrors] = useState(false)
  const { call, busy } = useCall(saveKeySettings)
  const fields = changingKeys.map(([action, keys]) => {
    const value = own[action] ?? keys
    return {
      action,
      words: actionWords.get(action),
      keys,
      value,
      error: errorOf({ areOn, own }, action, value),
    }
  })
  const set = (action: string, value: string) => setDraft({ areOn, own: { ...own, [action]: value } })

  const save = async () => {
    setShowsErrors(true)
    if (fields.some(({ error }) => error)) return
    const changed = fields.filter(({ value, keys }) => value !== keys)
    const settings = { areOn, own: Object.fromEntries(changed.map(({ action, value }) => [action, value])) }
    const answer = await call({ body: settings })
    if (!answer) return
    setKeySettings(settings)
    showToast({ tone: 'good', title: answer.message })
  }

  return (
    <Card title="Keys">
      <StackedForm
        label="Keys"
        submitLabel="Save"
        busy={busy}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        otherButtons={<Button onClick={() => setDraft({ areOn: true, own: {} })}>As they were</Button>}
      >
        <Checkbox
          label="Keys of a letter or a sign"
          description="Without them only those with Ctrl work."
          checked={areOn}
          onChange={(event) => setDraft({ areOn: event.currentTarget.checked, own })}
        />
        {areOn && (
          <fieldset className={css.keys}>
            <legend className="muted small">
              Keys that change something. Press one or two in a field; Backspace leaves it without.
            </legend>
            {fields.map(({ action, words, value, error }) => (
              <TextInput
                key={action}
                size="xs"
                label={words}
                autoComplete="off"
                value={value}
                error={showsErrors && error}
                onChange={(event) => set(action, event.currentTarget.value)}
                onKeyDown={(event) => typeKey(event, value, (keys) => set(action, keys))}
              />
            ))}
          </fieldset>
        )}
      </StackedForm>
    </Card>
  )
}

/** Reads keys as the desk does, on any layout; a third key begins anew. */
function typeKey(event: KeyboardEvent, value: string, set: (keys: string) => void) {
  const key = readKey(event.nativeEvent)
  if (key === null || key === ' ' || !(isTextKey(key) || key === 'Backspace')) return
  event.preventDefault()
  if (key === 'Backspace') set('')
  else set(isTextKey(value) ? `${value} ${key}` : key)
}
