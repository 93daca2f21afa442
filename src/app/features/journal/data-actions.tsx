import { Download, FileJson, Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { faultText } from '../../api/browser/db.ts'
import { exportBackup, restoreBackup, type Restored } from '../../api/history/backup.ts'
import { eraseHistory } from '../../api/journal/erase.ts'
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
import { Dialog } from '../../ui/controls/dialog.tsx'
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
  readonly onErased: () => void
}

/** Runs one job at a time for the signed-in account and reports errors. */
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

export function DataActions({ filter, isFiltered, isEmpty, onErased }: DataActionsProps) {
  const [busy, run] = useJob()
  const byLeg = useFillsCsv()
  const [erasing, setErasing] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const asCsv = () =>
    run('CSV', async owner => saveFile(await journalCsv(ownerKey(owner), filter), fileName(owner.account, 'csv')))
  const asJson = () =>
    run('Backup', async owner => saveFile(await exportBackup(owner), fileName(owner.account, 'json')))
  const restore = (chosen: File) =>
    run('Restore', async owner => {
      const restored = await restoreBackup(owner, chosen)
      showToast(restoredToast(restored))
    })
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        icon={<Download size={13} />}
        busy={busy === 'CSV'}
        disabled={isEmpty}
        onClick={asCsv}
      >
        {isFiltered ? 'CSV of these' : 'CSV'}
      </Button>
      <Button
        size="sm"
        variant="quiet"
        icon={<Download size={13} />}
        busy={busy === 'CSV by leg'}
        disabled={!byLeg.isReady}
        title="One row per leg, with its price and realised P&L"
        onClick={() => run('CSV by leg', async owner => saveCsv(byLeg.text(), fileName(owner.account, 'legs.csv')))}
      >
        By leg
      </Button>
      <Button size="sm" variant="quiet" icon={<FileJson size={13} />} busy={busy === 'Backup'} onClick={asJson}>
        Backup
      </Button>
      <Button
        size="sm"
        variant="quiet"
        icon={<Upload size={13} />}
        busy={busy === 'Restore'}
        onClick={() => file.current?.click()}
      >
        Restore
      </Button>
      <Button
        size="sm"
        variant="quiet"
        icon={<Trash2 size={13} />}
        busy={busy === 'Erase'}
        onClick={() => setErasing(true)}
      >
        Erase
      </Button>
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
      <EraseDialog
        open={erasing}
        close={() => setErasing(false)}
        erase={() =>
          run('Erase', async owner => {
            await eraseHistory(ownerKey(owner))
            onErased()
          })
        }
      />
    </>
  )
}

function restoredToast(restored: Restored): Parameters<typeof showToast>[0] {
  if (!restored.ok)
    return { tone: 'warning', title: 'Restore failed', body: stripHostile(restored.message, 300), sticky: true }
  const { rows, notes, samples, setAside } = restored
  const [first] = setAside
  const bad =
    first === undefined
      ? ''
      : ` ${counted(setAside.length, 'rows')} could not be read and were left out; first: ${first.path}, ${first.message}.`
  return {
    tone: first === undefined ? 'ok' : 'warning',
    title: 'Backup restored',
    body: `New here: ${counted(rows, 'entries')}, ${counted(notes, 'notes')}, ${counted(samples, 'samples')}.${bad}`,
    sticky: first !== undefined,
  }
}

interface EraseDialogProps {
  readonly open: boolean
  readonly close: () => void
  readonly erase: () => void
}

function EraseDialog({ open, close, erase }: EraseDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={close}
      size="sm"
      title="Erase everything that this browser stores of this account?"
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="danger"
            onClick={() => {
              erase()
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
        They cannot be had again from the venue: take a backup first. Orders and positions at the venue are not touched.
      </p>
    </Dialog>
  )
}
