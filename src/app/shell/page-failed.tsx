/** A screen that could not be drawn or loaded. Nothing is reloaded by itself: an order may be on its way. */
import { Button } from '../../ui/controls/button.tsx'
import { PanelStateView } from '../../ui/panel/panel-state-view.tsx'
import { stripHostile } from '../../domain/safe-text.ts'
import styles from './shell.module.css'

/** Code of a page that was opened before the server's program was replaced may be gone. */
const older = 'If trying again does not help, load the page again: the server may have a newer version.'

const sent = 'Orders that were sent are not affected: the Orders screen shows them.'

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

export function PageFailed({ error, reset }: { error: unknown; reset?: () => void }) {
  const message = error instanceof Error ? error.message : 'Something that is no error was thrown.'
  return (
    <div className={styles.failedPage}>
      <PanelStateView
        state={{
          kind: 'empty',
          title: 'This screen could not be shown',
          detail: `${sentence(stripHostile(message))} ${sent}${reset === undefined ? '' : ` ${older}`}`,
          ...(reset === undefined ? {} : { action: <Button onClick={reset}>Try again</Button> }),
        }}
      />
    </div>
  )
}
