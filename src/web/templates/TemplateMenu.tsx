import { Combobox, Popover, useCombobox } from '@mantine/core'
import { useId, useState, type KeyboardEvent } from 'react'
import { Link } from 'wouter'
import { languages } from '#contract/rules/languages.ts'
import { purposeRules, textFor, type TemplatePurpose } from '#contract/rules/templates.ts'
import type { Template } from '#contract/templates.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { isComposing } from '#web/lib/key-reading.ts'
import type { Dropdown } from '#web/ui/LazyDropdown.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { stagedText } from './staged-text.ts'
import css from './template-choice.module.css'
import { matchingTemplates, useTemplates } from './use-templates.ts'

interface TemplateMenuProps {
  dropdown: Dropdown
  purpose: TemplatePurpose
  language: string | null
  onChoose: (template: Template) => void
  onClose: () => void
}

/** Typing filters, Enter inserts, Escape returns to the field. */
export function TemplateMenu({ dropdown, ...body }: TemplateMenuProps) {
  const { props, target } = dropdown
  return (
    <Popover
      {...props}
      position="bottom-end"
      width="min(380px, calc(100vw - 24px))"
      trapFocus
      shadow="md"
      // Letters typed right after the shortcut belong to the filter.
      transitionProps={{ duration: 0 }}
      closeOnEscape={false}
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown className={css.menu} aria-label="Templates">
        {props.opened && <Choices {...body} close={() => props.onChange(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}

type ChoicesProps = Omit<TemplateMenuProps, 'dropdown'> & { close: () => void }

function Choices({ purpose, language, onChoose, onClose, close }: ChoicesProps) {
  const listId = useId()
  const combobox = useCombobox({ opened: true })
  const [typed, setTyped] = useState('')
  const [current, setCurrent] = useState(0)
  const { data, error } = useTemplates()
  const ofPurpose = data?.data.filter((template) => template.purpose === purpose)
  const shown = matchingTemplates(ofPurpose ?? [], typed)
  const active = shown[Math.min(current, shown.length - 1)]

  const choose = (template: Template) => {
    close()
    onChoose(template)
  }
  const step = (by: number) => {
    if (shown.length > 0) setCurrent((Math.min(current, shown.length - 1) + by + shown.length) % shown.length)
  }
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => active && choose(active),
    Escape: () => (close(), onClose()),
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const act = keys[event.key]
    if (isComposing(event.nativeEvent) || !act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const template = shown.find((it) => String(it.id) === id)
        if (template) choose(template)
      }}
    >
      <input
        ref={focus}
        className={`shrinkable ${css.input}`}
        role="combobox"
        aria-label="Filter templates"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={active && `${listId}-${active.id}`}
        autoComplete="off"
        spellCheck={false}
        placeholder="Type to filter"
        maxLength={200}
        value={typed}
        data-autofocus
        // Escape does not close a dialog below.
        data-mantine-stop-propagation
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setCurrent(0)
        }}
        onKeyDown={handleKey}
      />
      {error && (
        <p className={`muted small ${css.none}`} role="alert">
          The templates could not be loaded: {error.message}
        </p>
      )}
      {!ofPurpose && !error && (
        <div className={css.loading}>
          <Skeleton width="100%" height="100%" />
        </div>
      )}
      <Combobox.Options id={listId} className={css.list} aria-label="Templates">
        {shown.map((template) => (
          <Combobox.Option
            key={template.id}
            id={`${listId}-${template.id}`}
            ref={template === active ? reveal : undefined}
            value={String(template.id)}
            selected={template === active}
            aria-selected={template === active}
            className={css.choice}
            onPointerMove={() => setCurrent(shown.indexOf(template))}
          >
            <TemplateChoice template={template} language={language} />
          </Combobox.Option>
        ))}
      </Combobox.Options>
      {ofPurpose && shown.length === 0 && (
        <p className={`muted small ${css.none}`}>
          {ofPurpose.length === 0 ? 'There are no templates yet.' : 'No template has these words.'}{' '}
          <Link href={staffScreens.templates.path}>Templates</Link>
        </p>
      )}
    </Combobox>
  )
}

function TemplateChoice({ template, language }: { template: Template; language: string | null }) {
  const { hasLanguages } = purposeRules[template.purpose]
  const chosen = textFor(template.texts, hasLanguages ? language : null)
  const staged = stagedText(template)
  return (
    <>
      <span className={`flex spread gap-8 ${css.line}`}>
        <b className="shrinkable truncate medium">{template.name}</b>
        {hasLanguages && <small className="rigid muted tiny">{languages[chosen.language].english}</small>}
      </span>
      <small className="truncate muted tiny" dir="auto">
        {chosen.text}
      </small>
      {staged && <small className="faint tiny">{staged}</small>}
    </>
  )
}

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
