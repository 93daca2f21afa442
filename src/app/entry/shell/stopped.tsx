/** Replaces every screen when trading here must stop. */
import { useState } from 'react'
import { type Practice, practiceFile, practiceFileName } from '../../api/venue/practice.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PanelStateView } from '../../ui/panel/panel-state-view.tsx'
import { saveFile } from '../../ui/save-file.ts'
import styles from './shell.module.css'

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

/**
 * Replaces every screen when this page's server is now in front of another venue: their figures must not be confused.
 */
export function OtherVenue({ ours, other }: { readonly ours: string; readonly other: string }) {
  const [own, now] = [nameOf(ours), nameOf(other)]
  return (
    <main className={styles.otherVenue} role="alert">
      <PanelStateView
        state={{
          kind: 'empty',
          title: `This page belongs to ${own}`,
          detail: `The server at this address now connects to ${now}. This page requests and sends nothing any more, and ${now} did not receive your token. Reload to go on with ${now}, or start Legwork for ${own} again and reload then. Orders sent before are in the journal of ${own}.`,
          action: <Button onClick={() => location.reload()}>Reload</Button>,
        }}
      />
    </main>
  )
}

const nameOf = (venue: string): string => (venue === 'sandbox' ? 'the sandbox' : stripHostile(venue))
