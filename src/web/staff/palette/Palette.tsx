import { Combobox, Modal, useCombobox } from '@mantine/core'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { isComposing } from '#web/lib/key-reading.ts'
import { releaseTyping } from '#web/lib/shortcuts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './palette.module.css'
import { countText, type PaletteEntry } from './palette-entries.tsx'
import { useFoundOrders, type FoundOrders } from '#web/orders/use-found-orders.ts'
import { usePaletteGroups } from './use-palette-groups.tsx'

interface PaletteProps {
  opened: boolean
  onClose: () => void
}

/** Ctrl K: orders of all queues, actions on them, screens and members. */
export function Palette({ opened, onClose }: PaletteProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      classNames={{ content: css.palette }}
      size={680}
      yOffset={104}
      transitionProps={{ duration: 100 }}
    >
      <Modal.Overlay transitionProps={{ duration: 100 }} />
      <Modal.Content aria-label="Find or do">
        <PaletteBody opened={opened} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  )
}

function PaletteBody({ opened, onClose }: PaletteProps) {
  const listId = useId()
  const combobox = useCombobox({ opened: true })
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<OrderRow | null>(null)
  const [current, setCurrent] = useState(0)
  const [wantsAll, setWantsAll] = useState(false)
  const found = useFoundOrders(typed, wantsAll)
  const { error, isCurrent } = found
  // The dialog takes the focus later, and letters typed until then would be lost or handled as shortcuts.
  useLayoutEffect(() => {
    if (opened) input.current?.focus({ preventScroll: true })
  }, [opened])
  const addTypedAhead = () => {
    const ahead = releaseTyping()
    if (ahead !== '') setTyped(ahead)
  }
  const choose = (order: OrderRow | null) => {
    setChosen(order)
    setCurrent(0)
  }
  const groups = usePaletteGroups({
    typed,
    found,
    chosen,
    onChoose: choose,
    onAll: () => setWantsAll(true),
    onClose,
  })
  const entries = groups.flatMap((group) => group.entries)
  const active = entries[Math.min(current, entries.length - 1)]

  const step = (by: number) =>
    setCurrent((Math.min(current, entries.length - 1) + by + entries.length) % entries.length)
  const keys: Record<string, (event: KeyboardEvent<HTMLInputElement>) => boolean> = {
    ArrowDown: () => (entries.length > 0 && step(1), true),
    ArrowUp: () => (entries.length > 0 && step(-1), true),
    Enter: (event) => {
      const target =
        event.ctrlKey || event.metaKey ? entries.find(({ id: entry }) => entry === 'all') : active
      // The shown orders are of the previous text while a search is under way.
      if (target && (isCurrent || !target.order)) target.run()
      return true
    },
    ArrowRight: ({ currentTarget }) => {
      const isAtEnd = currentTarget.selectionStart === typed.length
      if (isAtEnd && active?.order) choose(active.order)
      return isAtEnd && active?.order !== undefined
    },
    Escape: () => {
      if (chosen) choose(null)
      else onClose()
      return true
    },
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent) || !keys[event.key]?.(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Combobox store={combobox} onOptionSubmit={(id) => entries.find((entry) => entry.id === id)?.run()}>
      <div className={`row gap-12 rigid faint ${css.field}`}>
        <Icon name="search" size={18} />
        <input
          ref={input}
          className={`grow ${css.input}`}
          role="combobox"
          aria-label="Find or do"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={active && `${listId}-${active.id}`}
          autoComplete="off"
          spellCheck={false}
          placeholder="An order, a screen, a member"
          maxLength={200}
          value={typed}
          data-autofocus
          onFocus={addTypedAhead}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setWantsAll(false)
            choose(null)
          }}
          onKeyDown={handleKey}
        />
        <output className="rigid tiny">{isCurrent ? foundText(found) : ''}</output>
      </div>
      {error && (
        <p className={css.note} role="alert">
          The orders could not be searched: {error.message}
        </p>
      )}
      <Combobox.Options id={listId} className={css.list} aria-label="What was found">
        {groups.map(({ title, entries: shown }) => (
          <Combobox.Group key={title} label={title} classNames={{ groupLabel: css.title }}>
            {shown.map((entry) => (
              <Combobox.Option
                key={entry.id}
                id={`${listId}-${entry.id}`}
                ref={entry === active ? reveal : undefined}
                value={entry.id}
                selected={entry === active}
                aria-selected={entry === active}
                className={css.entry}
                onPointerMove={() => setCurrent(entries.indexOf(entry))}
              >
                <EntryLine entry={entry} isActive={entry === active} />
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
        {entries.length === 0 && isCurrent && !error && (
          <Combobox.Empty className={css.note}>
            No order, screen or member for “<ExternalText>{typed.trim()}</ExternalText>”.
          </Combobox.Empty>
        )}
      </Combobox.Options>
      <footer className={`flex wrap rigid faint tiny ruled ${css.footer}`}>
        <span>
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd> choose
        </span>
        <span>
          <Kbd>↵</Kbd> open
        </span>
        <span>
          <Kbd>→</Kbd> what it can do
        </span>
        <span>
          <Kbd>Esc</Kbd> {chosen ? 'back' : 'close'}
        </span>
        <span className={`push-end ${css.by}`}>ID, name, e-mail, telephone, passport</span>
      </footer>
    </Combobox>
  )
}

function foundText({ orders: [first], count, hasMore }: FoundOrders): string {
  if (!first) return ''
  const text = `${countText(count, hasMore)} ${count === 1 ? 'order' : 'orders'}`
  return first.found_by === 'one letter apart' ? `${text}, one letter apart` : text
}

const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

const EntryLine = ({ entry, isActive }: { entry: PaletteEntry; isActive: boolean }) => (
  <>
    <span className="stack centered faint">{entry.symbol}</span>
    <span className={`flex gap-10 shrinkable nowrap ${css.text}`}>
      <span className={css.name}>{entry.text}</span>
      {entry.detail && <small className={`faint tiny ${css.detail}`}>{entry.detail}</small>}
    </span>
    <span className={`row gap-6 muted small ${css.end}`}>
      {entry.end}
      {isActive && <Kbd>↵</Kbd>}
    </span>
  </>
)
