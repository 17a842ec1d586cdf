import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { isComposing } from '#web/lib/key-reading.ts'
import { useKeyProps } from '#web/lib/own-keys.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import css from './controls.module.css'

/** ms; spec §5. */
const SEARCH_DEBOUNCE = 500

interface SearchBoxProps {
  label: string
  placeholder: string
  /** Changes from outside, such as Clear search, update the box. */
  value: string
  /** Called after the debounce; at once on Enter and on clearing. */
  onSearch: (value: string) => void
}

/** The key `/` focuses it. */
export function SearchBox({ label, placeholder, value, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const searchDebounced = useDebouncedCallback((next: string) => search(next), SEARCH_DEBOUNCE)

  if (value !== lastValue) {
    setLastValue(value)
    setText(value)
  }

  function search(next: string) {
    setLastValue(next)
    if (next !== value) onSearch(next)
  }

  function searchNow(next: string) {
    searchDebounced.cancel()
    setText(next)
    search(next)
  }

  /** Escape clears the text, or leaves an empty box so that the page's shortcuts work again. */
  function handleEscape() {
    if (text === '') input.current?.blur()
    else searchNow('')
  }

  const keyProps = useKeyProps()
  useShortcuts({ search: () => input.current?.focus() })

  return (
    <TextInput
      ref={input}
      className={css.box}
      type="search"
      {...keyProps('search')}
      aria-label={label}
      placeholder={placeholder}
      value={text}
      leftSection={<Icon name="search" />}
      leftSectionWidth={34}
      rightSection={
        text !== '' && (
          <IconButton
            icon="close"
            label="Clear search"
            onClick={() => {
              searchNow('')
              input.current?.focus()
            }}
          />
        )
      }
      onChange={(event) => {
        setText(event.currentTarget.value)
        searchDebounced(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) {
          // By default a search field empties itself.
          if (event.key === 'Escape') event.preventDefault()
          return
        }
        if (event.key === 'Enter') searchNow(text)
        if (event.key === 'Escape') handleEscape()
      }}
    />
  )
}
