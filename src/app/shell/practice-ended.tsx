import { useState } from 'react'
import { type Practice, practiceFile, practiceFileName } from '../../api/venue/practice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PanelStateView } from '../../ui/panel/panel-state-view.tsx'
import { saveFile } from '../../ui/save-file.ts'
import styles from './shell.module.css'

/** In place of every screen, when the exchange in this browser cannot go on. */
export function PracticeEnded({ practice, why }: { readonly practice: Practice; readonly why: string }) {
  const [isArmed, setArmed] = useState(false)
  const save = async (): Promise<void> => saveFile(await practiceFile(practice), practiceFileName)
  return (
    <main className={styles.otherVenue} role="alert">
      <PanelStateView
        state={{
          kind: 'empty',
          title: 'The practice exchange has stopped',
          detail: why,
          action: (
            <span className={styles.endedActions}>
              <Button onClick={() => location.reload()}>Reload</Button>
              <Button variant="quiet" onClick={() => void save()}>
                Save what is stored
              </Button>
              {isArmed ? (
                <Button variant="danger" onClick={() => void practice.reset()}>
                  Delete it and begin again
                </Button>
              ) : (
                <Button variant="quiet" onClick={() => setArmed(true)}>
                  Reset…
                </Button>
              )}
            </span>
          ),
        }}
      />
    </main>
  )
}
