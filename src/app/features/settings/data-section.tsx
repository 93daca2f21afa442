import { useEffect, useState } from 'react'
import { type StorageSpace, askForPersistence, readStorageSpace } from '../../api/browser/storage-space.ts'
import { faultText } from '../../api/browser/db.ts'
import { eraseJournal } from '../../api/journal/journal.ts'
import { useRecorderState } from '../../api/recorder/recorder-state.ts'
import { presentOwner } from '../../api/venue/owner.ts'
import { useSession } from '../../api/venue/session.ts'
import { ownerKey } from '../../../core/domain/owner.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DefinitionList } from '../../ui/controls/definition-list.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { showToast } from '../../ui/controls/toasts.ts'
import { formatNumber } from '../../ui/format/format-decimal.ts'
import { Panel } from '../../ui/panel/panel.tsx'
import { NotStored } from './not-stored.tsx'
import styles from './settings.module.css'
import { Link } from '../../ui/router/link.tsx'

const megabytes = (bytes: number): string => `${formatNumber(bytes / 1_000_000, { places: 1 })} MB`

export function DataSection() {
  const [space, setSpace] = useState<StorageSpace>()
  const [isRefused, setRefused] = useState(false)
  const isSignedIn = useSession().status === 'signed_in'
  const hasRecorder = useRecorderState().kind === 'followed'
  useEffect(() => {
    let isGone = false
    void readStorageSpace().then(read => (isGone ? undefined : setSpace(read)))
    return () => {
      isGone = true
    }
  }, [])
  const allow = async (): Promise<void> => {
    setRefused(!(await askForPersistence()))
    setSpace(await readStorageSpace())
  }
  return (
    <Panel title="Data" padded>
      <div className={styles.stack}>
        <p className={styles.note}>
          Account samples, the journal and sent orders are stored in this browser
          {hasRecorder ? ', in addition to the recorder’s data' : ' only'}; the venue keeps no history for you.
        </p>
        <NotStored />
        <DefinitionList
          items={[
            {
              term: 'Used',
              value: space?.usedBytes === undefined ? 'not reported by this browser' : megabytes(space.usedBytes),
            },
            {
              term: 'Quota',
              value: space?.roomBytes === undefined ? 'not reported by this browser' : megabytes(space.roomBytes),
            },
            {
              term: 'Low disk',
              value: space?.isPersistent === true ? 'stored until you erase it' : 'browser may delete',
            },
          ]}
        />
        {space?.isPersistent === false && (
          <div>
            <Button onClick={() => void allow()}>Make storage persistent</Button>
          </div>
        )}
        {isRefused && (
          <p className={styles.note}>
            The browser declined for now: it decides by how often a page is used. A backup from Journal is safe in any
            case.
          </p>
        )}
        <p className={styles.note}>
          Export, back up or restore in <Link to="/journal">Journal</Link>.
        </p>
        {isSignedIn && <Erase />}
      </div>
    </Panel>
  )
}

async function erase(): Promise<void> {
  const owner = presentOwner()
  if (owner === undefined) return
  try {
    await eraseJournal(ownerKey(owner))
    showToast({ tone: 'ok', title: 'Journal, notes and samples erased' })
  } catch (error) {
    showToast({ tone: 'danger', title: 'Nothing was erased', body: faultText(error), sticky: true })
  }
}

function Erase() {
  const [isAsked, setAsked] = useState(false)
  const close = (): void => setAsked(false)
  return (
    <div>
      <Button onClick={() => setAsked(true)}>Erase…</Button>
      <Dialog
        open={isAsked}
        onClose={close}
        size="sm"
        title="Erase everything that this browser stores of this account?"
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button
              variant="danger"
              onClick={() => {
                void erase()
                close()
              }}
            >
              Erase journal, notes and samples
            </Button>
          </>
        }
      >
        <p>
          Journal, notes and tags, and the samples behind the equity chart and day change are removed from this browser.
          They cannot be had again from the venue: take a backup first. Orders and positions at the venue are not
          touched.
        </p>
      </Dialog>
    </div>
  )
}
