/**
 * Resizable panes side by side or stacked; bars can be dragged or moved by arrow keys, and a double click resets them.
 */
import { Fragment, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useSyncExternalStore } from 'react'
import { createSignal } from '../../../core/domain/store.ts'
import { readStored, writeStored } from '../stored.ts'
import styles from './panel.module.css'

interface Pane {
  readonly id: string
  readonly name?: string | undefined
  readonly content: ReactNode
  readonly size: number
  readonly minPx?: number | undefined
}

export interface SplitPaneProps {
  /** Key of the stored sizes; splits with one id move together, so that their bars align. */
  readonly id: string
  readonly direction: 'horizontal' | 'vertical'
  readonly panes: readonly Pane[]
}

const usualMinPx = 120
const minOf = (pane: Pane): number => pane.minPx ?? usualMinPx

interface BarProps {
  readonly direction: SplitPaneProps['direction']
  readonly before: Pane
  readonly after: Pane
  readonly layout: Layout
  readonly onMove: (share: number, done: boolean) => void
  readonly onReset: () => void
}

function Bar({ direction, before, after, layout, onMove, onReset }: BarProps): ReactNode {
  const drag = useRef<{ readonly at: number; readonly neighbours: Neighbours }>(undefined)
  const across = direction === 'horizontal'
  const measure = (bar: HTMLElement): Neighbours => {
    const px = (element: Element | null): number => (across ? element?.clientWidth : element?.clientHeight) ?? 0
    return {
      before: px(bar.previousElementSibling),
      after: px(bar.nextElementSibling),
      leastBefore: minOf(before),
      leastAfter: minOf(after),
    }
  }
  const pointerAt = (event: PointerEvent): number => (across ? event.clientX : event.clientY)
  const start = (event: PointerEvent<HTMLDivElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { at: pointerAt(event), neighbours: measure(event.currentTarget) }
  }
  const move = (event: PointerEvent<HTMLDivElement>, done: boolean): void => {
    const from = drag.current
    if (from !== undefined) onMove(moveBar(from.neighbours, pointerAt(event) - from.at), done)
    if (done) drag.current = undefined
  }
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const way = { [across ? 'ArrowLeft' : 'ArrowUp']: -1, [across ? 'ArrowRight' : 'ArrowDown']: 1 }[event.key]
    if (way === undefined) return
    event.preventDefault()
    onMove(moveBar(measure(event.currentTarget), way * (event.shiftKey ? 80 : 16)), true)
  }
  const [first, second] = [layout[before.id] ?? 0, layout[after.id] ?? 0]
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a rule cannot take the focus; a separator that can is a control (ARIA 1.2)
      role="separator"
      tabIndex={0}
      aria-orientation={across ? 'vertical' : 'horizontal'}
      aria-label={`Resize ${before.name ?? before.id} and ${after.name ?? after.id}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round((100 * first) / (first + second || 1))}
      className={styles.splitBar}
      onPointerDown={start}
      onPointerMove={event => move(event, false)}
      onPointerUp={event => move(event, true)}
      onPointerCancel={event => move(event, true)}
      onDoubleClick={onReset}
      onKeyDown={press}
    />
  )
}

const given = (panes: readonly Pane[]): Layout => Object.fromEntries(panes.map(pane => [pane.id, pane.size]))

const layouts = new Map<string, unknown>()
const dragged = createSignal()

function layoutOf(key: string): unknown {
  if (!layouts.has(key)) layouts.set(key, readStored(key))
  return layouts.get(key)
}

export function SplitPane({ id, direction, panes }: SplitPaneProps): ReactNode {
  const key = `legwork.split.${id}`
  const ids = panes.map(pane => pane.id)
  const chosen = useSyncExternalStore(dragged.listen, () => layoutOf(key))
  // Panes may change: a layout of others does not apply.
  const layout = parseLayout(chosen, ids) ?? given(panes)
  const put = (next: Layout, done: boolean): void => {
    layouts.set(key, next)
    dragged.emit()
    if (done) writeStored(key, next)
  }
  return (
    <div className={styles.split} data-direction={direction}>
      {panes.map((pane, index) => {
        const before = panes[index - 1]
        const least = { [direction === 'horizontal' ? 'minWidth' : 'minHeight']: minOf(pane) }
        return (
          <Fragment key={pane.id}>
            {before !== undefined && (
              <Bar
                direction={direction}
                before={before}
                after={pane}
                layout={layout}
                onMove={(share, done) => put(withShare(layout, before.id, pane.id, share), done)}
                onReset={() => put(given(panes), true)}
              />
            )}
            <div className={styles.splitPane} style={{ flexGrow: layout[pane.id] ?? 0, ...least }}>
              {pane.content}
            </div>
          </Fragment>
        )
      })}
    </div>
  )
}

type Layout = Readonly<Record<string, number>>

export function parseLayout(stored: unknown, ids: readonly string[]): Layout | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const entries = Object.entries(stored)
  const fits =
    entries.length === ids.length &&
    entries.every(([id, size]) => ids.includes(id) && typeof size === 'number' && size > 0 && size <= 100)
  return fits ? Object.fromEntries(entries) : undefined
}

interface Neighbours {
  readonly before: number
  readonly after: number
  readonly leastBefore: number
  readonly leastAfter: number
}

export function moveBar({ before, after, leastBefore, leastAfter }: Neighbours, by: number): number {
  const room = before + after
  if (room <= 0) return 0.5
  const most = Math.max(0, room - leastAfter)
  const least = Math.min(leastBefore, most)
  return Math.min(most, Math.max(least, before + by)) / room
}

export function withShare(layout: Layout, first: string, second: string, share: number): Layout {
  const together = (layout[first] ?? 0) + (layout[second] ?? 0)
  // A pane of zero size could not be reopened by its bar.
  const size = Math.min(together - 0.1, Math.max(0.1, together * share))
  return { ...layout, [first]: size, [second]: together - size }
}
