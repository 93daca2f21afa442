import { useState } from 'react'
import { type Practice, practiceFile, practiceFileName, usePractice } from '../../api/venue/practice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import { saveFile } from '../../ui/save-file.ts'
import styles from './settings.module.css'

export function PracticeSection() {
  const practice = usePractice()
  return practice === undefined ? null : <PracticePanel practice={practice} />
}

function PracticePanel({ practice }: { readonly practice: Practice }) {
  const [isAsking, setAsking] = useState(false)
  const save = async (): Promise<void> => saveFile(await practiceFile(practice), practiceFileName)
  return (
    <Panel title="Practice exchange in this browser" padded>
      <div className={styles.stack}>
        <p className={styles.note}>
          A whole exchange runs in this browser: books, makers, margin, settlement. No real money, and nothing leaves
          this machine. All tabs of this address share it, and it goes on from where it was when you come back; it
          stands still while no tab is open, and catches up then.
        </p>
        <p className={styles.note}>
          It is stored in this browser's database for {location.host}. Clearing the data of this site deletes it, and a
          private window forgets it.
        </p>
        <div className={styles.keyActions}>
          <Button size="sm" onClick={() => void save()}>
            Export
          </Button>
          <Button size="sm" variant="danger" onClick={() => setAsking(true)}>
            Reset…
          </Button>
        </div>
        <Dialog
          open={isAsking}
          onClose={() => setAsking(false)}
          size="sm"
          title="Delete the practice exchange?"
          footer={
            <>
              <Button onClick={() => setAsking(false)}>Keep it</Button>
              <Button variant="danger" onClick={() => void practice.reset()}>
                Delete and begin again
              </Button>
            </>
          }
        >
          <p>
            Its accounts, orders, positions and fills are deleted and a new exchange begins; every tab loads again. The
            journal and samples that the app keeps are not touched: erase them in Journal.
          </p>
        </Dialog>
      </div>
    </Panel>
  )
}
