import { Button, NativeSelect, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { listGateways, setFallbacks, type Gateway } from '#contract/gateways.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { Card } from '#web/ui/Card.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { showToast } from '#web/ui/toast.tsx'
import css from './gateways.module.css'

const savedFallbacks = (gateways: readonly Gateway[]): number[] =>
  gateways
    .filter(({ fallback }) => fallback !== null)
    .toSorted((a, b) => (a.fallback ?? 0) - (b.fallback ?? 0))
    .map(({ id }) => id)

const moved = (ids: readonly number[], from: number, to: number): number[] => {
  const others = ids.toSpliced(from, 1)
  return others.toSpliced(to, 0, ...ids.slice(from, from + 1))
}

const moveLabels = {
  [-1]: (name: string) => `Move ${name} up`,
  1: (name: string) => `Move ${name} down`,
} as const

/** Which gateways sites try where the active one fails, in order (product §14). */
export function FallbacksCard({ gateways }: { gateways: readonly Gateway[] }) {
  const [changed, setChanged] = useState<number[] | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const { call, busy } = useCall(setFallbacks, { refreshes: [listGateways] })
  const container = useRef<HTMLDivElement>(null)
  const select = useRef<HTMLSelectElement>(null)
  const focusAfter = useRef<readonly string[] | null>(null)
  const saved = savedFallbacks(gateways)
  const activeId = gateways.find(({ is_active: isActive }) => isActive === '1')?.id
  const ids = (changed ?? saved).filter((id) => id !== activeId)
  const nameOf = (id: number) => gateways.find((gateway) => gateway.id === id)?.gateway_name ?? ''
  const rest = gateways.filter(({ id }) => id !== activeId && !ids.includes(id))

  // A moved row loses the focus, and at either end a button is disabled.
  useEffect(() => {
    const labels = focusAfter.current
    if (labels === null) return
    focusAfter.current = null
    const buttons = [...(container.current?.querySelectorAll('button') ?? [])]
    const enabled = labels.flatMap((label) =>
      buttons.filter((button) => button.getAttribute('aria-label') === label && !button.disabled),
    )
    ;(enabled[0] ?? select.current)?.focus()
  })

  const change = (next: number[], text: string) => {
    setChanged(next)
    setAnnouncement(text)
  }
  const move = (id: number, from: number, by: 1 | -1) => {
    const labels = [moveLabels[by], moveLabels[by === 1 ? -1 : 1]]
    focusAfter.current = labels.map((label) => label(nameOf(id)))
    change(moved(ids, from, from + by), `${nameOf(id)} is number ${from + by + 1} of ${ids.length}.`)
  }
  const remove = (id: number) => {
    focusAfter.current = []
    change(
      ids.filter((it) => it !== id),
      `${nameOf(id)} is no fallback.`,
    )
  }
  const add = (id: number) => change([...ids, id], `${nameOf(id)} is number ${ids.length + 1}.`)
  const save = async () => {
    const answer = await call({ body: { gatewayIds: ids } })
    if (!answer) return
    setChanged(null)
    showToast({ tone: 'good', title: answer.message })
  }
  return (
    <Card title="Fallbacks" count="sites try them in this order">
      <div className="stack gap-12" ref={container}>
        {ids.length === 0 ? (
          <p className="muted small">None: no other gateway is tried where the active one fails.</p>
        ) : (
          <ol className={css.fallbacks} aria-label="Fallbacks in order">
            {ids.map((id, at) => (
              <li key={id} className={`row gap-6 ${css.fallback}`}>
                <span className="faint" aria-hidden="true">
                  {at + 1}
                </span>
                <span className="grow">{nameOf(id)}</span>
                <IconButton
                  icon="up"
                  label={moveLabels[-1](nameOf(id))}
                  disabled={at === 0}
                  onClick={() => move(id, at, -1)}
                />
                <IconButton
                  icon="down"
                  label={moveLabels[1](nameOf(id))}
                  disabled={at === ids.length - 1}
                  onClick={() => move(id, at, 1)}
                />
                <IconButton icon="close" label={`Remove ${nameOf(id)}`} onClick={() => remove(id)} />
              </li>
            ))}
          </ol>
        )}
        <NativeSelect
          ref={select}
          label="Add a fallback"
          disabled={rest.length === 0}
          value=""
          data={[
            { value: '', label: 'Select gateway' },
            ...rest.map(({ id, gateway_name: name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => value !== '' && add(Number(value))}
        />
        <div>
          <Button disabled={changed === null} loading={busy} onClick={() => void save()}>
            Save fallbacks
          </Button>
        </div>
        <VisuallyHidden>
          <output>{announcement}</output>
        </VisuallyHidden>
      </div>
    </Card>
  )
}
