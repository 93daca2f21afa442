import { Ellipsis } from 'lucide-react'
import { useRef, useState } from 'react'
import { faultText } from '../../api/browser/db.ts'
import { exportBackup, restoreBackup, type RestoreResult } from '../../api/history/backup.ts'
import { journalCsv } from '../../api/journal/journal-csv.ts'
import { useJournalNotes } from '../../api/journal/journal-hooks.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { presentOwner } from '../../api/venue/owner.ts'
import { isoTime } from '../../../core/domain/csv.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { type Owner, ownerKey } from '../../../core/domain/owner.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import type { JournalFilter } from '../../../core/history/journal-matcher.ts'
import { useFills, useRealised } from '../../model/account/use-realised.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Popover } from '../../ui/controls/popover.tsx'
import { Spinner } from '../../ui/controls/waiting.tsx'
import { showToast } from '../../ui/controls/toasts.ts'
import { formatQuantity } from '../../ui/format/format-decimal.ts'
import { saveCsv, saveFile } from '../../ui/save-file.ts'
import { fillsCsv } from './fills-csv.ts'
import styles from './journal.module.css'

const fileName = (account: string, ending: string): string =>
  `legwork-journal-${account.replace(/[^\w-]+/g, '_')}-${isoTime(serverNowMs()).slice(0, 16).replace(/[:T]/g, '')}.${ending}`

const counted = (count: number, what: string): string => `${formatQuantity(dec(count))} ${what}`

interface DataActionsProps {
  readonly filter: JournalFilter
  readonly isFiltered: boolean
  readonly isEmpty: boolean
}

function useJob(): [busy: string | undefined, run: (name: string, job: (owner: Owner) => Promise<void>) => void] {
  const [busy, setBusy] = useState<string>()
  const run = async (name: string, job: (owner: Owner) => Promise<void>): Promise<void> => {
    const owner = presentOwner()
    if (owner === undefined || busy !== undefined) return
    setBusy(name)
    try {
      await job(owner)
    } catch (error) {
      showToast({ tone: 'danger', title: `${name}: not done`, body: faultText(error), sticky: true })
    }
    setBusy(undefined)
  }
  return [busy, (name, job) => void run(name, job)]
}

function useFillsCsv(): { readonly isReady: boolean; readonly text: () => string } {
  const seen = useFills()
  const closings = useRealised()?.closings
  const { notes } = useJournalNotes()
  const isReady = seen !== undefined && closings !== undefined && seen.fills.length > 0
  return {
    isReady,
    text: () =>
      seen === undefined ? '' : fillsCsv({ fills: seen.fills, orders: seen.orders, closings: closings ?? [], notes }),
  }
}

/** The journal's files: CSV, backup, restore. One job at a time. */
export function DataActions({ filter, isFiltered, isEmpty }: DataActionsProps) {
  const [busy, run] = useJob()
  const byLeg = useFillsCsv()
  const file = useRef<HTMLInputElement>(null)
  const restore = (chosen: File) =>
    run('Restore', async owner => {
      const restored = await restoreBackup(owner, chosen)
      showToast(restoredToast(restored))
    })
  const asCsv = async (owner: Owner) =>
    saveFile(await journalCsv(ownerKey(owner), filter), fileName(owner.account, 'csv'))
  const asLegs = async (owner: Owner) => saveCsv(byLeg.text(), fileName(owner.account, 'legs.csv'))
  const asBackup = async (owner: Owner) => saveFile(await exportBackup(owner), fileName(owner.account, 'json'))
  return (
    <>
      {busy !== undefined && <Spinner label={busy} />}
      <Popover label="Journal files" icon={<Ellipsis size={14} />} isMenu>
        <div className={styles.menu}>
          <Button size="sm" variant="quiet" disabled={isEmpty} onClick={() => run('CSV', asCsv)}>
            {isFiltered ? 'CSV of these' : 'CSV'}
          </Button>
          <Button
            size="sm"
            variant="quiet"
            disabled={!byLeg.isReady}
            title="One row per leg, with its price and realised P&L"
            onClick={() => run('CSV by leg', asLegs)}
          >
            CSV by leg
          </Button>
          <Button size="sm" variant="quiet" onClick={() => run('Backup', asBackup)}>
            Backup
          </Button>
          <Button size="sm" variant="quiet" onClick={() => file.current?.click()}>
            Restore…
          </Button>
        </div>
      </Popover>
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        aria-label="Backup to restore"
        className={styles.file}
        tabIndex={-1}
        onChange={event => {
          const [chosen] = event.target.files ?? []
          event.target.value = ''
          if (chosen !== undefined) restore(chosen)
        }}
      />
    </>
  )
}

function restoredToast(restored: RestoreResult): Parameters<typeof showToast>[0] {
  if (!restored.ok)
    return { tone: 'warning', title: 'Restore failed', body: stripHostile(restored.message, 300), sticky: true }
  const { rows, notes, samples, rejectedRows } = restored
  const [first] = rejectedRows
  const bad =
    first === undefined
      ? ''
      : ` ${counted(rejectedRows.length, 'rows')} could not be read and were left out; first: ${first.path}, ${first.message}.`
  return {
    tone: first === undefined ? 'ok' : 'warning',
    title: 'Backup restored',
    body: `New here: ${counted(rows, 'entries')}, ${counted(notes, 'notes')}, ${counted(samples, 'samples')}.${bad}`,
    sticky: first !== undefined,
  }
}
