import { Fragment, type ReactNode } from 'react'
import { Group, type Layout, Panel as Resizable, Separator } from 'react-resizable-panels'
import { readStored, writeStored } from '../stored.ts'
import styles from './panel.module.css'

export interface SplitPaneProps {
  /** Sizes are remembered under it. */
  readonly id: string
  readonly direction: 'horizontal' | 'vertical'
  readonly panes: readonly {
    readonly id: string
    readonly content: ReactNode /** Percent. */
    readonly size: number
    readonly minPx?: number | undefined
  }[]
}

/** Sizes kept from before, when they are of these very panes. */
export function parseLayout(stored: unknown, ids: readonly string[]): Layout | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const entries = Object.entries(stored)
  const fits =
    entries.length === ids.length && entries.every(([id, size]) => ids.includes(id) && typeof size === 'number' && size >= 0 && size <= 100)
  return fits ? Object.fromEntries(entries) : undefined
}

/** Panes side by side (or one above the other) with bars to drag; the bars take the arrow keys too. */
export function SplitPane({ id, direction, panes }: SplitPaneProps): ReactNode {
  const key = `legwork.split.${id}`
  const ids = panes.map(pane => pane.id)
  const layout = parseLayout(readStored(key), ids) ?? Object.fromEntries(panes.map(pane => [pane.id, pane.size]))
  return (
    <Group
      id={id}
      className={styles.split}
      orientation={direction}
      defaultLayout={layout}
      onLayoutChanged={sizes => void writeStored(key, sizes)}
    >
      {panes.map((pane, place) => (
        <Fragment key={pane.id}>
          {place > 0 && <Separator className={styles.splitBar} aria-label={`Resize ${panes[place - 1]?.id ?? ''} and ${pane.id}`} />}
          <Resizable id={pane.id} minSize={`${pane.minPx ?? 120}px`} className={styles.splitPane}>
            {pane.content}
          </Resizable>
        </Fragment>
      ))}
    </Group>
  )
}
