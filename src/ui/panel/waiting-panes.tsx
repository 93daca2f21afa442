/**
 * The panels of a screen before its code is there: where they will stand, with their titles and grey bars. Plain markup laid out by the
 * style sheet alone, since it is also written into the page when the program is built, where no script runs and no inline style counts.
 */
import type { ReactNode } from 'react'
import { Skeleton } from '../controls/skeleton.tsx'
import panel from './panel.module.css'
import styles from './waiting-panes.module.css'

export interface WaitingPanel {
  readonly id: string
  readonly title: string
  /** Share of its row or column; one that is in the style sheet. */
  readonly grow: number
  /** The least px of its width in a wide window; one that is in the style sheet. */
  readonly least?: number
  /** Its share from the width on at which its split stands otherwise. */
  readonly vastGrow?: number
  /** The least width of the window at which it stands beside the others. */
  readonly from?: 'medium' | 'wide' | undefined
}

export interface WaitingSplit {
  readonly id: string
  /** Under which name the reader's own sizes are remembered. */
  readonly split: string
  readonly direction: 'horizontal' | 'vertical'
  readonly grow: number
  readonly vastGrow?: number
  /** How it stands in a window of so many px and more. */
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
