import { type KeyboardEvent, useEffect, useRef } from 'react'
import { shortExpiry } from '../../../../core/domain/instrument.ts'
import { formatDaysLeft } from '../../../ui/format/format-time.ts'
import { formatZoned } from '../../../ui/format/zoned-time.ts'
import styles from './chain-panel.module.css'

interface ExpiryTabsProps {
  readonly expiries: readonly number[]
  readonly value: number | undefined
  readonly marked: ReadonlySet<number>
  readonly nowMs: number
  readonly onChange: (expiryMs: number) => void
}

export function ExpiryTabs({ expiries, value, marked, nowMs, onChange }: ExpiryTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = list.current
    if (box === null) return undefined
    const show = (): void => showChosenTab(box)
    show()
    // Keeps the chosen tab visible when the width changes.
    const watch = new ResizeObserver(show)
    watch.observe(box)
    return () => watch.disconnect()
  }, [value, expiries.length])
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = step === 0 ? undefined : expiries[expiries.indexOf(value ?? 0) + step]
    if (next === undefined) return
    event.preventDefault()
    onChange(next)
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus())
  }
  if (expiries.length === 0) return null
  return (
    <div ref={list} role="tablist" aria-label="Expiries" className={styles.expiries}>
      {expiries.map(expiryMs => (
        <button
          key={expiryMs}
          type="button"
          role="tab"
          aria-selected={expiryMs === value}
          tabIndex={expiryMs === value ? 0 : -1}
          className={styles.expiry}
          title={formatZoned(expiryMs)}
          onKeyDown={press}
          onClick={() => onChange(expiryMs)}
        >
          <span>
            {shortExpiry(expiryMs)}
            {marked.has(expiryMs) ? (
              <span className={styles.mark} title="The draft has legs here">
                <span className="visually-hidden">, in the draft</span>
              </span>
            ) : null}
          </span>
          <span className={styles.left}>{formatDaysLeft(expiryMs - nowMs)}</span>
        </button>
      ))}
    </div>
  )
}

function showChosenTab(box: Element): void {
  const tab = box.querySelector<HTMLElement>('[aria-selected="true"]')
  if (tab === null) return
  if (tab.offsetLeft < box.scrollLeft || tab.offsetLeft + tab.offsetWidth > box.scrollLeft + box.clientWidth)
    box.scrollLeft = tab.offsetLeft - 8
}
