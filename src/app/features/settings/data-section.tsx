import { useEffect, useState } from 'react'
import { type StorageSpace, askForPersistence, readStorageSpace } from '../../api/browser/storage-space.ts'
import { useRecorderState } from '../../api/recorder/recorder-state.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DefinitionList } from '../../ui/controls/definition-list.tsx'
import { formatNumber } from '../../ui/format/format-decimal.ts'
import { Panel } from '../../ui/panel/panel.tsx'
import { NotStored } from './not-stored.tsx'
import styles from './settings.module.css'
import { Link } from '../../ui/router/link.tsx'

const megabytes = (bytes: number): string => `${formatNumber(bytes / 1_000_000, { places: 1 })} MB`

export function DataSection() {
  const [space, setSpace] = useState<StorageSpace>()
  const [isRefused, refuse] = useState(false)
  const hasRecorder = useRecorderState().kind === 'followed'
  useEffect(() => {
    let isGone = false
    void readStorageSpace().then(read => (isGone ? undefined : setSpace(read)))
    return () => {
      isGone = true
    }
  }, [])
  const allow = async (): Promise<void> => {
    refuse(!(await askForPersistence()))
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
          Export, back up, restore or erase in <Link to="/journal">Journal</Link>.
        </p>
      </div>
    </Panel>
  )
}
