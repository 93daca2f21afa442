import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type KeptSpace, askToKeep, readKeptSpace } from '../../api/browser/kept-space.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DefinitionList } from '../../ui/controls/definition-list.tsx'
import { formatNumber } from '../../ui/format/format-decimal.ts'
import { Panel } from '../../ui/panel/panel.tsx'
import styles from './settings.module.css'

const megabytes = (bytes: number): string => `${formatNumber(bytes / 1_000_000, { places: 1 })} MB`

/** What this browser holds of the trader's data, and whether it may throw it away. */
export function DataSection() {
  const [space, setSpace] = useState<KeptSpace>()
  const [isRefused, refuse] = useState(false)
  useEffect(() => {
    let isGone = false
    void readKeptSpace().then(read => (isGone ? undefined : setSpace(read)))
    return () => {
      isGone = true
    }
  }, [])
  const keep = async (): Promise<void> => {
    refuse(!(await askToKeep()))
    setSpace(await readKeptSpace())
  }
  return (
    <Panel title="Data" padded>
      <div className={styles.stack}>
        <p className={styles.note}>
          Samples of the account, the journal and what was sent are kept in this browser alone; the venue keeps none of it for you.
        </p>
        <DefinitionList
          items={[
            { term: 'Used', value: space?.usedBytes === undefined ? 'not told by this browser' : megabytes(space.usedBytes) },
            { term: 'Room', value: space?.roomBytes === undefined ? 'not told by this browser' : megabytes(space.roomBytes) },
            {
              term: 'When room runs short',
              value: space?.isPersistent === true ? 'stays until you erase it' : 'the browser may clear it',
            },
          ]}
        />
        {space?.isPersistent === false && (
          <div>
            <Button onClick={() => void keep()}>Ask the browser to keep it</Button>
          </div>
        )}
        {isRefused && (
          <p className={styles.note}>
            The browser decided not to, for now: they go by how often a page is used. A backup from the journal is safe in any case.
          </p>
        )}
        <p className={styles.note}>
          <Link to="/journal">Journal</Link> takes it out as CSV or as a backup, brings a backup back, and erases.
        </p>
      </div>
    </Panel>
  )
}
