import { stripHostile } from '../../domain/safe-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PanelStateView } from '../../ui/panel/panel-state-view.tsx'
import styles from './shell.module.css'

/** In place of every screen, when the server of this page came back in front of another venue: no figure of ours may stand for one of theirs. */
export function OtherVenue({ ours, other }: { readonly ours: string; readonly other: string }) {
  const [own, now] = [nameOf(ours), nameOf(other)]
  return (
    <main className={styles.otherVenue} role="alert">
      <PanelStateView
        state={{
          kind: 'empty',
          title: `This page belongs to ${own}`,
          detail: `The server at this address now stands in front of ${now}. Nothing is asked or sent from this page any more, and ${now} was not given your token. Reload to go on with ${now}, or start Legwork for ${own} again and reload then. Orders sent before are in the journal of ${own}.`,
          action: <Button onClick={() => location.reload()}>Reload</Button>,
        }}
      />
    </main>
  )
}

const nameOf = (venue: string): string => (venue === 'sandbox' ? 'the sandbox' : stripHostile(venue))
