/** A screen that could not be drawn or loaded. Nothing is reloaded by itself: an order may be on its way. */
import { Button } from '../../ui/controls/button.tsx'
import { PanelStateView } from '../../ui/panel/panel-state-view.tsx'
import { stripHostile } from '../../domain/safe-text.ts'
import styles from './shell.module.css'

export function PageFailed({ error, reset }: { error: unknown; reset?: () => void }) {
  const message = error instanceof Error ? error.message : 'Something that is no error was thrown.'
  return (
    <div className={styles.failedPage}>
      <PanelStateView
        state={{
          kind: 'empty',
          title: 'This screen could not be shown',
          detail: `${stripHostile(message)} Orders that were sent are not affected: the Orders screen shows them.`,
          ...(reset === undefined ? {} : { action: <Button onClick={reset}>Try again</Button> }),
        }}
      />
    </div>
  )
}
