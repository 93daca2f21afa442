/**
 * The panels of a screen before its code has loaded: positions, titles and placeholder bars. Plain markup with the
 * style sheet only, because it is written into the page at build time, without scripts or inline styles.
 */
import type { ReactNode } from 'react'
import { Skeleton } from '../controls/waiting.tsx'
import panel from './panel.module.css'
import styles from './waiting-panes.module.css'

export interface WaitingPanel {
  readonly id: string
  readonly title: string
  /** Share of its row or column; must exist in the style sheet. */
  readonly grow: number
  /** Minimum width in a wide window, px; must exist in the style sheet. */
  readonly least?: number
  /** Share in a very wide window, if its split is arranged differently. */
  readonly vastGrow?: number
  /** Narrowest window class in which it is beside the others. */
  readonly from?: 'medium' | 'wide' | 'vast' | undefined
}

export interface WaitingSplit {
  readonly id: string
  readonly split: string
  readonly direction: 'horizontal' | 'vertical'
  readonly grow: number
  readonly vastGrow?: number
  readonly vast?: { readonly fromPx: number; readonly split: string; readonly direction: 'horizontal' | 'vertical' }
  readonly from?: 'medium' | 'wide' | undefined
  readonly panes: readonly (WaitingPanel | WaitingSplit)[]
}

export function WaitingPanes({ split }: { readonly split: WaitingSplit }): ReactNode {
  return (
    <div
      className={styles.split}
      data-direction={split.direction}
      data-split={split.split}
      data-vast-from={split.vast?.fromPx}
      data-vast-direction={split.vast?.direction}
      data-vast-split={split.vast?.split}
    >
      {split.panes.map(pane => (
        <div
          key={pane.id}
          className={styles.pane}
          data-pane={pane.id}
          data-grow={pane.grow}
          data-vast-grow={pane.vastGrow}
          data-least={'least' in pane ? pane.least : undefined}
          data-from={pane.from}
        >
          {'panes' in pane ? <WaitingPanes split={pane} /> : <Waiting title={pane.title} />}
        </div>
      ))}
    </div>
  )
}

function Waiting({ title }: { readonly title: string }): ReactNode {
  return (
    <section className={panel.panel} aria-label={title === '' ? undefined : title} aria-busy="true">
      <header className={panel.head}>
        <h2 className={panel.title}>{title}</h2>
      </header>
      <div className={panel.body}>
        <Skeleton />
      </div>
    </section>
  )
}
